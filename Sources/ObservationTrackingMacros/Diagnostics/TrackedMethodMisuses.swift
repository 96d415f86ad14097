import SwiftDiagnostics
import SwiftSyntax

/// What is wrong with a use of `@ObservationTracking`, each thing at its token.
struct TrackedMethodMisuses {
  private(set) var diagnostics: [Diagnostic] = []
  private let attribute: AttributeSyntax
  private let declaration: any DeclSyntaxProtocol

  var isEmpty: Bool { diagnostics.isEmpty }

  /// Looks at what the attribute is attached to, and what that is written in.
  init(_ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax, _ place: BindingPlace) {
    self.attribute = attribute
    self.declaration = declaration
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      add(.notAFunction(declaration.kindInWords), at: attribute, fixIt: removal)
      return
    }
    if case .other(let what) = place.kind {
      add(.notAnInstanceMethod(what), at: attribute, fixIt: removal)
    } else if let modifier = function.modifiers.first(where: { $0.isForType }) {
      let what = "\(modifier.name.text) methods"
      add(.notAnInstanceMethod(what), at: modifier, fixIt: Correction.remove(modifier, from: function))
    } else if function.body == nil {
      add(.noBody, at: function.name, fixIt: removal)
    }
  }

  mutating func add(_ misuse: Misuse, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
    diagnostics.append(Diagnostic(node: Syntax(node), message: misuse, fixIts: fixIt.map { [$0] } ?? []))
  }

  mutating func check(unreadable argument: ExprSyntax) {
    add(.unreadableIsolation, at: argument, fixIt: Correction.replace(argument, with: "nil"))
  }

  /// Looks at the isolation of an actor's method.
  mutating func check(actorOnMainActor argument: ExprSyntax, of function: FunctionDeclSyntax) {
    guard function.attributes.globalActor == nil else { return }
    add(.actorOnMainActor, at: argument, fixIt: Correction.replace(argument, with: ".task"))
  }

  /// Looks at what is to be bound.
  mutating func check(_ bindings: [TrackedMethod.Binding], of function: FunctionDeclSyntax) {
    for binding in bindings {
      for use in LocalUse.all(in: binding.statement, of: function) {
        let name = use.name.text
        add(
          .localUse(name: name, isParameter: use.declaration == .parameter),
          at: use.name,
          fixIt: Correction.replace(use.name, with: "self.\(name)")
        )
      }
      for keyword in LeavingStatements.keywords(in: binding.statement) {
        add(.leaving(keyword.text), at: keyword)
      }
      if binding.name == function.name.identifierText, function.signature.parameterClause.parameters.isEmpty {
        let free = "bind" + binding.name.dropFirst("observe".count)
        add(.nameOfMethod(binding.name), at: function.name, fixIt: Correction.replace(function.name, with: free))
      }
    }
    for item in function.body?.statements ?? [] {
      if let keyword = item.keywordBeforeAssignment { add(.leaving(keyword.text), at: keyword) }
    }
    if bindings.isEmpty, isEmpty { add(.nothingToObserve, at: function.name, fixIt: removal) }
  }

  private var removal: FixIt? {
    Correction.remove(attribute, from: declaration)
  }
}

extension CodeBlockItemSyntax {
  /// The `try` or `await` in front of an assignment, which without it would be a binding.
  fileprivate var keywordBeforeAssignment: TokenSyntax? {
    guard let expression = item.as(ExprSyntax.self) else { return nil }
    if let tried = expression.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil {
      return tried.expression.assignment == nil ? nil : tried.tryKeyword
    }
    return expression.as(AwaitExprSyntax.self).flatMap { $0.expression.assignment == nil ? nil : $0.awaitKeyword }
  }
}

extension DeclModifierSyntax {
  fileprivate var isForType: Bool {
    name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class)
  }
}

extension DeclSyntaxProtocol {
  /// What this is, for a message.
  var kindInWords: String {
    switch kind {
    case .variableDecl: "a property"
    case .initializerDecl: "an initializer"
    case .deinitializerDecl: "a deinitializer"
    case .subscriptDecl: "a subscript"
    case .accessorDecl: "an accessor"
    case .classDecl: "a class"
    case .structDecl: "a struct"
    case .actorDecl: "an actor"
    case .enumDecl: "an enum"
    case .protocolDecl: "a protocol"
    case .extensionDecl: "an extension"
    default: "this declaration"
    }
  }
}
