package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The mark of a property of an `@ObservableModel`: accessors that report, and the stored value beside them.
package enum ModelPropertyMacro {
  // The code is in its final form, and formatting would take longer than everything else here.
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
    // Indented like the accessors of a property without own ones.
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
    // Before other people's code in the property's own observers.
    return [property.storage(in: context, reportingBy: "\(ModelMembers.registrar)._didStore(number: \(number))")]
  }
}
