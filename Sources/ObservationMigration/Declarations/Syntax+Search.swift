import SwiftSyntax

extension SyntaxProtocol {
  /// The nodes of a kind in it, itself included, in the order of the text; nodes of the kinds that are skipped are left out with all
  /// that is in them.
  func nodes<Node: SyntaxProtocol>(_ type: Node.Type, skipping skipped: Set<SyntaxKind> = []) -> [Node] {
    let finder = NodeFinder<Node>(skipped)
    finder.walk(self)
    return finder.nodes
  }

  /// The names of parameters and variables in it, as in a function.
  var localNames: Set<String> {
    let tokens =
      nodes(IdentifierPatternSyntax.self).map(\.identifier)
      + nodes(FunctionParameterSyntax.self).map { $0.secondName ?? $0.firstName }
      + nodes(ClosureParameterSyntax.self).map { $0.secondName ?? $0.firstName }
      + nodes(ClosureShorthandParameterSyntax.self).map(\.name)
    return Set(tokens.map(\.identifierText))
  }
}

private final class NodeFinder<Node: SyntaxProtocol>: SyntaxAnyVisitor {
  private(set) var nodes: [Node] = []
  private let skipped: Set<SyntaxKind>

  init(_ skipped: Set<SyntaxKind>) {
    self.skipped = skipped
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if !skipped.isEmpty, skipped.contains(node.kind) { return .skipChildren }
    if let found = node.as(Node.self) { nodes.append(found) }
    return .visitChildren
  }

  // Nobody looks for tokens here, and they are most of a tree.
  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visitPost(_ token: TokenSyntax) {}
}

/// All that some things lead to, themselves included.
func closure<Element: Hashable>(of start: some Sequence<Element>, _ next: (Element) -> some Sequence<Element>) -> Set<
  Element
> {
  var found: Set<Element> = []
  var pending = Array(start)
  while let element = pending.popLast() {
    if found.insert(element).inserted { pending += next(element) }
  }
  return found
}
