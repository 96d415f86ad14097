import SwiftSyntax

extension Walk {
  func text(_ node: some SyntaxProtocol) -> String {
    source[node.utf8Range]
  }

  /// A name of a module, with the module where a type of the sources has the same.
  func qualified(_ name: String, of module: String = "SwiftUI") -> String {
    names.resolve(TypeReference.named([name])) == .external(name) ? name : "\(module).\(name)"
  }

  /// The macro of Observation, and the protocol.
  var observable: String { qualified("Observable", of: "Observation") }

  /// The macro that makes a class observable, and its module.
  var macro: (name: String, module: String) {
    options.models
      ? (qualified("ObservableModel", of: "ObservationModels"), "ObservationModels") : (observable, "Observation")
  }

  /// Names of types for a message.
  func name(_ id: TypeSymbol.ID) -> String { table.types[id].name }

  func replacing(_ node: some SyntaxProtocol, with text: String) -> Edit {
    Edit(node.utf8Range, with: text)
  }

  func inserting(_ text: String, at offset: Int) -> Edit {
    Edit(offset..<offset, with: text)
  }

  /// How far a type indents its members, told by one of them or by what is in it.
  func step(around node: some SyntaxProtocol) -> String {
    let block = Syntax(node).as(MemberBlockSyntax.self) ?? node.ancestor(MemberBlockSyntax.self)
    guard let members = block?.members.first, let type = block?.parent else { return "  " }
    let (outer, inner) = (source.indentation(at: type.startOffset), source.indentation(at: members.startOffset))
    return inner.hasPrefix(outer) && inner != outer ? String(inner.dropFirst(outer.count)) : "  "
  }

  /// Takes a statement or a declaration out, with its lines if it's alone in them.
  func removing(_ node: some SyntaxProtocol) -> Edit {
    Edit(source.removal(of: node.utf8Range), with: "")
  }

  /// Takes an attribute out, with the white space up to what follows; a comment there stays.
  func removing(attribute: AttributeSyntax) -> Edit {
    let following = attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    let hasComment = attribute.trailingTrivia.hasComment || following?.leadingTrivia.hasComment == true
    if hasComment { return removing(attribute) }
    let end = following?.startOffset ?? attribute.utf8Range.upperBound
    return Edit(attribute.startOffset..<end, with: "")
  }

  /// What a property with a wrapper needs where the macro would track it: nothing, but in a class that converts as well.
  func untracking(_ node: VariableDeclSyntax, of id: TypeSymbol.ID) -> (edits: [Edit], subjects: [TypeSymbol.ID]) {
    guard models.getsMacro(id, table), node.isTrackedByMacro else { return ([], []) }
    return ([inserting("@ObservationIgnored ", at: node.startOffset)], [id])
  }
}
