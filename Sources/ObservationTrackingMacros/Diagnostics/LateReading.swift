import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The reads of a closure that runs after its statement, such as the operation of a task: nothing observes such reads.
///
/// If the capture list reads something, the binding depends on the captured values, and the other reads are ignored.
struct LateReading {
  /// The read member.
  let expression: ExprSyntax
  fileprivate let call: FunctionCallExprSyntax
  fileprivate let closure: ClosureExprSyntax

  /// Returns the late readings in a statement, one for each call.
  static func all(in code: Syntax, _ locals: LocalDeclarations, in place: BindingPlace) -> [LateReading] {
    Finder.find(in: code, locals, place)
  }

  /// The read member, in one line.
  var text: String { Syntax(expression).quotation }

  /// Whether a closure of this call contains the read.
  func isOf(_ call: FunctionCallExprSyntax) -> Bool { call.id == self.call.id }

  /// The read member without `self`, which a capture list doesn't need.
  private var capturedValue: String {
    for prefix in ["self?.", "self."] where text.hasPrefix(prefix) { return String(text.dropFirst(prefix.count)) }
    return text
  }

  private var capture: String? {
    guard let member = expression.as(MemberAccessExprSyntax.self)?.declName.baseName.identifierText else { return nil }
    return "\(member) = \(capturedValue)"
  }

  /// The call with a closure that captures the value, in short.
  var example: String {
    let capture = "[\(capture ?? "value = \(capturedValue)")]"
    if call.isRunOnMainActor { return "Task { @MainActor \(capture) in … }" }
    let called = Syntax(call.calledExpression).quotation
    let parameters =
      switch closure.signature?.parameterClause {
      case .none: ""
      case .some(let clause): " \(clause.trimmedDescription)"
      }
    return "\(called)\(call.arguments.isEmpty ? "" : "(…)") { \(capture)\(parameters) in … }"
  }

  /// Captures the value, and uses the capture.
  var correction: FixIt? {
    guard let capture, let name = expression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      !LookedUp.contains(name.identifierText, in: Syntax(closure))
    else { return nil }
    let body = Replacement(of: expression.trimmedDescription, by: name.trimmed).rewrite(closure.statements).description
    let old = closure.signature
    let captures = (old?.capture?.items.map { "\($0.with(\.trailingComma, nil).trimmedDescription)" } ?? []) + [capture]
    let parameters = old?.parameterClause.map { " \($0.trimmedDescription)" } ?? ""
    guard old?.attributes.isEmpty != false, old?.effectSpecifiers == nil, old?.returnClause == nil else { return nil }
    let new: ExprSyntax = """
      \(closure.leftBrace.trimmed) [\(raw: captures.joined(separator: ", "))]\(raw: parameters) in\(raw: closure.spaceBeforeBody)\(raw: body)\(closure.rightBrace)
      """
    return FixIt(
      message: Correction(message: "Capture '\(capturedValue)'"),
      changes: [.replace(oldNode: Syntax(closure), newNode: Syntax(new))]
    )
  }
}

/// Finds the calls whose closures run later.
private final class Finder: SyntaxVisitor {
  private let locals: LocalDeclarations
  private let place: BindingPlace
  private var found: [LateReading] = []

  static func find(in code: Syntax, _ locals: LocalDeclarations, _ place: BindingPlace) -> [LateReading] {
    let finder = Finder(locals, place)
    finder.walk(code)
    return finder.found
  }

  private init(_ locals: LocalDeclarations, _ place: BindingPlace) {
    self.locals = locals
    self.place = place
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.runsClosuresLater else { return .visitChildren }
    for closure in node.closures {
      if let captures = closure.signature?.capture, Reading.first(in: [Syntax(captures)], locals) != nil { continue }
      guard let start = node.startsAtOnce ? FirstSuspension.end(in: closure) : closure.position else { continue }
      if let late = Reading.first(inBodyOf: closure, from: start, locals, includingOwnProperties: place.isObservable) {
        found.append(LateReading(expression: late, call: node, closure: closure))
      } else {
        found += Self.find(in: Syntax(closure.statements), locals, place)
      }
    }
    return .skipChildren
  }

