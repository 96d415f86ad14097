import SwiftSyntax

/// Uses of `$property` that no other rule understands.
enum PublisherRule: Rule {
  static let id: RuleID = "publisher"
  static let summary = "The publisher of a property, $name, needs a decision where no other rule takes it on."
  static let explanation = """
    An `@Observable` class has no publishers. Where `$name` is handed on, combined, or collected in a test, write what takes its
    place: a stream, `ObservationBridge { model.name }`; an observation,
    `withPropertyObservation(of: model, \\.name) { change in … }`; in a test a recorder; or keep a subject beside the property
    and send to it in `didSet`.

    Pipelines of common operators that end in `sink` or `assign` are the rule `pipeline`'s.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import Combine

    final class Search: ObservableObject {
      @Published var query = ""
      var queries: AnyPublisher<String, Never> { $query.eraseToAnyPublisher() }
    }

    """
  static let after = """
    import Combine
    import Observation

    @Observable
    final class Search {
      var query = "" {
        didSet { subject.send(query) }
      }
      @ObservationIgnored private lazy var subject = CurrentValueSubject<String, Never>(query)
      var queries: AnyPublisher<String, Never> { subject.eraseToAnyPublisher() }
    }

    """

  /// `$name` alone: a property of the types around it.
  static func inspect(_ node: DeclReferenceExprSyntax, property: String, _ inspection: Inspection) {
    // A plain local of the name has no projection: it's still the member's.
    guard !property.isEmpty, !inspection.names.isLocal("$" + property) else { return }
    inspect(ExprSyntax(node), property, in: inspection.names.scope.types.reversed(), inspection)
  }

  /// `object.$name`
  static func inspect(_ node: MemberAccessExprSyntax, base: ExprSyntax, property: String, _ inspection: Inspection) {
    if base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self),
      let id = inspection.names.enclosingType
    {
      return inspect(ExprSyntax(node), property, in: [id], inspection)
    }
    switch inspection.type(of: base) {
    case .unknown, .parameter, .observableObject:
      let text = "\(inspection.text(base)).$\(property)"
      inspection.decide(
        self,
        at: node.declName,
        of: inspection.candidates(publishing: property),
        isOfUnknownType(text, inspection.text(base))
      )
    case let type:
      for id in inspection.table.symbols(in: type) { inspect(ExprSyntax(node), property, in: [id], inspection) }
    }
  }

  /// `\.$name`
  static func inspect(
    keyPathComponent node: KeyPathPropertyComponentSyntax,
    property: String,
    _ inspection: Inspection
  ) {
    inspection.decide(self, at: node, of: inspection.candidates(publishing: property), isInKeyPath(property))
  }

  private static func inspect(
    _ node: ExprSyntax,
    _ property: String,
    in types: [TypeSymbol.ID],
    _ inspection: Inspection
  ) {
    for id in types {
      guard let (member, scope) = inspection.table.members(property, of: id).first else { continue }
      let owner = scope.types.last ?? id
      if member.hasAttribute("Published") {
        guard inspection.models.isCandidate(owner) else { return }
        let place = node.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? Syntax(node)
        return inspection.decide(self, at: place, of: [owner], isUsed(property))
      }
      guard ["StateObject", "ObservedObject", "EnvironmentObject"].contains(where: member.hasAttribute) else { return }
      guard let types = inspection.modelTypes(in: inspection.table.type(of: member, in: scope)), !types.isEmpty else {
        return
      }
      guard let access = node.parent?.as(MemberAccessExprSyntax.self), access.base?.id == node.id else {
        return inspection.decide(self, at: node, of: types, isHandedOn(property))
      }
      if member.hasAttribute("ObservedObject") {
        inspection.result.projections.insert(PropertyKey(type: owner, name: property))
      } else if member.hasAttribute("EnvironmentObject") {
        EnvironmentObjectRule.bind(node, property, of: types, inspection)
      }
      return
    }
  }
}

extension PublisherRule {
  static func isUsed(_ property: String) -> String {
    """
    `$\(property)` is gone afterwards: write a stream, `ObservationBridge { model.\(property) }`, an observation, \
    `withPropertyObservation(of: model, \\.\(property)) { change in … }`, or a subject that `didSet` sends to; in a test \
    record with `token.values { model.\(property) }`.
    """
  }

  static func isHandedOn(_ property: String) -> String {
    "`$\(property)` is handed on as a whole: hand on `\(property)`, and make the bindings where they are used."
  }

  static func isInKeyPath(_ property: String) -> String {
    """
    A key path leads to the publisher of `\(property)`: use one to the property itself, with \
    `withPropertyObservation(of: model, \\.\(property))`.
    """
  }

  static func isOfUnknownType(_ text: String, _ base: String) -> String {
    "`\(text)` may be the publisher of a property that is converted: declare the type of `\(base)`."
  }
}
