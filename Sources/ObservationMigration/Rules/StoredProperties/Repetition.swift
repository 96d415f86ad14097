import SwiftSyntax

/// How often the observers of a stored property run again after they change the property themselves.
///
/// The observers of a plain property don't run again. The setter of a tracked property, or of one with a wrapper, runs them
/// again.
enum Repetition: Comparable {
  case none
  /// Once more at most.
  case once
  /// Perhaps, unless the changed part belongs to an object.
  case possible
  /// Perhaps without end.
  case endless

  init(observers binding: PatternBindingSyntax, of key: PropertyKey, _ table: SymbolTable) {
    self = .none
    guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return }
    for accessor in accessors where accessor.isObserver {
      self = max(self, OwnChanges(accessor, key, table).repetition)
    }
  }
}

/// The changes of its own property by an observer.
private struct OwnChanges {
  private(set) var repetition = Repetition.none
  private let key: PropertyKey
  private let table: SymbolTable
  private let isDidSet: Bool

  init(_ accessor: AccessorDeclSyntax, _ key: PropertyKey, _ table: SymbolTable) {
    self.key = key
    self.table = table
    isDidSet = accessor.accessorSpecifier.text == "didSet"
    // A function of its own runs the observers of a plain property, too.
    for (change, node) in accessor.body?.changes(skipping: [.closureExpr, .functionDecl]) ?? [] {
      if let method = change.method, !isMutating(method) { continue }
      if !change.isQualified, node.isHidden(change.property) { continue }
      add(change, isLimited: node.as(SequenceExprSyntax.self).map(isLimited) ?? false)
    }
  }

  private mutating func add(_ change: PropertyChange, isLimited: Bool) {
    guard change.property == key.name else { return }
    switch table.effect(of: change, on: key) {
    case .none: return
    case .possible: repetition = max(repetition, .possible)
    // The effect of two changes on each other is unknown.
    case .certain: repetition = isLimited && repetition < .once ? .once : .endless
    }
  }

  private func isMutating(_ method: String) -> Bool {
    MutatingMethods.names.contains(method)
      || table.types.contains { $0.members[method]?.contains(where: \.isMutating) == true }
  }

  /// `if x > limit { x = limit }`: the second time the condition is false.
  private func isLimited(_ node: SequenceExprSyntax) -> Bool {
    guard isDidSet, let assignment = ExprSyntax(node).assignment, isFixed(assignment.value),
      let body = node.parent?.parent?.parent?.as(CodeBlockSyntax.self),
      let condition = body.parent?.as(IfExprSyntax.self), condition.body.id == body.id
    else { return false }
    return condition.conditions.contains { element in
      guard let comparison = element.condition.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        comparison.count == 3, let comparing = comparison[1].as(BinaryOperatorExprSyntax.self)
      else { return false }
      return [">", "<", "!="].contains(comparing.operator.text)
        && ExpressionPath(comparison[0])?.ownName == key.name
        && comparison[2].trimmedText == assignment.value.trimmedText
    }
  }

  /// Whether the value is the same in each run.
  private func isFixed(_ value: ExprSyntax) -> Bool {
    if value.is(NilLiteralExprSyntax.self) || TypeReference(literal: value) != nil { return true }
    guard let path = ExpressionPath(value), !path.steps.contains(.call), !path.steps.contains(.element) else {
      return false
    }
    if case .name(let name) = path.root {
      return name != key.name && !value.isHidden(name)
    }
    return path.ownName != key.name
  }
}
