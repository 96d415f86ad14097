import SwiftDiagnostics
import SwiftSyntax

/// A method marked with `@ObservationTracking`: its bindings, and what is wrong with it.
struct TrackedMethod {
  struct Binding {
    let name: String
    let statement: BindingStatement
    let item: CodeBlockItemSyntax
  }

  let place: BindingPlace
  let isolation: BindingIsolation
  /// Attributes and modifiers that say where, and on which systems, the method runs; with a blank after each.
  let prefix: String
  let bindings: [Binding]
  let diagnostics: [Diagnostic]
  private let body: CodeBlockItemListSyntax

  /// - Parameters:
  ///   - declaration: What the attribute is attached to.
  ///   - attribute: The attribute; nil for the one in the declaration.
  ///   - place: What the declaration is written in.
  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, place: BindingPlace) {
    let function = declaration.as(FunctionDeclSyntax.self)
    self.place = place
    body = function?.body?.statements ?? []
    prefix = function?.isolationAndAvailability ?? ""
    let attributes = function?.attributes ?? []
    let argument = attribute.isolationArgument
    let isolation = argument.map { BindingIsolation($0, in: place, attributes: attributes) }
    self.isolation = (isolation ?? .inferred(in: place, attributes: attributes)) ?? .mainActor

    let statements = body.compactMap { item in BindingStatement(item).map { (item, $0) } }
    let names = BindingName.numbered(statements.map { BindingName.make(from: $0.1.named) })
    let bindings = zip(names, statements).map { Binding(name: $0, statement: $1.1, item: $1.0) }

    var misuses = TrackedMethodMisuses(declaration, attribute, place)
    if let function, misuses.isEmpty {
      if let argument, case .some(nil) = isolation { misuses.check(unreadable: argument) }
      if let argument, place.kind == .actor, self.isolation == .mainActor {
        misuses.check(actorOnMainActor: argument, of: function)
      }
      misuses.check(bindings, of: function)
    }
    diagnostics = misuses.diagnostics
    let isMisused = diagnostics.contains { $0.diagMessage.severity == .error }
    self.bindings = isMisused ? [] : bindings
  }

  /// The body with calls in the places of its bindings.
  var expandedBody: [CodeBlockItemSyntax] {
    let calls = Dictionary(uniqueKeysWithValues: bindings.map { ($0.item.id, "\($0.name)()") })
    return body.moved { calls[$0.id] }
  }
}

extension AttributeSyntax {
  /// What is given for `isolation:`.
  fileprivate var isolationArgument: ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == "isolation" }?.expression
  }
}

extension FunctionDeclSyntax {
  fileprivate var isolationAndAvailability: String {
    let availability = attributes.plain.filter { $0.baseName == "available" }.map(\.trimmedDescription)
    let isolation = attributes.globalActor.map { [$0.trimmedDescription] } ?? []
    let nonisolated = modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }.map(\.trimmedDescription)
    return (availability + isolation + nonisolated).map { $0 + " " }.joined()
  }
}
