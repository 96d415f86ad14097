package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@CancellableObservation`: the bindings of a class can be cancelled, one by one or all at once, and started again.
package enum CancellableObservationMacro {}

extension CancellableObservationMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The compiler leaves out inherited conformances.
    let cancellable = CancellableClass(
      declaration,
      attribute: node,
      extendsAnother: protocols.isEmpty,
      lexicalContext: context.lexicalContext
    )
    let misuses = CancellableClassMisuses(cancellable)
    for diagnostic in misuses.diagnostics { context.diagnose(diagnostic) }
    guard let declaration = cancellable.declaration, !misuses.haveReservedNames else { return [] }
    return CancellableMembers(declaration, cancellable, starts: misuses.tracked).declarations
  }
}

extension CancellableObservationMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
    // Bindings look for the conformance anywhere, also if the class belongs to an actor.
    return [try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated \(raw: GeneratedType.tokensOwner) {}")]
  }
}

extension CancellableObservationMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    let cancellable = CancellableClass(declaration, attribute: node, lexicalContext: context.lexicalContext)
    guard cancellable.followsScreen, let function = member.as(FunctionDeclSyntax.self) else { return [] }
    return ScreenEvent.allCases.filter {
      $0.isHandled(by: function) && !function.attributes.contains($0.attribute)
        // A misuse, reported there.
        && !function.attributes.contains(.observationTracking)
    }
    .map { "@\(raw: $0.attribute.rawValue)" }
  }
}
