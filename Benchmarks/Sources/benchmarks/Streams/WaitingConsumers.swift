import Observation
import ObservationBridge

/// Many tasks on one actor, each of which waits for the next value of a stream of its own.
actor WaitingConsumers {
  private let model = Counter()
  private var tasks: [Task<Void, Never>] = []
  private var waitingCount = 0

  func streams(_ number: Int) async {
    await consume(number) { ObservationBridge { self.model.count } }
  }

  func observations(_ number: Int) async {
    await consume(number) { Observations { self.model.count } }
  }

  private func consume<Values: AsyncSequence>(_ number: Int, _ values: () -> Values) async
  where Values.Failure == Never, Values: Sendable {
    tasks.reserveCapacity(number)
    for _ in 0..<number {
      let values = values()
      tasks.append(Task { await self.consume(values) })
    }
    while waitingCount < number { await Task.yield() }
    // The last of them has yet to suspend.
    for _ in 0..<10 { await Task.yield() }
  }

  private func consume<Values: AsyncSequence>(_ values: Values) async where Values.Failure == Never {
    var iterator = values.makeAsyncIterator()
    _ = await iterator.next(isolation: self)
    waitingCount += 1
    while await iterator.next(isolation: self) != nil {}
  }

  func end() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    tasks = []
  }
}
