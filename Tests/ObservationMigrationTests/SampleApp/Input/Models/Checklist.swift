import Combine
import SwiftUI

/// What goes into the rucksack.
final class Checklist: ObservableObject {
    /// One thing, which is ticked off.
    final class Item: ObservableObject, Identifiable {
        let id: Int
        @Published var isPacked = false
        @Published var name: String

        init(id: Int, name: String) {
            self.id = id
            self.name = name
        }
    }

    @Published var items: [Item]
    @Published var isCollapsed = false

    private var subscriptions: [AnyCancellable] = []

    init(names: [String]) {
        items = names.enumerated().map { Item(id: $0.offset, name: $0.element) }
        for item in items {
            item.objectWillChange
                .sink { [weak self] _ in self?.objectWillChange.send() }
                .store(in: &subscriptions)
        }
    }

    var packed: Int { items.filter(\.isPacked).count }
}
