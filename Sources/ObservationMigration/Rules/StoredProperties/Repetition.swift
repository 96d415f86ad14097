import SwiftSyntax

/// How the observers of a stored property run again because they change the property themselves.
///
/// There a plain property is changed without that they run. One that is tracked is changed by its setter, which runs them, and so
/// is one that has a wrapper.
enum Repetition: Comparable {
  case none
  /// Once more at most.
  case once
  /// If what they change is a value and no object.
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

/// What an observer does to its own property.
private struct OwnChanges {
  private(set) var repetition = Repetition.none
  private let key: PropertyKey
  private let table: SymbolTable
  private let isDidSet: Bool
  private let locals: Set<String>

  init(_ accessor: AccessorDeclSyntax, _ key: PropertyKey, _ table: SymbolTable) {
    self.key = key
    self.table = table
    isDidSet = accessor.accessorSpecifier.text == "didSet"
    let parameter = accessor.parameters?.name.identifierText
    locals = accessor.localNames.union([parameter, "oldValue", "newValue"].compactMap(\.self))
    // What stands in a function of its own runs the observers of a plain property, too.
    for node in accessor.body?.nodes(ExprSyntax.self, skipping: [.closureExpr, .functionDecl]) ?? [] {
      switch node.as(ExprSyntaxEnum.self) {
      case .sequenceExpr(let node):
        for change in PropertyChange.all(in: node) { add(change, isLimited: isLimited(node)) }
      case .inOutExpr(let node):
        if let change = PropertyChange(node) { add(change) }
      case .functionCallExpr(let node):
        if let change = PropertyChange(node), let method = change.method, isMutating(method) { add(change) }
      default: continue
      }
    }
  }

  private mutating func add(_ change: PropertyChange, isLimited: Bool = false) {
    guard change.property == key.name else { return }
    switch table.effect(of: change, on: key) {
    case .none: return
    case .possible: repetition = max(repetition, .possible)
    // A local of the name may be meant.
    case .certain where !change.isQualified && locals.contains(key.name): repetition = max(repetition, .possible)
    // What two of them do to each other is not known.
    case .certain: repetition = isLimited && repetition < .once ? .once : .endless
    }
  }

  private func isMutating(_ method: String) -> Bool {
    MutatingMethods.names.contains(method)
      || table.types.contains { $0.members[method]?.contains(where: \.isMutating) == true }
  }

  /// `if x > limit { x = limit }`: the next time the condition isn't met.
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

  /// Whether it's the same each time the observer runs.
  private func isFixed(_ value: ExprSyntax) -> Bool {
    if value.is(NilLiteralExprSyntax.self) || TypeReference(literal: value) != nil { return true }
    guard let path = ExpressionPath(value), !path.steps.contains(.call), !path.steps.contains(.element) else {
      return false
    }
    if case .name(let name) = path.root { return name != key.name && !locals.contains(name) }
    return path.ownName != key.name
  }
}

extension ExpressionPath {
  /// The property of `self` that it is, if that's all.
  fileprivate var ownName: String? {
    switch root {
    case .name(let name): return steps.isEmpty ? name : nil
    case .selfReference:
      guard steps.count == 1, case .member(let name)? = steps.first else { return nil }
      return name
    case .type: return nil
    }
  }
}
