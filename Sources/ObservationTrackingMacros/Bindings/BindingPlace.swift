import SwiftSyntax

/// What a method with bindings is written in.
struct BindingPlace {
  enum Kind: Equatable {
    case `class`
    case actor
    /// With the name of the extended type, and its conditions.
    case `extension`(of: String)
    /// Where there are no instances whose bindings could go on; with what is written there.
    case other(String)
  }

  let kind: Kind
  /// Whether the class keeps tokens, by which its bindings are cancelled.
  let isCancellable: Bool
  private let attributes: AttributeListSyntax

  /// - Parameter lexicalContext: The declarations around the method, innermost first.
  init(_ lexicalContext: [Syntax]) {
    let parent = lexicalContext.first
    switch parent?.kind {
    case .classDecl: kind = .class
    case .actorDecl: kind = .actor
    case .extensionDecl: kind = .extension(of: parent?.as(ExtensionDeclSyntax.self)?.extendedTypeAndConditions ?? "")
    case .structDecl: kind = .other("methods of a struct")
    case .enumDecl: kind = .other("methods of an enum")
    case .protocolDecl: kind = .other("methods of a protocol")
    case nil: kind = .other("functions outside of types")
    default: kind = .other("local functions")
    }
    attributes = parent?.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    isCancellable = kind == .class && attributes.contains(named: "CancellableObservation")
  }

  /// Whether the type belongs to a global actor other than the main actor.
  var hasOtherGlobalActor: Bool {
    attributes.globalActor.map { $0.attributeName.trimmedDescription != "MainActor" } ?? false
  }
}

extension ExtensionDeclSyntax {
  fileprivate var extendedTypeAndConditions: String {
    let conditions = genericWhereClause.map { " \($0.trimmedDescription)" } ?? ""
    return (extendedType.trimmedDescription + conditions).filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
  }
}
