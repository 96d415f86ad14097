import SwiftSyntax

/// A rule while it looks at one file.
struct RuleAtWork {
  /// What it does with a kind of syntax.
  struct Look {
    let kind: ObjectIdentifier
    /// It's shown only what no rule has claimed.
    let isForRest: Bool
    /// Shows it a node of that kind.
    let show: (Syntax, Walk) -> Claim
  }

  /// What it does with the tokens of a file.
  struct LookAtTokens {
    /// Whether the file is one of which it wants to see the tokens.
    let isWanted: () -> Bool
    let show: (TokenSyntax, Walk) -> Void
  }

  let rule: ObjectIdentifier
  let looks: [Look]
  let looksAtTokens: [LookAtTokens]
  /// What it has kept so far.
  let keptFacts: () -> any RuleFacts

  /// A rule at the start of a file.
  init<Subject: Rule>(_ rule: Subject.Type) {
    self.rule = ObjectIdentifier(rule)
    var visits = Visits<Subject.Facts>()
    Subject.register(&visits)
    looks = visits.looks
    looksAtTokens = visits.looksAtTokens
    keptFacts = { [kept = visits.kept] in kept.facts }
  }
}

/// How far a rule deals with the syntax that it was shown.
enum Claim: Comparable {
  /// The rules for the rest are shown it as well.
  case none
  /// It's dealt with: the rules for the rest aren't shown it. What is in it is still shown.
  case node
  /// It's dealt with, and so is all that is in it, which no rule is shown.
  case whole
}

/// The kinds of syntax that a rule looks at, and what it does with them.
struct Visits<Facts: RuleFacts> {
  /// What the rule has kept of the file so far.
  final class Kept {
    var facts = Facts()
  }

  fileprivate let kept = Kept()
  fileprivate private(set) var looks: [RuleAtWork.Look] = []
  fileprivate private(set) var looksAtTokens: [RuleAtWork.LookAtTokens] = []

  private mutating func add<Node: SyntaxProtocol>(
    _ type: Node.Type,
    isForRest: Bool = false,
    _ look: @escaping (Node, Walk, inout Facts) -> Claim
  ) {
    looks.append(
      RuleAtWork.Look(kind: ObjectIdentifier(type), isForRest: isForRest) { [kept] node, walk in
        guard let node = node.as(type) else { return .none }
        return look(node, walk, &kept.facts)
      }
    )
  }

  /// Asks for a kind of syntax. `look` may keep facts, and tells whether it has dealt with the node.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk, inout Facts) -> Claim) {
    add(type, look)
  }

  /// Asks for a kind of syntax that `look` may claim.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Claim) {
    add(type) { node, walk, _ in look(node, walk) }
  }

  /// Asks for a kind of syntax that `look` keeps facts of.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk, inout Facts) -> Void) {
    add(type) { node, walk, facts in
      look(node, walk, &facts)
      return .none
    }
  }

  /// Asks for a kind of syntax.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Void) {
    on(type) { node, walk, _ in look(node, walk) }
  }

  /// Asks for all declarations of types.
  mutating func onTypes(_ look: @escaping (any DeclGroupSyntax & NamedDeclSyntax, Walk, inout Facts) -> Void) {
    on(ClassDeclSyntax.self) { look($0, $1, &$2) }
    on(StructDeclSyntax.self) { look($0, $1, &$2) }
    on(EnumDeclSyntax.self) { look($0, $1, &$2) }
    on(ActorDeclSyntax.self) { look($0, $1, &$2) }
    on(ProtocolDeclSyntax.self) { look($0, $1, &$2) }
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
    add(type, isForRest: true) { node, walk, facts in
      look(node, walk, &facts)
      return .none
    }
  }
}
