import SwiftSyntax

/// A rule during its visit to one file.
struct RuleAtWork {
  struct Look {
    let kind: ObjectIdentifier
    /// Whether only unclaimed syntax is shown.
    let isForRest: Bool
    let show: (Syntax, Walk) -> Claim
  }

  let rule: ObjectIdentifier
  let looks: [Look]
  let keptFacts: () -> any RuleFacts

  init<Subject: Rule>(_ rule: Subject.Type) {
    self.rule = ObjectIdentifier(rule)
    var visits = Visits<Subject.Facts>()
    Subject.register(&visits)
    looks = visits.looks
    keptFacts = { [kept = visits.kept] in kept.facts }
  }
}

/// How far a rule has dealt with the syntax shown.
enum Claim: Comparable {
  /// Not at all: the rules for the rest see the node as well.
  case none
  /// The node is dealt with: the rules for the rest don't see it, but do see its contents.
  case node
  /// The node is dealt with including its contents, which no rule sees.
  case whole
}

/// The kinds of syntax that a rule visits, with the actions.
struct Visits<Facts: RuleFacts> {
  final class Kept {
    var facts = Facts()
  }

  fileprivate let kept = Kept()
  fileprivate private(set) var looks: [RuleAtWork.Look] = []

  /// Registers for a kind of syntax. `look` may keep facts, and says whether the node has been dealt with.
  mutating func on<Node: SyntaxProtocol>(
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

  /// Registers for a kind of syntax that `look` may claim.
  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Claim) {
    on(type) { node, walk, _ in look(node, walk) }
  }

  /// Registers for a kind of syntax of which `look` keeps facts.
  mutating func on<Node: SyntaxProtocol>(
    _ type: Node.Type,
    isForRest: Bool = false,
    _ look: @escaping (Node, Walk, inout Facts) -> Void
  ) {
    on(type, isForRest: isForRest) { node, walk, facts -> Claim in
      look(node, walk, &facts)
      return .none
    }
  }

  mutating func on<Node: SyntaxProtocol>(_ type: Node.Type, _ look: @escaping (Node, Walk) -> Void) {
    on(type) { node, walk, _ in look(node, walk) }
  }

  mutating func onTypes(_ look: @escaping (any DeclGroupSyntax & NamedDeclSyntax, Walk, inout Facts) -> Void) {
    on(ClassDeclSyntax.self) { look($0, $1, &$2) }
    on(StructDeclSyntax.self) { look($0, $1, &$2) }
    on(EnumDeclSyntax.self) { look($0, $1, &$2) }
    on(ActorDeclSyntax.self) { look($0, $1, &$2) }
    on(ProtocolDeclSyntax.self) { look($0, $1, &$2) }
  }
}
