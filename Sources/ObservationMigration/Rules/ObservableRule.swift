import SwiftSyntax

/// `@Observable` instead of the conformance.
enum ObservableRule: Rule {
  static let id: RuleID = "observable"
  static let summary = "A class that is an ObservableObject becomes @Observable."
  static let explanation = """
    The attribute goes on its own line above the class, after its documentation comment; the conformance goes, wherever it is
    declared: at the class, in an extension, with `Combine.` before it. Other protocols, the superclass and `@MainActor` stay.
    A `private` class in another type becomes `fileprivate`, because what the macro adds to it stands outside.

    A class converts only together with its superclasses and subclasses, with the protocols that make it observable and their
    other conformers, and only if no place in the files stands against it. What observes it then hears of the properties it
    reads, not of every change of the object.

    Left alone are types that a macro can't extend (those declared in functions), that have a second declaration of the same
    name, or whose superclass is not among the files.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    /// What is in the cart.
    @MainActor
    final class Cart: ObservableObject, Identifiable {
      @Published var items: [String] = []
    }

    """
  static let after = """
    import Observation

    /// What is in the cart.
    @Observable
    @MainActor
    final class Cart: Identifiable {
      var items: [String] = []
    }

    """

  static func inspect(_ node: ClassDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard inspection.models[id] == .model else { return }
    if let types = node.inheritanceClause?.inheritedTypes,
      types.count(where: { isObservableObject($0.type, inspection) }) > 1
    {
      // Not Swift that compiles; taking one away would make it so.
      return inspection.decide(self, at: node.name, of: [id], isRedundant)
    }
    var edits = removals(in: node.inheritanceClause, inspection)
    if node.attributes.attribute("Observable") == nil {
      let start = node.startOffset
      let separator =
        inspection.source.isFirstInLine(start)
        ? inspection.source.newline + inspection.source.indentation(at: start) : " "
      edits.append(inspection.inserting("@Observable" + separator, at: start, self))
    }
    let isPrivate = node.modifiers.first { $0.name.text == "private" }
    if Syntax(node).isMember, let isPrivate {
      // What the macro adds stands outside, where a private class can't be seen.
      edits.append(inspection.replacing(isPrivate.name, with: "fileprivate", self))
    }
    if Syntax(node).isInPrivateMember {
      inspection.decide(DeclarationRule.self, at: node.name, of: [id], DeclarationRule.isInPrivateType)
    }
    inspection.change(self, at: node.name, of: [id], edits, needsObservation: true, isObservable)
  }

  static func inspect(_ node: ExtensionDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard inspection.models[id] == .model else { return }
    var edits = removals(in: node.inheritanceClause, inspection)
    guard !edits.isEmpty else { return }
    if let clause = node.genericWhereClause {
      return inspection.decide(self, at: clause, of: [id], isConditional)
    }
    let isEmpty =
      node.inheritanceClause?.inheritedTypes.count == 1 && node.memberBlock.members.isEmpty
      && !node.memberBlock.leftBrace.trailingTrivia.hasComment && !node.memberBlock.rightBrace.leadingTrivia.hasComment
    if isEmpty {
      edits = [Edit(range: inspection.source.removalOfBlock(node.utf8Range), replacement: "", rule: self.id)]
    }
    inspection.change(self, at: node.extendedType, of: [id], edits, conformanceIsGone)
  }

  /// Takes `ObservableObject` out of a list of what is inherited.
  private static func removals(in clause: InheritanceClauseSyntax?, _ inspection: Inspection) -> [Edit] {
    guard let clause else { return [] }
    let inherited = Array(clause.inheritedTypes)
    guard let index = inherited.firstIndex(where: { isObservableObject($0.type, inspection) }) else { return [] }
    let element = inherited[index]
    let range: Range<Int>
    var tokens: [Range<Int>] = [element.type.utf8Range]
    if inherited.count == 1 {
      // With the space before the colon.
      let start = clause.colon.previousToken(viewMode: .sourceAccurate)?.utf8Range.upperBound ?? clause.startOffset
      range = start..<element.utf8Range.upperBound
      tokens.append(clause.colon.utf8Range)
    } else if index + 1 < inherited.count {
      range = element.startOffset..<inherited[index + 1].startOffset
      tokens += [element.trailingComma?.utf8Range].compactMap(\.self)
    } else {
      range = inherited[index - 1].type.utf8Range.upperBound..<element.utf8Range.upperBound
      tokens += [inherited[index - 1].trailingComma?.utf8Range].compactMap(\.self)
    }
    let text = inspection.source[range]
    if text.contains("//") || text.contains("/*") {
      // The comments stay.
      return tokens.map { Edit(range: $0, replacement: "", rule: id) }
    }
    return [Edit(range: range, replacement: "", rule: id)]
  }

  private static func isObservableObject(_ type: TypeSyntax, _ inspection: Inspection) -> Bool {
    guard TypeReference(type).lastName == "ObservableObject" else { return false }
    return inspection.names.resolve(TypeReference(type)) == .observableObject
  }
}

extension Syntax {
  /// Whether it's declared in a type.
  fileprivate var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) == true }

  /// Whether one of the types around it is a private member of another.
  fileprivate var isInPrivateMember: Bool {
    var current = parent
    while let syntax = current {
      if syntax.isMember, let group = syntax.asProtocol((any DeclGroupSyntax).self), group.modifiers.has("private") {
        return true
      }
      current = syntax.parent
    }
    return false
  }
}

extension ObservableRule {
  static let isObservable = "The class is `@Observable`."
  static let isRedundant = "`ObservableObject` is in the list twice: remove one."
  static let isConditional = """
    The conformance has a condition, which `@Observable` can't have: declare it for all, or convert the class by hand.
    """
  static let conformanceIsGone = "The conformance goes; the class is `@Observable`."
}
