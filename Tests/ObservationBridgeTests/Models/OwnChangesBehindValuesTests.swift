import Observation
import ObservationBridgeTesting
import TestSupport
import Testing

@testable import ObservationBridge

/// Passes that change what a derived value depends on that they have read: they aren't notified of that, but of what others change afterwards,
/// also if the value then is what the pass had read.
@Suite @MainActor struct OwnChangesBehindValuesTests {
  enum Kind: CaseIterable {
    case registrar, standard

    func makeCell() -> any RandomCell { self == .registrar ? Cell() : PlainCell() }
  }

  private nonisolated static let options: [ObservationOptions] = [
    .didSet, [.didSet, .immediate], [.willSet, .immediate], .willSet,
  ]

  /// Has others fill a tank three times that a pass empties whenever a value says that it is too full.
  ///
  /// - Returns: The level after each.
  private func fill(_ cell: any RandomCell, by change: (() -> Void) -> Void = { $0() }) async -> [Int] {
    var levels: [Int] = []
    for _ in 0..<3 {
      change { cell.x = 9 }
      await mainActorTurns()
      levels.append(cell.x)
    }
    return levels
  }

  @Test(arguments: Kind.allCases, options)
  func passRunsWhenOthersChangeTheValueBack(_ kind: Kind, _ options: ObservationOptions) async {
    let cell = kind.makeCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    let token = withPortableContinuousObservation(options: options) { _ in
      if isTooFull.value { cell.x = 0 }
    }
    #expect(await fill(cell) == [0, 0, 0])
    token.cancel()
  }

  @Test(arguments: Kind.allCases, options)
  func passRunsBehindSeveralValues(_ kind: Kind, _ options: ObservationOptions) async {
    let cell = kind.makeCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    let isAlarming = DerivedValue { isTooFull.value }
    let message = DerivedValue { isAlarming.value ? "!" : "" }
    let token = withPortableContinuousObservation(options: options) { _ in
      if !message.value.isEmpty { cell.x = 0 }
    }
    #expect(await fill(cell) == [0, 0, 0])
    token.cancel()
  }

  @Test(arguments: Kind.allCases, options)
  func passRunsAfterTransactions(_ kind: Kind, _ options: ObservationOptions) async {
    let cell = kind.makeCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    let token = withPortableContinuousObservation(options: options) { _ in
      if isTooFull.value { withObservationTransaction { cell.x = 0 } }
    }
    #expect(await fill(cell) { change in withObservationTransaction { change() } } == [0, 0, 0])
    token.cancel()
  }

  @Test(arguments: Kind.allCases, options)
  func passRunsIfItMadeTheChangeWithoutObservation(_ kind: Kind, _ options: ObservationOptions) async {
    let cell = kind.makeCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    let token = withPortableContinuousObservation(options: options) { _ in
      if isTooFull.value { withoutObservation { cell.x = 0 } }
    }
    #expect(await fill(cell) == [0, 0, 0])
    token.cancel()
  }

  @Test(arguments: Kind.allCases, options)
  func innerPassRuns(_ kind: Kind, _ options: ObservationOptions) async {
    let cell = kind.makeCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    let token = withPortableContinuousObservation { event in
      event.scope.observe(options: options) { _ in
        if isTooFull.value { cell.x = 0 }
      }
    }
    #expect(await fill(cell) == [0, 0, 0])
    token.cancel()
  }

  @Test(arguments: Kind.allCases)
  func derivedPropertyLeadsToAPassAsWell(_ kind: Kind) async {
    let cell = kind.makeCell()
    let tank = Tank(cell)
    var matches: [Bool] = []
    let token = withPortableContinuousObservation { event in
      if tank.isTooFull {
        matches.append(event.matches(\Tank.isTooFull))
        cell.x = 0
      }
    }
    #expect(await fill(cell) == [0, 0, 0])
    #expect(matches == [true, true, true])
    token.cancel()
  }

  private final class Tank: Observable {
    private let registrar = ModelRegistrar()
    private let cell: any RandomCell

    init(_ cell: any RandomCell) { self.cell = cell }

