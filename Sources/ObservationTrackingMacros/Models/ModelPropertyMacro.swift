package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// What `@ObservableModel` marks the properties of a class with: accessors that report, and the stored value beside them.
package enum ModelPropertyMacro {}

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
    return [
      """
      @storageRestrictions(initializes: \(raw: stored))
      init(initialValue) {
        \(raw: stored) = initialValue
      }
      """,
      """
      get {
        \(raw: registrar).access(\(raw: place))
        return \(raw: stored)
      }
      """,
      // Where nobody observes, nothing is compared. Whoever has begun to meanwhile may have read the old value. What is done where
      // somebody observes is in functions of its own, so that other writes needn't save registers.
      """
      set {
        @inline(never)
        func change() {
          guard \(raw: GeneratedType.modelChange).isChange(\(raw: stored), newValue) else {
            \(raw: stored) = newValue
            return
          }
          \(raw: registrar).willSet(\(raw: place))
          \(raw: stored) = newValue
          \(raw: registrar).didSet(\(raw: place))
        }
        @inline(never)
        func report() {
          \(raw: registrar).didSet(\(raw: place))
        }
        if \(raw: registrar).isObserved(number: \(raw: number)) {
          change()
        } else {
          \(raw: stored) = newValue
          if \(raw: registrar).isObserved(number: \(raw: number)) {
            report()
          }
        }
      }
      """,
      """
      _modify {
        \(raw: registrar).accessInPlace(\(raw: place))
        \(raw: registrar).willSet(\(raw: place))
        let change = \(raw: registrar).beginChangeInPlace(number: \(raw: number))
        defer {
          \(raw: registrar).endChangeInPlace(change)
          \(raw: registrar).didSet(\(raw: place))
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
    return [property.storage(in: context, reportingBy: "\(ModelMembers.registrar).didStore(number: \(number))")]
  }
}
