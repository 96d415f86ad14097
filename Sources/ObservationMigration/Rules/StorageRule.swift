import SwiftSyntax

/// `@ObservationIgnored` for what was not published.
enum StorageRule: Rule {
  static let id: RuleID = "ignored-storage"
  static let summary = "A stored variable that was not published stays untracked, with @ObservationIgnored."
  static let explanation = """
    `@Observable` tracks every stored `var`. One that had no `@Published` did not notify before, and does not afterwards.
    Constants, computed and static properties need no attribute.

    A view that shows such a property used to be redrawn with every announced change of the object. Now it is redrawn when
    something changes that it reads and that is tracked: where it shows this property alone, remove the attribute.

    A property whose changes the class announced by hand, with `objectWillChange.send()`, is tracked instead.

    A declaration of several variables becomes one for each, because the attribute takes one only.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Player: ObservableObject {
      @Published var title = ""
      private var history: [String] = []
      var retries = 0, failures = 0
      let limit = 10
      var isIdle: Bool { title.isEmpty }
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Player {
      var title = ""
      @ObservationIgnored private var history: [String] = []
      @ObservationIgnored var retries = 0
      @ObservationIgnored var failures = 0
      let limit = 10
      var isIdle: Bool { title.isEmpty }
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard needsAttribute(node), !node.isLazy, node.wrappers(inspection).isEmpty else { return }
    let names = node.bindings.map { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText }
    // The macro leaves tuples alone.
    guard !names.isEmpty, !names.contains(nil) else {
      if names.count > 1 { inspection.decide(self, at: node.bindings, of: [id], canNotBeSplit) }
      return
    }
    guard names.count == 1 || node.bindings.allSatisfy({ $0.typeAnnotation != nil || $0.initializer != nil }) else {
      return inspection.decide(self, at: node.bindings, of: [id], canNotBeSplit)
    }
    let isTracked = names.map { name in
      name.map { inspection.announcedProperties.contains(PropertyKey(type: id, name: $0)) } ?? false
    }
    let edits = edits(of: node, isTracked, inspection)
    for (index, binding) in node.bindings.enumerated() {
      guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
      let name = identifier.identifierText
      // One finding for each, with the edits of all at the first.
      let edits = index == 0 ? edits : []
      guard isTracked[index] else {
        inspection.change(
          self,
          at: binding.pattern,
          of: [id],
          edits,
          isRisky: !node.modifiers.has("private") && !node.modifiers.has("fileprivate"),
          isIgnored(name)
        )
        continue
      }
      if let obstacle = PublishedRule.obstacle(toTracking: identifier, of: node, id, inspection) {
        inspection.decide(PublishedRule.self, at: binding.pattern, of: [id], obstacle)
      }
      inspection.change(ObjectWillChangeRule.self, at: binding.pattern, of: [id], edits, isTrackedNow(name))
    }
  }

  /// The attribute for what is not tracked, and a declaration for each variable.
  private static func edits(of node: VariableDeclSyntax, _ isTracked: [Bool], _ inspection: Inspection) -> [Edit] {
    let attributes = isTracked.map { $0 ? "" : "@ObservationIgnored " }
    var edits = isTracked[0] ? [] : [inspection.inserting(attributes[0], at: node.startOffset, self)]
    // `var a = 1, b = 2`: what stands before the first name is repeated before each.
    let head = inspection.source[node.startOffset..<node.bindings.startOffset]
    let separator = inspection.source.newline + inspection.source.indentation(at: node.startOffset)
    for ((binding, next), attribute) in zip(zip(node.bindings, node.bindings.dropFirst()), attributes.dropFirst()) {
      let start = binding.trailingComma?.startOffset ?? binding.utf8Range.upperBound
      edits.append(
        Edit(range: start..<next.startOffset, replacement: separator + attribute + head, rule: self.id)
      )
    }
    return edits
  }

  /// Whether it's a stored variable of instances that the macro would track.
  static func needsAttribute(_ node: VariableDeclSyntax) -> Bool {
    node.bindingSpecifier.tokenKind == .keyword(.var) && !node.modifiers.hasStatic
      && node.bindings.allSatisfy(\.isStored) && node.attributes.attribute("Published") == nil
      && node.attributes.attribute("ObservationIgnored") == nil && node.attributes.attribute("NSManaged") == nil
  }
}

extension VariableDeclSyntax {
  var isLazy: Bool { modifiers.has("lazy") }

  /// Attributes that are property wrappers, or may be.
  func wrappers(_ inspection: Inspection) -> [AttributeSyntax] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, let first = attribute.name.unicodeScalars.first,
        first.properties.isUppercase, !VariableDeclSyntax.plainAttributes.contains(attribute.name)
      else { return nil }
      if case .type(let id) = inspection.names.resolve(TypeReference(attribute.attributeName)),
        inspection.table.types[id].attributes.contains("globalActor")
      {
        return nil
      }
      return attribute
    }
  }

  private static let plainAttributes: Set = [
    "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "NSCopying", "NSManaged", "ObservationIgnored",
    "ObservationTracked", "Published",
  ]
}

extension StorageRule {
  static let canNotBeSplit = "Several variables in one declaration: write one for each."

  static func isTrackedNow(_ name: String) -> String {
    "`\(name)` is tracked now: its changes were announced with `objectWillChange.send()`."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` was not published, and stays untracked: if views show it, remove `@ObservationIgnored`."
  }
}
