import SwiftSyntax

/// A method marked with `@ObservationTracking`, as written, and its bindings.
struct TrackedMethod {
  struct Binding {
    let name: String
    let statement: BindingStatement
    let item: CodeBlockItemSyntax
    /// The visible names of the method.
    let locals: LocalDeclarations
  }

  /// The declaration with the attribute.
  let declaration: any DeclSyntaxProtocol
  let attribute: AttributeSyntax
  let place: BindingPlace
  /// The declaration as a function.
  let function: FunctionDeclSyntax?
  let isolation: BindingIsolation
  /// The argument of `isolation:`, if it can't be read.
  let unreadableIsolation: ExprSyntax?
  let bindings: [Binding]
  /// The actor in the method's own isolation.
  let globalActor: AttributeSyntax?

  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, place: BindingPlace) {
    self.declaration = declaration
    self.attribute = attribute
    self.place = place
    let function = declaration.as(FunctionDeclSyntax.self)
    self.function = function

    let attributes = function?.attributes ?? []
    let isNonisolated = function?.isNonisolated == true
    let inferred = BindingIsolation(in: place, of: attributes, isNonisolated)
    let argument = attribute.argument("isolation")
    let given = argument.map { BindingIsolation($0, in: place, of: attributes, isNonisolated) }
    isolation = (given ?? inferred) ?? inferred
    if case .some(nil) = given { unreadableIsolation = argument } else { unreadableIsolation = nil }
    globalActor = attributes.globalActor ?? (isolation.isOfTheMethod ? attributes.possibleGlobalActor : nil)

    var statements: [(item: CodeBlockItemSyntax, statement: BindingStatement, locals: LocalDeclarations)] = []
    if let function {
      for item in function.body?.statements ?? [] {
        let locals = LocalDeclarations(of: function, seenBy: item)
        if let statement = BindingStatement(item, locals) { statements.append((item, statement, locals)) }
      }
    }
    let names = BindingName.numbered(statements.map { BindingName.make(from: $0.statement.named) })
    bindings = zip(names, statements).map { name, found in
      Binding(name: name, statement: found.statement, item: found.item, locals: found.locals)
    }
  }
}

extension FunctionDeclSyntax {
  var isNonisolated: Bool {
    modifiers.contains(where: \.isNonisolated)
  }

  var returnsAnything: Bool {
    signature.returnClause.map { !["Void", "()"].contains($0.type.trimmedDescription) } ?? false
  }
}

extension DeclModifierSyntax {
  var isNonisolated: Bool {
    name.tokenKind == .keyword(.nonisolated)
  }

  var isForType: Bool {
    name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class)
  }
}
