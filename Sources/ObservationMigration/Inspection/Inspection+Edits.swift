import SwiftSyntax

extension Inspection {
  func replacing(_ node: some SyntaxProtocol, with text: String, _ rule: any Rule.Type) -> Edit {
    Edit(range: node.utf8Range, replacement: text, rule: rule.id)
  }

  func inserting(_ text: String, at offset: Int, _ rule: any Rule.Type) -> Edit {
    Edit(range: offset..<offset, replacement: text, rule: rule.id)
  }

  /// Takes a statement or a declaration out, with its lines if it's alone in them.
  func removing(_ node: some SyntaxProtocol, _ rule: any Rule.Type) -> Edit {
    Edit(range: source.removal(of: node.utf8Range), replacement: "", rule: rule.id)
  }

  /// Takes an attribute out, with the white space up to what follows; a comment there stays.
  func removing(attribute: AttributeSyntax, _ rule: any Rule.Type) -> Edit {
    let start = attribute.startOffset
    let following = attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    let hasComment = attribute.trailingTrivia.hasComment || following?.leadingTrivia.hasComment == true
    let end = hasComment ? source.removal(of: attribute.utf8Range).upperBound : following?.startOffset
    if hasComment { return Edit(range: source.removal(of: attribute.utf8Range), replacement: "", rule: rule.id) }
    return Edit(range: start..<(end ?? attribute.utf8Range.upperBound), replacement: "", rule: rule.id)
  }

  /// What a property with a wrapper needs where the macro would track it: nothing, but in a class that converts as well.
  func untracking(
    _ node: VariableDeclSyntax,
    of id: TypeSymbol.ID,
    _ rule: any Rule.Type
  ) -> (edits: [Edit], subjects: [TypeSymbol.ID]) {
    guard models[id] == .model, StorageRule.needsAttribute(node) else { return ([], []) }
    return ([inserting("@ObservationIgnored ", at: node.startOffset, rule)], [id])
  }

  func text(_ node: some SyntaxProtocol) -> String {
    source[node.utf8Range]
  }

  /// Names of types for a message.
  func name(_ id: TypeSymbol.ID) -> String { table.types[id].name }
}
