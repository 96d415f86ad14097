import SwiftSyntax

extension SyntaxProtocol {
  /// The nodes of a kind inside and including this node, in the order of the text. Skipped kinds, and nodes that aren't
  /// entered, are left out with their contents.
  func nodes<Node: SyntaxProtocol>(
    _ type: Node.Type,
    skipping skipped: Set<SyntaxKind> = [],
    entering isEntered: @escaping (Syntax) -> Bool = { _ in true }
  ) -> [Node] {
    collect(entering: { node, kind in !skipped.contains(kind) && isEntered(node) }, { node, _ in node.as(type) })
  }

  /// The declarations of a kind that stand in no other declaration, also those in an `#if`.
  func topLevel<Node: DeclSyntaxProtocol>(_ type: Node.Type) -> [Node] {
    nodes(type, skipping: [.codeBlock, .memberBlock])
  }

  private func collect<Part>(
    entering isEntered: @escaping (Syntax, SyntaxKind) -> Bool = { _, _ in true },
    _ part: @escaping (Syntax, SyntaxKind) -> Part?
  ) -> [Part] {
    let collector = Collector(isEntered, part)
    collector.walk(self)
    return collector.parts
  }

  /// The places of some identifiers, without those in imports and the names of members in key paths.
  func mentions(of names: Set<String>) -> [TokenSyntax] {
    tokens(viewMode: .sourceAccurate).filter { token in
      guard case .identifier(let name) = token.tokenKind, names.contains(name) else { return false }
      return !token.ancestors.contains { [.importDecl, .keyPathPropertyComponent].contains($0.kind) }
    }
  }

  /// The names of parameters and variables inside, as in a function.
  var localNames: Set<String> {
    let tokens: [TokenSyntax] = collect { node, kind in
      switch kind {
      case .identifierPattern: node.as(IdentifierPatternSyntax.self)?.identifier
      case .functionParameter: node.as(FunctionParameterSyntax.self).map { $0.secondName ?? $0.firstName }
      case .closureParameter: node.as(ClosureParameterSyntax.self).map { $0.secondName ?? $0.firstName }
      case .closureShorthandParameter: node.as(ClosureShorthandParameterSyntax.self)?.name
      default: nil
      }
    }
    return Set(tokens.map(\.identifierText))
  }
}

private final class Collector<Part>: SyntaxAnyVisitor {
  private(set) var parts: [Part] = []
  private let isEntered: (Syntax, SyntaxKind) -> Bool
  private let part: (Syntax, SyntaxKind) -> Part?

  init(_ isEntered: @escaping (Syntax, SyntaxKind) -> Bool, _ part: @escaping (Syntax, SyntaxKind) -> Part?) {
    self.isEntered = isEntered
    self.part = part
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    let kind = node.kind
    guard isEntered(node, kind) else { return .skipChildren }
    if let part = part(node, kind) { parts.append(part) }
    return .visitChildren
  }

  // `os(iOS)` of `#if os(iOS)` is no call.
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if visitAny(Syntax(node)) == .visitChildren, let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  // Tokens are never collected, and they are most of a tree.
  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visitPost(_ token: TokenSyntax) {}
}

/// Everything that some elements lead to, themselves included.
func closure<Element: Hashable>(
  of start: some Sequence<Element>,
  _ next: (Element) -> some Sequence<Element>
) -> Set<Element> {
  var found: Set<Element> = []
  var pending = Array(start)
  while let element = pending.popLast() {
    if found.insert(element).inserted { pending += next(element) }
  }
  return found
}
