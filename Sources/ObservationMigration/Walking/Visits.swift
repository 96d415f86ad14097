import SwiftSyntax

/// The kinds of syntax that a rule looks at, and what it does with them.
struct Visits<Facts: RuleFacts> {
  typealias Handler = (Syntax, Walk, inout Facts) -> Claim

  private(set) var handlers: [(kind: ObjectIdentifier, handler: Handler)] = []

  /// Asks for a kind of syntax. `look` may keep facts, and tells whether it has dealt with the node.
  mutating func on<Node: SyntaxProtocol>(
    _ type: Node.Type,
    _ look: @escaping (Node, Walk, inout Facts) -> Claim
  ) {
    handlers.append(
      (ObjectIdentifier(type), { node, walk, facts in node.as(type).map { look($0, walk, &facts) } ?? .none })
    )
  }

  /// Asks for a kind of syntax that `look` claims or leaves to others.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Claim) {
    on(type) { node, walk, _ in look(node, walk) }
  }

  /// Asks for a kind of syntax that `look` keeps facts of, for other rules to look at as well.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk, inout Facts) -> Void) {
    on(type) { node, walk, facts in
      look(node, walk, &facts)
      return .none
    }
  }

  /// Asks for a kind of syntax that other rules may look at as well.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Void) {
    on(type) { node, walk, _ in
      look(node, walk)
      return .none
    }
  }
}
