import SwiftSyntax

/// The surroundings of a method with bindings.
struct BindingPlace {
  enum Kind: Equatable {
    case `class`
    case actor
    /// With the name of the extended type.
    case `extension`(of: String)
    /// A place without instances for the bindings, as written there.
    case other(String)
  }

  let kind: Kind
  /// The conditions of an extension.
  let conditions: GenericWhereClauseSyntax?
  /// Whether the class keeps tokens for cancelling its bindings.
  let isCancellable: Bool
  /// Whether properties of the object itself can be observed, as far as the attribute is there to be seen.
  let isObservable: Bool
  /// Whether the bindings pause while the view is hidden.
  let followsScreen: Bool

  /// - Parameter lexicalContext: The declarations around the method, innermost first.
  init(_ lexicalContext: [Syntax]) {
    let parent = lexicalContext.first
    switch parent?.kind {
    case .classDecl: kind = .class
    case .actorDecl: kind = .actor
    case .extensionDecl:
      kind = .extension(of: parent?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? "")
    case .structDecl: kind = .other("methods of a struct")
    case .enumDecl: kind = .other("methods of an enum")
    case .protocolDecl: kind = .other("methods of a protocol")
    case nil: kind = .other("functions outside of types")
    default: kind = .other("local functions")
    }
    conditions = parent?.as(ExtensionDeclSyntax.self)?.genericWhereClause
    let attributes = parent?.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    let mark = attributes.first(.cancellableObservation)
    followsScreen = mark?.argument("screen")?.trimmedDescription == "true"
    isCancellable = kind == .class && mark != nil
    isObservable = attributes.plain.contains { ["Observable", "ObservableModel"].contains($0.baseName) }
  }
}