    var isTooFull: Bool { registrar.derived(self, \.isTooFull) { cell.x > 5 } }
  }

  @Test(arguments: Kind.allCases, [ObservationRateLimit?.none, .throttle(ObservationThrottle(interval: .zero))])
  func streamSamplesWhenOthersChangeTheValueBack(_ kind: Kind, _ limit: ObservationRateLimit?) async {
    let cell = kind.makeCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    let seen = Log<Int>()
    let stream = ObservationBridge(options: ObservationStreamOptions(rateLimit: limit)) {
      if isTooFull.value { cell.x = 0 }
      return cell.x
    }
    let task = Task { for await level in stream { seen.append(level) } }
    await eventually { !seen.elements.isEmpty }
    for _ in 0..<3 {
      cell.x = 9
      await eventually { cell.x == 0 }
    }
    task.cancel()
  }

  /// Each pass leaves another state than the pass before. If passes were notified of their own changes, they would never end.
  @Test(arguments: Kind.allCases, options)
  func passIsNotTriggeredByItsOwnChange(_ kind: Kind, _ options: ObservationOptions) async {
    let cell = kind.makeCell()
    let (next, isPositive) = (DerivedValue { cell.x + 1 }, DerivedValue { cell.x >= 0 })
    var passes = 0
    let token = withPortableContinuousObservation(options: options) { _ in
      passes += 1
      if isPositive.value { cell.x = next.value }
    }
    await mainActorTurns(10)
    #expect(passes == 1)
    #expect(cell.x == 1)
    token.cancel()
  }

  /// The change by another thread marks the value first, so the pass's own change notifies nobody.
  @Test(arguments: options) func passFollowsIfAnotherThreadMakesChangesBeforeAndAfterItsOwn(
    _ options: ObservationOptions
  ) async {
    let cell = SharedCell()
    let isTooFull = DerivedValue { cell.x > 5 }
    var isFirst = true
    let token = withPortableContinuousObservation(options: options) { _ in
      guard isTooFull.value else { return }
      if isFirst { Thread.run { cell.x = 12 } }
      cell.x = 0
      if isFirst { Thread.run { cell.x = 9 } }
      isFirst = false
    }
    cell.x = 9
    await eventually { !isFirst && cell.x == 0 }
    token.cancel()
  }

  /// The value that is read after the change is the final value of the pass.
  @Test func valueThatIsReadAgainAfterTheChangeDecidesAsUsual() {
    let cell = Cell()
    let isTooFull = DerivedValue { cell.x > 5 }
    var passes = 0
    let token = effect { _ in
      passes += 1
      cell.x = 0
      _ = isTooFull.value
    }
    cell.x = 1
    cell.x = 2
    #expect(passes == 1)
    cell.x = 9
    #expect(passes == 2)
    token.cancel()
  }

  /// The observation is a node of the graph without an object, or lends its state to it, until it changes something.
  @Test func steadyImmediatePassesComeBackAfterAnOwnChange() {
    let cell = Cell()
    let (isTooFull, isEven) = (DerivedValue { cell.x > 5 }, DerivedValue { cell.y.isMultiple(of: 2) })
    var passes = 0
    let token = effect { _ in
      passes += 1
      _ = isEven.value
      if isTooFull.value { cell.x = 0 }
    }
    for round in 1...3 {
      passes = 0
      cell.x = 9
      #expect(passes == 1)
      #expect(cell.x == 0)
      // It may have changed something that the value depends on, and so looks once.
      cell.x = 1
      passes = 0
      cell.x = 2
      #expect(passes == 0, "round \(round)")
      cell.y += 1
      #expect(passes == 1, "round \(round)")
    }
    token.cancel()
  }

  @Test(arguments: Kind.allCases)
  func propertyObservationDeliversWhenOthersChangeTheValueBack(_ kind: Kind) async {
    let cell = kind.makeCell()
    let tank = Tank(cell)
    let token = withPropertyObservation(of: tank, \.isTooFull) { change in
      if change.new { cell.x = 0 }
    }
    #expect(await fill(cell) == [0, 0, 0])
    token.cancel()
  }
}
