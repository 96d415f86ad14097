import SwiftSyntax

/// The effects of a function, or of a property's accessors, on the properties of their type, as far as the text shows.
struct FunctionEffects: Sendable {
  var changes: Set<PropertyChange> = []
  /// The called functions of the same type.
  var calls: Set<String> = []
  var superCalls: Set<String> = []
  /// `objectWillChange.send()` is called.
  var announces = false

  mutating func formUnion(_ other: FunctionEffects) {
    changes.formUnion(other.changes)
    calls.formUnion(other.calls)
    superCalls.formUnion(other.superCalls)
    announces = announces || other.announces
  }

  /// Adds the effects of an expression itself, without the expressions inside. `isChanged = true` has none if `isChanged` is a
  /// local variable.
  mutating func add(_ node: ExprSyntax, _ locals: LocalNames) {
    let call = node.as(FunctionCallExprSyntax.self)
    if let call, call.isAnnouncement {
      announces = true
      return
    }
    let changes = node.changes(locals)
    self.changes.formUnion(changes)
    guard changes.isEmpty, let call else { return }
    if let (base, name) = call.method, base.is(SuperExprSyntax.self) {
      superCalls.insert(name.identifierText)
    } else if let name = call.calledExpression.ownMember {
      calls.insert(name)
    }
  }
}

/// A change of a property of `self`, or of a part of it, by a statement.
struct PropertyChange: Sendable, Hashable {
  let property: String
  /// The way from the property to the changed part.
  var steps: [ExpressionPath.Step] = []
  /// The method called on the part. A method changes a value, if anything, and no object.
  var method: String?
  /// `self` stands before the property.
  var isQualified = false

  static let subscriptName = "subscript"
  /// The name that stands for any property: `self[keyPath: path]`.
  static let anyName = "*"
}

extension PropertyChange {
  /// The change of the own property that an expression leads to: of `rows` by `row.update()` in `for row in rows`, too.
  init?(of expression: ExprSyntax, _ locals: LocalNames = LocalNames()) {
    if let call = expression.as(SubscriptCallExprSyntax.self), call.arguments.first?.label?.text == "keyPath",
      call.calledExpression.isSelf
    {
      self.init(property: Self.anyName)
      return
    }
    guard let written = ExpressionPath(expression) else { return nil }
    let behind = locals.path(written)
    // A local name of unknown meaning stays as written: something may change that is no property.
    let path = behind.ownMember == nil ? written : behind
    guard let name = path.ownMember else { return nil }
    self.init(property: name)
    isQualified = path.root == .selfReference
    steps = Array(isQualified ? path.steps.dropFirst() : path.steps[...])
  }

  /// A call of a method on a property, which may change the property.
  init?(_ node: FunctionCallExprSyntax, _ locals: LocalNames = LocalNames()) {
    guard let (base, name) = node.method, !base.isSelf else { return nil }
    self.init(of: base, locals)
    method = name.text
  }
}

extension SyntaxProtocol {
  /// The changes of properties in code, in the order of the text, each with the expression that makes it.
  func changes(
    skipping skipped: Set<SyntaxKind>,
    entering isEntered: @escaping (Syntax) -> Bool = { _ in true }
  ) -> [(change: PropertyChange, node: ExprSyntax)] {
    nodes(ExprSyntax.self, skipping: skipped, entering: isEntered).flatMap { node in
      node.changes().map { ($0, node) }
    }
  }
}

extension Syntax {
  var assignments: [PropertyChange] { nodes(SequenceExprSyntax.self).flatMap { ExprSyntax($0).changes() } }

  /// Whether code in it runs with the code around: everything but a closure that may be called later.
  var runsWhereItStands: Bool { self.as(ClosureExprSyntax.self)?.isCalledAtOnce ?? true }
}

extension ExprSyntax {
  /// The changes of properties by the expression itself, without the expressions inside. A name that isn't in `locals` counts
  /// as a property.
  func changes(_ locals: LocalNames = LocalNames()) -> [PropertyChange] {
    // Such a variable gets another value, whatever it had before.
    func isLocalVariable(_ target: ExprSyntax) -> Bool {
      target.as(DeclReferenceExprSyntax.self).map { locals.isOwnVariable($0.baseName.identifierText) } ?? false
    }
    return switch self.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let sequence):
      sequence.assigned.filter { !isLocalVariable($0) }.compactMap { PropertyChange(of: $0, locals) }
    case .inOutExpr(let argument) where !isLocalVariable(argument.expression):
      PropertyChange(of: argument.expression, locals).map { [$0] } ?? []
    // `DispatchQueue.main.async { … }` changes what its closure does.
    case .functionCallExpr(let call) where !call.closures.contains(where: \.runsInTask):
      PropertyChange(call, locals).map { [$0] } ?? []
    default: []
    }
  }

  /// `=`, or an operator that assigns.
  var isAssignment: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let text = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
  }

  /// The member of `self` that an expression begins with. A name alone may be a member.
  fileprivate var ownMember: String? { ExpressionPath(self).flatMap(\.ownMember) }
}

extension ExpressionPath {
  /// The member of `self` that the path begins with. A name alone may be a member.
  fileprivate var ownMember: String? {
    switch root {
    case .name(let name): return name
    case .selfReference:
      switch steps.first {
      case .member(let name)?: return name
      case .element?: return PropertyChange.subscriptName
      default: return nil
      }
    case .type: return nil
    }
  }
}

extension SequenceExprSyntax {
  /// The targets of an assignment, also with an operator.
  var assigned: [ExprSyntax] {
    let elements = elements.prefix(2)
    guard let target = elements.first, let second = elements.last, elements.count == 2 else { return [] }
    guard second.isAssignment else { return [] }
    if let tuple = target.as(TupleExprSyntax.self), tuple.elements.count > 1 { return tuple.elements.map(\.expression) }
    return [target]
  }
}

extension FunctionCallExprSyntax {
  /// `objectWillChange.send()` of `self`.
  var isAnnouncement: Bool {
    guard let (base, name) = method, name.text == "send", arguments.isEmpty, let path = ExpressionPath(base) else {
      return false
    }
    return path == ExpressionPath(name: "objectWillChange")
      || path == ExpressionPath(name: nil, [.member("objectWillChange")])
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool { ["willSet", "didSet"].contains(accessorSpecifier.text) }
}

extension DeclSyntax {
  /// The name under which a member's effects are kept; nil if they aren't kept.
  var effectsName: String? {
    switch self.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function): function.name.identifierText
    case .variableDecl(let variable): variable.bindings.first?.pattern.boundNames.first
    case .subscriptDecl: PropertyChange.subscriptName
    default: nil
    }
  }
}
