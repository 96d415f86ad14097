import Foundation
import Observation

/// A book that somebody wants to read.
@Observable
final class Book: Identifiable {
  let id = UUID()
  let title: String
  var isRead = false

  init(title: String) {
    self.title = title
  }
}

/// The list that the app is about.
@Observable
final class Library {
  var books: [Book] = []
  private(set) var lastAdded: String?

  var unread: Int { books.filter { !$0.isRead }.count }

  func add(_ title: String) {
    books.append(Book(title: title))
    lastAdded = title
  }
}
