import SwiftSyntax

/// The subscribing classes of a file, and the names in their functions.
final class SubscriptionOwners: WalkMemo {
  fileprivate var owners: [TypeSymbol.ID: PipelineOwner] = [:]
  fileprivate var namesInFunctions: [SyntaxIdentifier: Set<String>] = [:]
  fileprivate var storageNames: Set<String>?
}

extension Walk {
  private var subscriptionOwners: SubscriptionOwners { memo(SubscriptionOwners.self) }

  /// Names of properties with subscriptions, of all types of this file.
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

  /// A class of this file around a node.
  func pipelineOwner(_ id: TypeSymbol.ID, around node: some SyntaxProtocol) -> PipelineOwner? {
    if let owner = subscriptionOwners.owners[id] { return owner }
    let owner = PipelineOwner(id, in: node.root, self)
    subscriptionOwners.owners[id] = owner
    return owner
  }

  /// The names in a function, including new ones.
  func names(in function: Syntax) -> Set<String> {
    if let names = subscriptionOwners.namesInFunctions[function.id] { return names }
    var names: Set<String> = []
    for token in function.tokens(viewMode: .sourceAccurate) {
      if case .identifier = token.tokenKind { names.insert(token.identifierText) }
    }
    subscriptionOwners.namesInFunctions[function.id] = names
    return names
  }

  func freeName(_ base: String, in function: Syntax) -> String {
    let names = names(in: function)
    return base.numbered { !names.contains($0) }
  }

  /// A name for a new constant in a function.
  func newName(_ base: String, in function: Syntax) -> String {
    let name = freeName(base, in: function)
    subscriptionOwners.namesInFunctions[function.id]?.insert(name)
    return name
  }

  /// Whether a name is global, or a type's.
  func isGlobal(_ name: String) -> Bool {
    if let id = names.enclosingType, !table.members(name, of: id).isEmpty { return false }
    return !table.globals(name).isEmpty || name.isTypeName
  }
}
