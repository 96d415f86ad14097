package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// What `@ObservableModel` marks the properties of a class with: accessors that report, and the stored value beside them.
package enum ModelPropertyMacro {
  // The code has its final form, and formatting it again takes longer than everything else here.
  package static var formatMode: FormatMode { .disabled }
}

extension ModelPropertyMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = ModelProperty(declaration), let number = node.argument("number")?.trimmedDescription
    else { return [] }
    let (stored, name, registrar) = (property.storedName, property.name.text, ModelMembers.registrar)
    let place = "self, \\.\(name), number: \(number)"
    // Indented, as the accessors of a property are that has none of its own.
    return [
      """
        @storageRestrictions(initializes: \(raw: stored))
        init(initialValue) {
          \(raw: stored) = initialValue
        }
      """,
      """
        get {
          \(raw: registrar)._access(\(raw: place))
          return \(raw: stored)
        }
      """,
      // Where nobody observes, nothing is compared. Whoever has begun to meanwhile may have read the old value.
      """
        set {
          if \(raw: registrar)._beginWrite(number: \(raw: number)) {
            guard \(raw: GeneratedType.modelChange).isChange(\(raw: stored), newValue) else {
              \(raw: stored) = newValue
              return
            }
            \(raw: registrar)._willSet(\(raw: place))
          }
          \(raw: stored) = newValue
          \(raw: registrar)._didSet(\(raw: place))
        }
      """,
      """
        _modify {
          let change = \(raw: registrar)._beginChangeInPlace(\(raw: place))
          defer {
            \(raw: registrar)._endChangeInPlace(\(raw: place), change)
          }
          yield &\(raw: stored)
        }
      """,
    ]
  }
}

extension ModelPropertyMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = ModelProperty(declaration), let number = node.argument("number")?.trimmedDescription
    else { return [] }
    // Before others' code runs that the property has itself.
    return [property.storage(in: context, reportingBy: "\(ModelMembers.registrar)._didStore(number: \(number))")]
  }
}
