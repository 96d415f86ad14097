// swift-format-ignore-file

import Foundation
import Observation
import ObservationBridge

/// Searches when nobody has typed for a while.
@Observable
@MainActor
final class Search {
  var query = ""
  private(set) var results: [Book] = []

  private let library: Library
  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  init(library: Library) {
    self.library = library
    let queryValues = ObservationBridge(
      of: self,
      options: .rateLimit(.debounce(ObservationDebounce(interval: .milliseconds(300), mode: .delayedFirst)))
    ) { $0.query }.removeDuplicates()
    tasks.append(Task { [weak self] in
      for await query in queryValues where !Task.isCancelled { self?.find(query) }
    })
  }

  private func find(_ query: String) {
    results = library.books.filter { $0.title.contains(query) }
  }

  deinit {
    for task in tasks { task.cancel() }
  }
}
