import Synchronization

/// Has a change reported again when its value must have been stored.
///
/// One observation has one of these. One task serves all that wait.
final class Confirmation: Sendable {
  /// How long to wait at least: far longer than a thread needs from the report of a change to its store, unless it is
  /// suspended in between. At most it is twice as long.
  private static let interval = Duration.milliseconds(5)

  private struct Request: Sendable {
    weak let observer: (any DependencyObserver)?
    let confirmation: Confirmation
  }

  private struct Requests {
    /// Made since the interval began.
    var new: [Request] = []
    /// Made before it began; due at its end.
    var due: [Request] = []
    var isServed = false
  }

  private static let requests = LockedState(Requests())

  /// Whether `requests.new` has one for this observation.
  private let isRequested = Atomic(false)

  func request(for observer: some DependencyObserver) {
    if isRequested.exchange(true, ordering: .acquiringAndReleasing) { return }
    let request = Request(observer: observer, confirmation: self)
    let isServed = Self.requests.withLock { requests in
      requests.new.append(request)
      defer { requests.isServed = true }
      return requests.isServed
    }
    if !isServed { Task.detached { await Self.serve() } }
  }

  private static func serve() async {
    while true {
      try? await Task.sleep(for: interval)
      let due = requests.withLock { requests -> [Request]? in
        let due = requests.due
        requests.due = requests.new
        requests.new = []
        // From here on another change makes another request.
        for request in requests.due { request.confirmation.isRequested.store(false, ordering: .releasing) }
        requests.isServed = !due.isEmpty || !requests.due.isEmpty
        return requests.isServed ? due : nil
      }
      guard let due else { return }
      for request in due { request.observer?.dependencyHasSettled() }
    }
  }
}
