import SwiftUI

/// What goes into the rucksack.
@Observable
final class Checklist {
    /// One thing, which is ticked off.
    @Observable
    final class Item: Identifiable {
        let id: Int
        var isPacked = false
        var name: String

        init(id: Int, name: String) {
            self.id = id
            self.name = name
        }
    }

    var items: [Item]
    var isCollapsed = false

    init(names: [String]) {
        items = names.enumerated().map { Item(id: $0.offset, name: $0.element) }
    }

    var packed: Int { items.filter(\.isPacked).count }
}
