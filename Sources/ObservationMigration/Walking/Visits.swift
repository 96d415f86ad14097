import SwiftSyntax

/// The kinds of syntax that a rule looks at, and what it does with them.
struct Visits<Facts: RuleFacts> {
  private let kept: KeptFacts<Facts>
  private(set) var looks: [RuleAtWork.Look] = []
  private(set) var looksAtTokens: [RuleAtWork.LookAtTokens] = []

  init(keeping kept: KeptFacts<Facts>) {
    self.kept = kept
  }

  private mutating func add<Node: SyntaxProtocol>(
    _ type: Node.Type,
    isForRest: Bool = false,
    _ look: @escaping (Node, Walk) -> Claim
  ) {
    looks.append(
      RuleAtWork.Look(kind: ObjectIdentifier(type), isForRest: isForRest) { node, walk in
        guard let node = node.as(type) else { return .none }
        return look(node, walk)
      }
    )
  }

  /// Asks for a kind of syntax. `look` may keep facts, and tells whether it has dealt with the node.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk, inout Facts) -> Claim) {
    add(type) { [kept] node, walk in look(node, walk, &kept.facts) }
  }

  /// Asks for a kind of syntax that `look` may claim.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Claim) {
    add(type, look)
  }

  /// Asks for all declarations of types.
  mutating func onTypes(_ look: @escaping (any DeclGroupSyntax & NamedDeclSyntax, Walk, inout Facts) -> Void) {
    on(ClassDeclSyntax.self) { look($0, $1, &$2) }
    on(StructDeclSyntax.self) { look($0, $1, &$2) }
    on(EnumDeclSyntax.self) { look($0, $1, &$2) }
    on(ActorDeclSyntax.self) { look($0, $1, &$2) }
    on(ProtocolDeclSyntax.self) { look($0, $1, &$2) }
  }

  /// Asks for a kind of syntax that `look` keeps facts of.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk, inout Facts) -> Void) {
    add(type) { [kept] node, walk in
      look(node, walk, &kept.facts)
      return .none
    }
  }

  /// Asks for a kind of syntax.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Void) {
    add(type) { node, walk in
      look(node, walk)
      return .none
    }
  }

  /// Asks for tokens, which no rule claims: those of files where the facts, once the file as a whole has been seen, say that they're
  /// wanted. Tokens are most of a tree.
  mutating func onTokens(
    if isWanted: @escaping (Facts) -> Bool,
    _ look: @escaping (TokenSyntax, Walk, inout Facts) -> Void
  ) {
    looksAtTokens.append(
      RuleAtWork.LookAtTokens(isWanted: { [kept] in isWanted(kept.facts) }) { [kept] token, walk in
        look(token, walk, &kept.facts)
      }
    )
  }

  /// Asks for a kind of syntax where no rule has claimed it.
  mutating func onRest<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk, inout Facts) -> Void) {
    add(type, isForRest: true) { [kept] node, walk in
      look(node, walk, &kept.facts)
      return .none
    }
  }

  /// Asks for a kind of syntax where no rule has claimed it.
  mutating func onRest<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Void) {
    add(type, isForRest: true) { node, walk in
      look(node, walk)
      return .none
    }
  }
}

/// What a rule has kept of one file so far.
final class KeptFacts<Facts: RuleFacts> {
  var facts = Facts()
}
