import ObservationModels

/// State of no isolation, as code in Swift 5 mode has it: here of the main thread.
@ObservableModel package final class Stock {
  package var count = 0
  package var onChange: (() -> Void)?
  private var storedLimit = 10

  package init() {}

  package var isEmpty: Bool { derived(\.isEmpty) { count == 0 } }

  package var limit: Int {
    get {
      access(keyPath: \.limit)
      return storedLimit
    }
    set { withMutation(keyPath: \.limit) { storedLimit = newValue } }
  }
}
