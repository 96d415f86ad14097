import Foundation
import ObservationModels

/// Somebody to write to.
@MainActor @ObservableModel
final class Contact {
  let id: Int
  var name: String
  var isFavorite = false
  var unread = 0

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// All of them, and which one is shown.
@MainActor @ObservableModel
final class AddressBook {
  var contacts: [Contact] = []
  var query = ""
  var selected: Contact?

  init() {}

  /// What the list shows, favorites first. It's computed again only when the contacts, the query, a name or a favorite has changed.
  var listed: [Contact] {
    derived(\.listed, comparingBy: { $0.map(\.id) == $1.map(\.id) }) {
      let found = query.isEmpty ? contacts : contacts.filter { $0.name.localizedStandardContains(query) }
      return found.filter(\.isFavorite) + found.filter { !$0.isFavorite }
    }
  }

  var unread: Int {
    derived(\.unread) { contacts.reduce(0) { $0 + $1.unread } }
  }
}
