import Synchronization

final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func add() {
    value.add(1, ordering: .relaxed)
  }
}
