// swift-format-ignore-file

import Dispatch
import Observation
import ObservationBridge

@Observable
@MainActor
final class Search {
  var query = ""
  private(set) var length = 0
  @ObservationIgnored private(set) var searched: [String] = []
  private let observations = ObservationScope()
  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  init() {
    observations.observe(self, \.query) { [weak self] change in
      self?.length = change.new.count
    }
    let queryValues = ObservationBridge(
      of: self,
      options: .rateLimit(.debounce(ObservationDebounce(interval: .milliseconds(300), mode: .delayedFirst)))
    ) { $0.query }.removeDuplicates()
    tasks.append(Task { [weak self] in
      for await query in queryValues where !Task.isCancelled {
        self?.searched.append(query)
      }
    })
  }

  deinit {
    for task in tasks { task.cancel() }
  }
}
