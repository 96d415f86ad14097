import SwiftSyntax

extension SyntaxProtocol {
  /// The nodes of a kind inside and including this node, in the order of the text. Nodes of skipped kinds are left out
  /// with their contents.
  func nodes<Node: SyntaxProtocol>(_ type: Node.Type, skipping skipped: Set<SyntaxKind> = []) -> [Node] {
    collect(skipping: skipped) { node, _ in node.as(type) }
  }

  private func collect<Part>(
    skipping skipped: Set<SyntaxKind> = [],
    _ part: @escaping (Syntax, SyntaxKind) -> Part?
  ) -> [Part] {
    let collector = Collector(skipped, part)
    collector.walk(self)
    return collector.parts
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
  private let skipped: Set<SyntaxKind>
  private let part: (Syntax, SyntaxKind) -> Part?

  init(_ skipped: Set<SyntaxKind>, _ part: @escaping (Syntax, SyntaxKind) -> Part?) {
    self.skipped = skipped
    self.part = part
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    let kind = node.kind
    if !skipped.isEmpty, skipped.contains(kind) { return .skipChildren }
    if let part = part(node, kind) { parts.append(part) }
    return .visitChildren
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
