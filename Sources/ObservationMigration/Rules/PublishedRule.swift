import SwiftSyntax

/// `@Published` off.
enum PublishedRule: Rule {
  static let id: RuleID = "published"
  static let summary = "A published property becomes a plain one, which is tracked."
  static let explanation = """
    Each stored `var` of an `@Observable` class is tracked. Access modifiers, other attributes, `willSet` and `didSet` stay.
    `_name = Published(initialValue: value)` in an initializer becomes `self.name = value`.

    At run time two things change. A value equal to the one before no longer notifies. And observers hear of a change after
    it, where `@Published` announced it before.

    It declines where the macro can't track the property: its name stands in backticks, it is open, or `_name`, under which the
    macro stores the value, is the name of another one.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Counter: ObservableObject {
      @Published private(set) var value: Int

      init(value: Int) {
        _value = Published(initialValue: value)
      }
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Counter {
      private(set) var value: Int

      init(value: Int) {
        self.value = value
      }
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard let attribute = node.attributes.attribute("Published") else { return }
    guard node.bindings.count == 1,
      let identifier = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else {
      return inspection.decide(self, at: attribute, of: [id], severalVariables)
    }
    let name = identifier.identifierText
    if node.modifiers.hasStatic { return inspection.decide(self, at: attribute, of: [id], isStatic(name)) }
    if attribute.arguments != nil { return inspection.decide(self, at: attribute, of: [id], hasArguments(name)) }
    if let obstacle = obstacle(toTracking: identifier, of: node, id, inspection) {
      return inspection.decide(self, at: attribute, of: [id], obstacle)
    }
    inspection.change(
      self,
      at: attribute,
      of: [id],
      [inspection.removing(attribute: attribute, self)],
      isTracked(name)
    )
  }

  /// Why the macro can't track a property; nil if it can.
  static func obstacle(
    toTracking name: TokenSyntax,
    of node: VariableDeclSyntax,
    _ id: TypeSymbol.ID,
    _ inspection: Inspection
  ) -> String? {
    if name.text.hasPrefix("`") { return isInBackticks(name.text) }
    if node.modifiers.has("open") { return isOpen(name.text) }
    if inspection.table.types[id].members["_" + name.text] != nil { return storageIsTaken(name.text) }
    return nil
  }

  /// In a class that nothing in the files makes an `ObservableObject`, and that something outside of them may.
  static func inspectStray(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    let symbol = inspection.table.types[id]
    guard TypeObjections.unknownSuperclass(of: symbol, in: inspection.table) != nil,
      let attribute = node.attributes.attribute("Published")
    else { return }
    inspection.propose(
      Proposal(
        rule: self.id,
        place: inspection.place(of: attribute),
        subjects: [id],
        effect: .note(.needsDecision),
        message: hasNoConformance(inspection.name(id))
      )
    )
  }

  /// `_name = Published(initialValue: value)`
  static func inspectStatement(_ expression: ExprSyntax, _ inspection: Inspection) {
    guard let assignment = StorageAssignment(expression), let id = inspection.names.enclosingType,
      inspection.models[id] == .model,
      inspection.table.types[id].storedProperty(assignment.property)?.hasAttribute("Published") == true,
      assignment.wrapper == "Published" || assignment.wrapper == nil, let value = assignment.value,
      assignment.label == "initialValue" || assignment.label == "wrappedValue"
    else { return }
    assignment.markHandled(inspection)
    let head = assignment.target.startOffset..<value.startOffset
    let tail = value.utf8Range.upperBound..<expression.utf8Range.upperBound
    inspection.change(
      self,
      at: assignment.target,
      of: [id],
      [
        Edit(range: head, replacement: "self.\(assignment.property) = ", rule: self.id),
        Edit(range: tail, replacement: "", rule: self.id),
      ],
      startsPlainly(assignment.property)
    )
  }
}

extension PublishedRule {
  static let severalVariables = """
    One `@Published` for several variables: write a declaration for each.
    """

  static func isTracked(_ name: String) -> String {
    "`\(name)` is tracked without `@Published`; an equal value no longer notifies."
  }

  static func isStatic(_ name: String) -> String {
    "`\(name)` is static, which `@Observable` does not track: move it into an observable object."
  }

  static func hasArguments(_ name: String) -> String {
    "`@Published` of `\(name)` has arguments: write its initial value after `=`."
  }

  static func isInBackticks(_ name: String) -> String {
    "`@Observable` can't track a property whose name stands in backticks, \(name): rename it."
  }

  static func isOpen(_ name: String) -> String {
    "`@Observable` can't track an open property: make `\(name)` public, or let a computed property be open."
  }

  static func storageIsTaken(_ name: String) -> String {
    "`@Observable` stores `\(name)` as `_\(name)`, which is there already: rename that."
  }

  static func hasNoConformance(_ type: String) -> String {
    """
    Nothing in these files makes `\(type)` an `ObservableObject`: pass the files that declare what it inherits from, or convert \
    it by hand.
    """
  }

  static func startsPlainly(_ name: String) -> String {
    "`\(name)` gets its first value without `Published`."
  }
}
