import SwiftSyntax

/// The classes of a file that keep subscriptions, and the names in their functions.
final class SubscriptionOwners: WalkMemo {
  fileprivate var owners: [TypeSymbol.ID: PipelineOwner] = [:]
  /// The names in functions, with those that were added to them.
  fileprivate var namesInFunctions: [SyntaxIdentifier: Set<String>] = [:]
  fileprivate var storageNames: Set<String>?
}

extension Walk {
  private var subscriptionOwners: SubscriptionOwners { memo(SubscriptionOwners.self) }

  /// Names of properties that keep subscriptions, of all types of this file.
  var storageNames: Set<String> {
    if let names = subscriptionOwners.storageNames { return names }
    let names = Set(
      table.declarationOffsets[file].values.flatMap { id in
        table.types[id].members.values.joined().filter(\.keepsSubscriptions).map(\.name)
      }
    )
    subscriptionOwners.storageNames = names
    return names
  }

  /// A class of this file, found from a node of it.
  func pipelineOwner(_ id: TypeSymbol.ID, around node: some SyntaxProtocol) -> PipelineOwner? {
    if let owner = subscriptionOwners.owners[id] { return owner }
    let owner = PipelineOwner(id, in: node.root, self)
    subscriptionOwners.owners[id] = owner
    return owner
  }

  /// The names that a function mentions, and those that were added to it.
  func names(in function: Syntax) -> Set<String> {
    if let names = subscriptionOwners.namesInFunctions[function.id] { return names }
    var names: Set<String> = []
    for token in function.tokens(viewMode: .sourceAccurate) {
      if case .identifier = token.tokenKind { names.insert(token.identifierText) }
    }
    subscriptionOwners.namesInFunctions[function.id] = names
    return names
  }

  /// A name that nothing has in a function.
  func freeName(_ base: String, in function: Syntax) -> String {
    let names = names(in: function)
    return base.numbered { !names.contains($0) }
  }

  /// A name for a constant in a function, which it has from here on.
  func newName(_ base: String, in function: Syntax) -> String {
    let name = freeName(base, in: function)
    subscriptionOwners.namesInFunctions[function.id]?.insert(name)
    return name
  }

  /// Whether a name stands for nothing of the type around it: a global one, or a type.
  func isGlobal(_ name: String) -> Bool {
    if let id = names.enclosingType, !table.members(name, of: id).isEmpty { return false }
    return !table.globals(name).isEmpty || name.unicodeScalars.first?.properties.isUppercase == true
  }
}
