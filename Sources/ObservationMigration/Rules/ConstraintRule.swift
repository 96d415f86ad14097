import SwiftSyntax

/// `ObservableObject` in protocols, constraints and typealiases.
enum ConstraintRule: Rule {
  static let id: RuleID = "constraint"
  static let summary = "ObservableObject in protocols, constraints and typealiases becomes AnyObject and Observable."
  static let explanation = """
    A protocol that inherits from `ObservableObject` converts together with all that conform to it. A constraint such as
    `<Model: ObservableObject>`, an `any ObservableObject` or a typealias takes any object there is: it converts, and with it
    every type, if all of them convert. To convert types one after the other nevertheless, put
    `// observation-migrate:ignore` above the declaration and change it by hand.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    protocol Editing: ObservableObject {
      var text: String { get set }
    }

    final class Editor: Editing {
      @Published var text = ""
    }

    final class Box<Model: ObservableObject> {
      let model: Model
      init(_ model: Model) { self.model = model }
    }

    """
  static let after = """
    import Observation

    protocol Editing: AnyObject, Observable {
      var text: String { get set }
    }

    @Observable
    final class Editor: Editing {
      var text = ""
    }

    final class Box<Model: AnyObject & Observable> {
      let model: Model
      init(_ model: Model) { self.model = model }
    }

    """

  static func inspect(_ node: TypeSyntax, name: String, _ inspection: Inspection) {
    guard name == "ObservableObject", inspection.names.resolve(TypeReference(node)) == .observableObject,
      var parent = node.parent
    else { return }
    // `@MainActor ObservableObject`
    if let attributed = parent.as(AttributedTypeSyntax.self), let outer = attributed.parent { parent = outer }
    if let inherited = parent.as(InheritedTypeSyntax.self), let owner = parent.parent?.parent?.parent {
      return inspect(inherited, of: owner, node, inspection)
    }
    if let owner = parent.as(ExtensionDeclSyntax.self) { return inspect(owner, node, inspection) }
    let isPlain =
      [
        .genericParameter, .conformanceRequirement, .compositionTypeElement, .typeInitializerClause, .someOrAnyType,
        .typeAnnotation,
      ].contains(parent.kind)
    let text = isPlain ? "AnyObject & Observable" : "(AnyObject & Observable)"
    var subjects = inspection.models.candidates
    if parent.is(CompositionTypeElementSyntax.self),
      let composition = parent.parent?.parent?.as(CompositionTypeSyntax.self)
    {
      // Only what has the other parts as well gets there.
      let others = inspection.table.symbols(in: inspection.names.resolve(TypeReference(TypeSyntax(composition))))
      let possible = subjects.filter { inspection.table.inherits($0, fromAll: others) }
      if !possible.isEmpty { subjects = possible }
    }
    propose(node, subjects, text, inspection)
  }

  /// In the list of what a declaration inherits.
  private static func inspect(
    _ inherited: InheritedTypeSyntax,
    of owner: Syntax,
    _ node: TypeSyntax,
    _ inspection: Inspection
  ) {
    guard let declaration = owner.as(ProtocolDeclSyntax.self) else {
      if owner.is(ExtensionDeclSyntax.self), inspection.names.enclosingType == nil {
        inspection.propose(
          Proposal(
            rule: id,
            place: inspection.place(of: node),
            subjects: [],
            effect: .note(.needsDecision),
            message: extendsForeignType
          )
        )
      } else if owner.is(AssociatedTypeDeclSyntax.self) {
        propose(node, inspection.models.candidates, "AnyObject & Observable", inspection)
      }
      // That of a class is the rule `observable`'s.
      return
    }
    guard let id = inspection.names.enclosingType else { return }
    let names = declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    let isClassBound = names.contains("AnyObject") || names.contains("class")
    propose(node, [id], isClassBound ? "Observable" : "AnyObject, Observable", inspection)
  }

  /// `extension ObservableObject`
  private static func inspect(_ owner: ExtensionDeclSyntax, _ node: TypeSyntax, _ inspection: Inspection) {
    var edits = [inspection.replacing(node, with: "Observable", self)]
    if let clause = owner.genericWhereClause {
      edits.append(inspection.inserting("Self: AnyObject, ", at: clause.requirements.startOffset, self))
    } else {
      let end = (owner.inheritanceClause.map { Syntax($0) } ?? Syntax(node)).utf8Range.upperBound
      edits.append(inspection.inserting(" where Self: AnyObject", at: end, self))
    }
    inspection.change(self, at: node, of: all(inspection), edits, needsObservation: true, isConverted)
  }

  private static func propose(
    _ node: TypeSyntax,
    _ subjects: [TypeSymbol.ID],
    _ text: String,
    _ inspection: Inspection
  ) {
    let edit = inspection.replacing(node, with: text, self)
    let subjects = subjects == inspection.models.candidates ? all(inspection) : subjects
    inspection.change(self, at: node, of: subjects, [edit], needsObservation: true, isConverted)
  }

  /// All candidates, which convert only together from now on.
  private static func all(_ inspection: Inspection) -> [TypeSymbol.ID] {
    inspection.models.candidates
  }

  /// As an expression.
  static func inspect(_ node: DeclReferenceExprSyntax, name: String, _ inspection: Inspection) {
    guard !inspection.names.isLocal(name),
      name == "ObservableObject" || node.parent?.is(FunctionCallExprSyntax.self) == true
        || node.parent?.is(GenericSpecializationExprSyntax.self) == true
    else { return }
    if name != "ObservableObject", let call = node.parent?.as(FunctionCallExprSyntax.self),
      let value = call.arguments.first?.expression, let types = inspection.modelTypes(in: inspection.type(of: value))
    {
      return inspection.decide(self, at: node, of: types, isUsed(name))
    }
    inspection.decide(self, at: node, of: inspection.models.candidates, isUsed(name))
  }
}

extension ConstraintRule {
  static let isConverted = "What was an `ObservableObject` is an `Observable` object."
  static let extendsForeignType = """
    The extended type is not among the files: pass the files that declare it, or convert it by hand.
    """

  static func isUsed(_ name: String) -> String {
    "`\(name)` is used in an expression: write what takes its place by hand."
  }
}
