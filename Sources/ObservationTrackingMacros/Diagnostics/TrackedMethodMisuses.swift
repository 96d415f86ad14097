import SwiftDiagnostics
import SwiftSyntax

/// The misuses of `@ObservationTracking`, each at its token.
struct TrackedMethodMisuses {
  private(set) var diagnostics: [Diagnostic] = []
  private let method: TrackedMethod

  /// Whether there are no errors.
  var allowExpansion: Bool {
    !diagnostics.contains { $0.diagMessage.severity == .error }
  }

  init(_ method: TrackedMethod) {
    self.method = method
    guard let function = method.function else {
      add(.notAFunction(method.declaration.kindInWords), at: method.attribute, fixIt: removal)
      return
    }
    checkPlace(of: function)
    guard diagnostics.isEmpty else { return }
    checkIsolation(of: function)
    checkOtherBodyMacros(of: function)
    for binding in method.bindings { check(binding, of: function) }
    checkRest(of: function)
  }

  private mutating func add(_ misuse: Misuse, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
    diagnostics.append(Diagnostic(node: Syntax(node), message: misuse, fixIts: fixIt.map { [$0] } ?? []))
  }

  /// Checks the surroundings of the method.
  private mutating func checkPlace(of function: FunctionDeclSyntax) {
    if let conditions = method.place.conditions {
      add(.conditionalExtension(conditions.trimmedDescription), at: function.name)
    } else if case .other(let what) = method.place.kind {
      add(.notAnInstanceMethod(what), at: method.attribute, fixIt: removal)
    } else if let modifier = function.modifiers.first(where: \.isForType) {
      let what = "\(modifier.name.text) methods"
      add(.notAnInstanceMethod(what), at: modifier, fixIt: Correction.remove(modifier, from: function))
    } else if function.body == nil {
      add(.noBody, at: function.name, fixIt: removal)
    }
  }

  private mutating func checkIsolation(of function: FunctionDeclSyntax) {
    if let argument = method.unreadableIsolation {
      add(.unreadableIsolation, at: argument, fixIt: Correction.replace(argument, with: "nil"))
    }
    if let argument = method.attribute.argument("isolation"), method.place.kind == .actor,
      method.isolation == .mainActor, !function.isNonisolated, function.attributes.globalActor == nil
    {
      add(.actorOnMainActor, at: argument, fixIt: Correction.replace(argument, with: ".task"))
    }
  }

  /// Checks for other macros that write the body: the compiler takes only one.
  private mutating func checkOtherBodyMacros(of function: FunctionDeclSyntax) {
    for event in ScreenEvent.allCases {
      if let other = function.attributes.first(event.attribute) { add(.twoBodies(event.attribute), at: other) }
    }
    for event in ScreenEvent.allCases where method.place.followsScreen && event.isHandled(by: function) {
      add(.twoBodies(event.attribute), at: method.attribute)
    }
  }

  /// Checks the statements to bind.
  private mutating func check(_ binding: TrackedMethod.Binding, of function: FunctionDeclSyntax) {
    for use in LocalUse.all(of: binding.locals, in: binding.statement) {
      let remedy = use.remedy(in: binding.statement, binding.locals)
      add(.localUse(name: use.name.text, remedy), at: use.name, fixIt: correction(of: use, in: binding))
    }
    for code in binding.statement.code {
      for late in LateReading.all(in: code, binding.locals, in: method.place) {
        add(.readLater(late.text, example: late.example), at: late.expression, fixIt: late.correction)
      }
    }
    for keyword in LeavingStatements.keywords(in: binding.statement.code) {
      add(.leaving(keyword.text), at: keyword, fixIt: Correction.handlingErrors(keyword))
    }
    if method.place.isCancellable, binding.name == function.name.identifierText,
      function.signature.parameterClause.parameters.isEmpty
    {
      let free = "bind" + binding.name.dropFirst("observe".count)
      add(.nameOfMethod(binding.name), at: function.name, fixIt: Correction.replace(function.name, with: free))
    }
  }

  /// Checks the statements without a binding.
  private mutating func checkRest(of function: FunctionDeclSyntax) {
    let bound = Set(method.bindings.map(\.item.id))
    let rest = function.body?.statements.filter { !bound.contains($0.id) } ?? []
    for item in rest {
      if let keyword = item.keywordBeforeAssignment { add(.leaving(keyword.text), at: keyword) }
    }
    if let value = function.impliedResult, diagnostics.isEmpty { add(.resultIsBound, at: value) }
    guard diagnostics.isEmpty else { return }
    guard !method.bindings.isEmpty else {
      add(.nothingToObserve, at: function.name, fixIt: removal)
      return
    }
    for item in rest {
      let locals = LocalDeclarations(of: function, seenBy: item)
      guard let staying = StayingStatement(item, locals, in: method.place) else { continue }
      add(.staysAsItIs(staying.text, missing: staying.reading, staying.remedy), at: staying.start)
    }
  }

  /// Reads the named thing directly: a property of the same name, for storing a parameter, or the value of a constant.
  private func correction(of use: LocalUse, in binding: TrackedMethod.Binding) -> FixIt? {
    guard !use.isShorthand else { return nil }
    let name = use.name.text
    if use.declaration == .parameter {
      return Correction.replace(use.name, with: use.isCaptured ? "\(name) = self.\(name)" : "self.\(name)")
    }
    return use.value(in: binding.statement, binding.locals).map { value in
      Correction.replace(use.name, with: use.isCaptured ? "\(name) = \(value.text)" : value.replacing(use.name))
    }
  }

  private var removal: FixIt? {
    Correction.remove(method.attribute, from: method.declaration)
  }
}

extension CodeBlockItemSyntax {
  /// The `try` or `await` in front of an assignment that would otherwise be a binding.
  fileprivate var keywordBeforeAssignment: TokenSyntax? {
    guard let expression = item.as(ExprSyntax.self) else { return nil }
    if let tried = expression.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil {
      return tried.expression.assignment == nil ? nil : tried.tryKeyword
    }
    return expression.as(AwaitExprSyntax.self).flatMap { $0.expression.assignment == nil ? nil : $0.awaitKeyword }
  }
}

extension FunctionDeclSyntax {
  /// The returned expression without `return`.
  fileprivate var impliedResult: ExprSyntax? {
    guard returnsAnything, let statements = body?.statements, statements.count == 1, let only = statements.first
    else { return nil }
    return only.item.as(ExprSyntax.self) ?? only.item.as(ExpressionStmtSyntax.self)?.expression
  }
}

extension DeclSyntaxProtocol {
  /// The kind of statement, for a message.
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
