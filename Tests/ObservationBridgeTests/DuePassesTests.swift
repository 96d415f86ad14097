import TestSupport
import Testing

@testable import ObservationBridge

/// The order of passes that share a turn, and what is kept of those that are cancelled.
@Suite struct DuePassesTests {
  /// Changes of three properties, the first two of which belong to different objects and have the same key path.
  private enum Change: CaseIterable {
    case title, otherTitle, titleOfUnknown, name, unknown
  }

  private let objects = [Canary(Canary.Witness()), Canary(Canary.Witness())]

  private func due(_ change: Change) -> DueChange? {
    let (title, name) = (ObjectIdentifier(\SharedCounter.first), ObjectIdentifier(\SharedCounter.second))
    return switch change {
    case .title: DueChange(thread: 1, keyPath: title, object: ObjectIdentifier(objects[0]))
    case .otherTitle: DueChange(thread: 1, keyPath: title, object: ObjectIdentifier(objects[1]))
    case .titleOfUnknown: DueChange(thread: 1, keyPath: title, object: nil)
    case .name: DueChange(thread: 1, keyPath: name, object: ObjectIdentifier(objects[0]))
    case .unknown: nil
    }
  }

  /// What becomes due, by the order of its start, and the order in which the passes run.
  private static let orders: [(due: [(Int, Change)], runs: [Int])] = [
    ([], []),
    ([(2, .title), (1, .title), (3, .title)], [1, 2, 3]),
    ([(2, .title), (1, .name)], [2, 1]),
    ([(2, .title), (1, .otherTitle), (0, .otherTitle)], [2, 0, 1]),
    ([(3, .title), (2, .titleOfUnknown), (1, .otherTitle)], [2, 3, 1]),
    ([(3, .titleOfUnknown), (2, .otherTitle), (1, .title)], [2, 3, 1]),
    ([(3, .unknown), (2, .unknown), (1, .unknown)], [3, 2, 1]),
    ([(2, .title), (1, .unknown), (0, .title)], [2, 1, 0]),
  ]

  @Test(arguments: orders.indices) func ofOneChangeRunInTheOrderOfTheStart(index: Int) {
    let (due, runs) = Self.orders[index]
    let log = Log<Int>()
    let observations = (0..<4).map { Listed($0, log) }
    var passes = DuePasses()
    for (number, change) in due { passes.append(observations[number], dueTo: self.due(change)) }
    passes.run()
    #expect(log.elements == runs)
    #expect(passes.isEmpty)
  }

  @Test func bindingsRunInTheOrderOfTheStartWhateverMadeThemDue() {
    let log = Log<Int>()
    let observations = (0..<5).map { Listed($0, log, isBinding: $0 != 2) }
    var passes = DuePasses()
    for number in [4, 2, 3, 0] { passes.append(observations[number], dueTo: nil) }
    passes.run()
    #expect(log.elements == [0, 2, 3, 4])
  }

  @Test func fewCancelledObservationsAreKept() {
    let log = Log<Int>()
    var passes = DuePasses()
    var (living, kept) = (0, 0)
    for number in 0..<10_000 {
      let observation = Listed(number, log)
      passes.append(observation, dueTo: nil)
      kept += 1
      if number.isMultiple(of: 100) {
        living += 1
        continue
      }
      observation.cancel()
      let over = passes.abandonOne().filter(\.isReleased)
      passes.remove(Set(over.map { ObjectIdentifier($0) }))
      kept -= over.count
      #expect(kept <= 2 * living + 64)
    }
    passes.run()
    #expect(log.elements == (0..<10_000).filter { $0.isMultiple(of: 100) })
  }

  @Test func passesOfADeallocatedIsolationEnd() {
    let log = Log<Int>()
    let observations = (0..<3).map { Listed($0, log) }
    var passes = DuePasses()
    for observation in observations { passes.append(observation, dueTo: nil) }
    passes.end()
    #expect(observations.allSatisfy { !$0.isActive })
    #expect(log.elements == [])
  }
}

/// Logs its passes.
// Unchecked, like the superclass: all fields are constant.
private final class Listed: PassRunner, @unchecked Sendable {
  override var keepsStartOrder: Bool { isBinding }
  private let isBinding: Bool
  private let number: Int
  private let log: Log<Int>

  init(_ number: Int, _ log: Log<Int>, isBinding: Bool = false) {
    self.number = number
    self.log = log
    self.isBinding = isBinding
    super.init(.didSet, nil, on: nil)
  }

  override func runDuePass() {
    if isActive { log.append(number) }
  }
}