  // Other closures may be handlers, which read current values when called.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    node.isRunAtOnce ? .visitChildren : .skipChildren
  }

  // Code in a bare `do` runs once.
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    node.catchClauses.isEmpty ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  /// The closures among the arguments.
  fileprivate var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) } + [trailingClosure].compactMap(\.self)
      + additionalTrailingClosures.map(\.closure)
  }

  /// Whether the call starts a task or similar work, judging by its name.
  fileprivate var runsClosuresLater: Bool {
    let called = calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression
    if let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text { return name == "Task" || name == "Timer" }
    guard let member = called.as(MemberAccessExprSyntax.self) else { return false }
    let base = member.base?.as(GenericSpecializationExprSyntax.self)?.expression ?? member.base
    let root = base?.trimmedDescription ?? ""
    let name = member.declName.baseName.text
    if Self.methodsOfTypes[root]?.contains(name) == true || Self.methods.contains(name) { return true }
    // Of run loops, and of groups of work.
    return name == "perform" && root.hasPrefix("RunLoop.")
      || name == "notify" && arguments.first?.label?.text == "queue"
  }

  private static let methodsOfTypes: [String: Set<String>] = [
    "MainActor": ["run"],
    "Task": ["detached", "immediate", "immediateDetached", "init"],
    "Timer": ["scheduledTimer"],
  ]

  private static let methods: Set = [
    "addBarrierBlock", "addOperation", "addTask", "addTaskUnlessCancelled", "async", "asyncAfter", "asyncUnsafe",
  ]

  /// Whether the task runs at once until its first suspension.
  fileprivate var startsAtOnce: Bool {
    ["immediate", "immediateDetached"].contains(
      calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    )
  }

  /// Whether the call is `MainActor.run`, which doesn't begin a task.
  fileprivate var isRunOnMainActor: Bool {
    calledExpression.trimmedDescription == "MainActor.run"
  }
}

extension ClosureExprSyntax {
  /// Whether the closure is an argument of a function that calls it before returning.
  fileprivate var isRunAtOnce: Bool {
    var node = parent
    while let current = node, !current.is(FunctionCallExprSyntax.self) { node = current.parent }
    guard let called = node?.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    let name =
      called.as(MemberAccessExprSyntax.self)?.declName.baseName ?? called.as(DeclReferenceExprSyntax.self)?.baseName
    return name.map { Self.callersAtOnce.contains($0.text) } ?? false
  }

  private static let callersAtOnce: Set = [
    "compactMap", "filter", "flatMap", "forEach", "map", "withDiscardingTaskGroup", "withTaskGroup",
    "withThrowingDiscardingTaskGroup", "withThrowingTaskGroup",
  ]

  /// The code between the braces or the signature and the first statement.
  fileprivate var spaceBeforeBody: String {
    (signature?.inKeyword ?? leftBrace).trailingTrivia.description
  }
}

/// Finds where a closure first waits for something.
private final class FirstSuspension: SyntaxVisitor {
  private var end: AbsolutePosition?

  static func end(in closure: ClosureExprSyntax) -> AbsolutePosition? {
    let finder = FirstSuspension(viewMode: .sourceAccurate)
    finder.walk(closure.statements)
    return finder.end
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { add(node.endPosition) }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    node.awaitKeyword == nil ? .visitChildren : add(node.sequence.endPosition)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func add(_ end: AbsolutePosition) -> SyntaxVisitorContinueKind {
    self.end = min(self.end ?? end, end)
    return .skipChildren
  }
}

/// Whether code looks up a name by itself.
private final class LookedUp: SyntaxVisitor {
  private let name: String
  private var isFound = false

  static func contains(_ name: String, in code: Syntax) -> Bool {
    let finder = LookedUp(name)
    finder.walk(code)
    return finder.isFound
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isMember, node.baseName.identifierText == name { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if node.identifier.identifierText == name { isFound = true }
    return .visitChildren
  }
}

/// Replaces the read member by the captured name.
private final class Replacement: SyntaxRewriter {
  private let text: String
  private let name: TokenSyntax

  init(of text: String, by name: TokenSyntax) {
    self.text = text
    self.name = name
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard node.trimmedDescription == text else { return super.visit(node) }
    return ExprSyntax(DeclReferenceExprSyntax(baseName: name))
      .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }
}
