import SwiftSyntax

/// Storage for subscriptions of which none is left.
enum CancellableRule: Rule {
  static let id: RuleID = "unused-cancellable"
  static let summary = "A private property for subscriptions goes when no subscription is left."
  static let explanation = """
    A private `Set<AnyCancellable>` or `AnyCancellable?` of a converted class goes if nothing in the file mentions it any more but
    statements that empty it, which go with it.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Theme: ObservableObject {
      @Published var isDark = false
      private var cancellables = Set<AnyCancellable>()
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Theme {
      var isDark = false
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard node.modifiers.has("private") || node.modifiers.has("fileprivate"), node.bindings.count == 1,
      let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      inspection.storageNames.contains(name.identifierText)
    else { return }
    let owner = inspection.pipelineOwner(id, around: node)
    let storage = owner?.storages.first { $0.declaration.id == node.id }
    inspection.result.storages.append(
      CancellableStorage(
        owner: id,
        name: name.identifierText,
        removal: inspection.source.removal(of: node.utf8RangeWithComments),
        block: inspection.source.removalOfBlock(node.utf8RangeWithComments),
        resets: storage?.resets.map { $0.item.utf8Range } ?? [],
        scope: node.modifiers.has("private") ? owner?.ranges : nil,
        place: inspection.place(of: name)
      )
    )
  }

  /// Those of which nothing is left when the edits have been made.
  static func unused(in inspection: FileInspection, after edits: [Edit]) -> [CancellableStorage] {
    inspection.storages.filter { storage in
      inspection.mentions[storage.name]?.filter(storage.isInScope).allSatisfy { offset in
        // What takes the place of a subscription may be stored in the same property.
        storage.removal.contains(offset) || storage.resets.contains { $0.contains(offset) }
          || edits.contains { $0.range.contains(offset) && !$0.replacement.contains(storage.name) }
      } ?? true
    }
  }
}

extension CancellableStorage {
  /// Whether its name stands for it there.
  fileprivate func isInScope(_ offset: Int) -> Bool {
    scope?.contains { $0.contains(offset) } ?? true
  }
}

extension CancellableRule {
  static func isUnused(_ name: String) -> String {
    "`\(name)` keeps no subscription any more."
  }
}
