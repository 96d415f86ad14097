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
  /// What its generic parameters have to be, with a blank before it.
  let conditions: String
  /// The actor that it is isolated to on its own account.
  let globalActor: AttributeSyntax?
  let diagnostics: [Diagnostic]
  private let function: FunctionDeclSyntax?

  /// - Parameters:
  ///   - declaration: What the attribute is attached to.
  ///   - attribute: The attribute; nil for the one in the declaration.
  ///   - place: What the declaration is written in.
  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, place: BindingPlace) {
    let function = declaration.as(FunctionDeclSyntax.self)
    self.place = place
    self.function = function
    let body = function?.body?.statements ?? []
    conditions = function?.conditionsOfTheType ?? ""
    let argument = attribute.isolationArgument
    let attributes = function?.attributes ?? []
    let isNonisolated = function?.modifiers.contains(where: \.isNonisolated) == true
    let isolation = argument.map { BindingIsolation($0, in: place, of: attributes, isNonisolated) }
    self.isolation = (isolation ?? BindingIsolation(in: place, of: attributes, isNonisolated)) ?? .mainActor
    globalActor = attributes.globalActor ?? (self.isolation.isOfTheMethod ? attributes.possibleGlobalActor : nil)
    prefix = function?.availabilityAndIsolation(globalActor) ?? ""

    let statements = body.compactMap { item in BindingStatement(item).map { (item, $0) } }
    let names = BindingName.numbered(statements.map { BindingName.make(from: $0.1.named) })
    let bindings = zip(names, statements).map { Binding(name: $0, statement: $1.1, item: $1.0) }

    var misuses = TrackedMethodMisuses(declaration, attribute, place)
    if let function, misuses.isEmpty {
      if let argument, case .some(nil) = isolation { misuses.check(unreadable: argument) }
      if let argument, place.kind == .actor, self.isolation == .mainActor, !isNonisolated {
        misuses.check(actorOnMainActor: argument, of: function)
      }
      misuses.check(otherBodyMacrosOf: function, place)
      misuses.check(bindings, of: function)
    }
    diagnostics = misuses.diagnostics
    let isMisused = diagnostics.contains { $0.diagMessage.severity == .error }
    self.bindings = isMisused ? [] : bindings
  }

  /// The body with calls in the places of its bindings.
  var expandedBody: [CodeBlockItemSyntax] {
    guard let function, let body = function.body else { return [] }
    let calls = Dictionary(
      uniqueKeysWithValues: bindings.map { ($0.item.id, "\($0.name)()" + $0.statement.commentsInside) }
    )
    return MovedBody(body, of: function) { calls[$0.id] }.statements
  }
}

extension AttributeSyntax {
  /// What is given for `isolation:`.
  fileprivate var isolationArgument: ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == "isolation" }?.expression
  }
}

extension FunctionDeclSyntax {
  fileprivate func availabilityAndIsolation(_ globalActor: AttributeSyntax?) -> String {
    let availability = attributes.plain.filter { $0.baseName == "available" }.map(\.trimmedDescription)
    // `nonisolated(nonsending)` is for asynchronous functions alone.
    let nonisolated = modifiers.filter(\.isNonisolated).map(\.name.text)
    return (availability + [globalActor].compactMap { $0?.trimmedDescription } + nonisolated).map { $0 + " " }.joined()
  }

  /// What the bindings need as well; conditions on parameters of the method's own are no matter of theirs.
  fileprivate var conditionsOfTheType: String {
    let own = Set(genericParameterClause?.parameters.map(\.name.identifierText) ?? [])
    let conditions = genericWhereClause?.requirements.filter { requirement in
      !requirement.tokens(viewMode: .sourceAccurate).contains { own.contains($0.identifierText) }
    }
    guard let conditions, !conditions.isEmpty else { return "" }
    return " where " + conditions.map { $0.requirement.trimmedDescription }.joined(separator: ", ")
  }
}
