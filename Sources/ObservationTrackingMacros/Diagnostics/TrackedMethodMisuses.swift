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
    if let conditions = place.conditions {
      add(.conditionalExtension(conditions.trimmedDescription), at: function.name)
    } else if case .other(let what) = place.kind {
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

  /// Looks for macros that write the body as well; the compiler takes one of them.
  mutating func check(otherBodyMacrosOf function: FunctionDeclSyntax, _ place: BindingPlace) {
    for other in function.attributes.plain
    where ScreenEvent.allCases.contains(where: { $0.attribute == other.baseName }) {
      add(.twoBodies(other.baseName), at: other)
    }
    for event in ScreenEvent.allCases where place.followsScreen && event.isHandled(by: function) {
      add(.twoBodies(event.attribute), at: attribute)
    }
  }

  /// Looks at what is to be bound.
  mutating func check(_ bindings: [TrackedMethod.Binding], of function: FunctionDeclSyntax) {
    for binding in bindings {
      for use in LocalUse.all(in: binding.statement, of: function) {
        add(.localUse(name: use.name.text, use.declaration), at: use.name, fixIt: correction(of: use))
      }
      for keyword in LeavingStatements.keywords(in: binding.statement) {
        add(.leaving(keyword.text), at: keyword, fixIt: Correction.handlingErrors(keyword))
      }
      if binding.name == function.name.identifierText, function.signature.parameterClause.parameters.isEmpty {
        let free = "bind" + binding.name.dropFirst("observe".count)
        add(.nameOfMethod(binding.name), at: function.name, fixIt: Correction.replace(function.name, with: free))
      }
    }
    for item in function.body?.statements ?? [] {
      if let keyword = item.keywordBeforeAssignment { add(.leaving(keyword.text), at: keyword) }
    }
    if let value = function.impliedResult, isEmpty { add(.resultIsBound, at: value) }
    if !bindings.isEmpty, isEmpty {
      for item in function.body?.statements ?? [] {
        if let first = item.startOfWhatMayBeMeant { add(.staysAsItIs(first.trimmedDescription), at: first) }
      }
    }
    if bindings.isEmpty, isEmpty { add(.nothingToObserve, at: function.name, fixIt: removal) }
  }

  /// A property of the same name may be meant.
  private func correction(of use: LocalUse) -> FixIt? {
    guard !use.isShorthand else { return nil }
    switch use.declaration {
    case .parameter, .local:
      let member = "self.\(use.name.text)"
      return Correction.replace(use.name, with: use.isCaptured ? "\(use.name.text) = \(member)" : member)
    case .function, .type, .genericParameter: return nil
    }
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

extension CodeBlockItemSyntax {
  /// The first token of a statement that is no binding because of what is around it, or in it.
  fileprivate var startOfWhatMayBeMeant: TokenSyntax? {
    if let conditional = item.as(IfConfigDeclSyntax.self) {
      return conditional.statements.contains { BindingStatement($0) != nil || $0.startOfWhatMayBeMeant != nil }
        ? conditional.clauses.first?.poundKeyword : nil
    }
    if let labeled = item.as(LabeledStmtSyntax.self) {
      let statement = labeled.statement.as(ExpressionStmtSyntax.self)?.expression
      return statement?.isBranching == true ? labeled.label : nil
    }
    let expression = item.as(ExprSyntax.self) ?? item.as(ExpressionStmtSyntax.self)?.expression
    guard let expression else { return nil }
    if expression.isBranching, BindingStatement(self) == nil {
      return StartFinder.holdsAny(in: expression) ? expression.firstToken(viewMode: .sourceAccurate) : nil
    }
    return expression.isMeantBehindKeywords ? expression.firstToken(viewMode: .sourceAccurate) : nil
  }

  /// Looks through the branches of a statement.
  private final class StartFinder: SyntaxVisitor {
    private var isFound = false

    static func holdsAny(in expression: ExprSyntax) -> Bool {
      let finder = StartFinder(viewMode: .sourceAccurate)
      finder.walk(expression)
      return finder.isFound
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
      if node.startOfWhatMayBeMeant != nil { isFound = true }
      return isFound ? .skipChildren : .visitChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}

extension IfConfigDeclSyntax {
  /// Those of all clauses.
  var statements: [CodeBlockItemSyntax] {
    clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      guard case .statements(let list)? = clause.elements else { return [] }
      return Array(list)
    }
  }
}

extension ExprSyntax {
  fileprivate var isBranching: Bool {
    self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self)
  }

  /// Whether it would be a binding without `try`, `await` or `unsafe` before it: an assignment, or a call of something.
  fileprivate var isMeantBehindKeywords: Bool {
    var expression = self
    var isPreceded = false
    while let inner = expression.as(TryExprSyntax.self)?.expression ?? expression.as(AwaitExprSyntax.self)?.expression
      ?? expression.as(UnsafeExprSyntax.self)?.expression
    {
      expression = inner
      isPreceded = true
    }
    guard isPreceded, let statement = BindingStatement(CodeBlockItemSyntax(item: .expr(expression))) else {
      return false
    }
    // A call without arguments is for what it does.
    if case .call(let call) = statement { return call.as(FunctionCallExprSyntax.self)?.arguments.isEmpty == false }
    return true
  }
}

extension FunctionDeclSyntax {
  var returnsAnything: Bool {
    signature.returnClause.map { !["Void", "()"].contains($0.type.trimmedDescription) } ?? false
  }

  /// The expression that a function returns without a word.
  fileprivate var impliedResult: ExprSyntax? {
    guard returnsAnything, let statements = body?.statements, statements.count == 1, let only = statements.first
    else { return nil }
    return only.item.as(ExprSyntax.self) ?? only.item.as(ExpressionStmtSyntax.self)?.expression
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
