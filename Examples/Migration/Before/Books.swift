import Combine
import Foundation

/// A book that somebody wants to read.
final class Book: ObservableObject, Identifiable {
  let id = UUID()
  let title: String
  @Published var isRead = false

  init(title: String) {
    self.title = title
  }
}

/// The list that the app is about.
final class Library: ObservableObject {
  @Published var books: [Book] = []
  @Published private(set) var lastAdded: String?

  var unread: Int { books.filter { !$0.isRead }.count }

  func add(_ title: String) {
    books.append(Book(title: title))
    lastAdded = title
  }
}
