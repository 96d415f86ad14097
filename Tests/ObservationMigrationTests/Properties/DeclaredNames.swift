import SwiftParser
import SwiftSyntax

/// The names that a source declares twice where one is allowed: members of a type, and local variables of a scope.
///
/// Functions, which may be overloaded, and what stands in `#if` don't count.
final class DeclaredNames: SyntaxVisitor {
  private struct Scope: Hashable {
    let types: [String]
    let block: SyntaxIdentifier?
  }

  private var types: [String] = []
  private var seen: [Scope: Set<String>] = [:]
  private var twice: [String] = []

  static func twice(in text: String) -> [String] {
    let names = DeclaredNames(viewMode: .sourceAccurate)
    names.walk(Parser.parse(source: text))
    return names.twice
  }

  private func note(_ name: String, in block: SyntaxIdentifier? = nil) {
    if !seen[Scope(types: types, block: block), default: []].insert(name).inserted {
      twice.append((types + [name]).joined(separator: "."))
    }
  }

  private func enter(_ name: String, _ members: MemberBlockSyntax) -> SyntaxVisitorContinueKind {
    types.append(name)
    for member in members.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        let prefix = variable.modifiers.contains { $0.name.text == "static" } ? "static " : ""
        for binding in variable.bindings { note(prefix + binding.pattern.trimmedDescription) }
      } else if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        for element in declaration.elements { note(element.name.text) }
      } else if !member.decl.is(FunctionDeclSyntax.self), !member.decl.is(ExtensionDeclSyntax.self),
        let declaration = member.decl.asProtocol((any NamedDeclSyntax).self)
      {
        note(declaration.name.text)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node.memberBlock) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node.memberBlock) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node.memberBlock) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription, node.memberBlock)
  }

  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    for item in node {
      guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings { note(binding.pattern.trimmedDescription, in: node.id) }
    }
    return .visitChildren
  }
}
