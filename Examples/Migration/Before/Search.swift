// swift-format-ignore-file

import Combine
import Foundation

/// Searches when nobody has typed for a while.
@MainActor
final class Search: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [Book] = []

  private let library: Library
  private var subscriptions: Set<AnyCancellable> = []

  init(library: Library) {
    self.library = library
    $query
      .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .sink { [weak self] query in self?.find(query) }
      .store(in: &subscriptions)
  }

  private func find(_ query: String) {
    results = library.books.filter { $0.title.contains(query) }
  }
}
