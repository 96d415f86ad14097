import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Models that go when what depends on them has been marked already, and nobody has computed it since.
@Suite @MainActor struct DeallocationsOfMarkedValuesTests {
  private final class Holder: Observable {
    let cell = Cell(0)
    var first: Cell? = Cell(1)
    var second: Cell? = Cell(1)
    private let registrar = ModelRegistrar()

    var sum: Int {
      registrar.derived(self, \.sum) { cell.x + (first?.x ?? -100) + (second?.x ?? -1000) }
    }
  }

  private let holder = Holder()

  @Test func deallocationIsReportedAfterAnOwnChange() async {
    var seen: [Int] = []
    var mayChange = true
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in
      seen.append(holder.sum)
      if mayChange { holder.cell.x += 5 }
      mayChange = false
    }
    holder.first = nil
    await eventually { seen == [2, -94] }
    token.cancel()
  }

  @Test func deallocationIsReportedToAStreamAfterAnOwnChange() async {
    var mayChange = true
    let holder = holder
    let values = makeObservationBridgeStream {
      defer {
        if mayChange { holder.cell.x += 5 }
        mayChange = false
      }
      return holder.sum
    }
    var seen: [Int] = []
    let consumer = Task { for await value in values { seen.append(value) } }
    await eventually { !seen.isEmpty }
    holder.first = nil
    await eventually { seen.last == -94 }
    consumer.cancel()
  }

  @Test func deallocationIsReportedAfterAChangeByAnotherPass() async {
    let switching = Cell(0)
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: .deinit) { _ in seen.append(holder.sum) }
    let other = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      if switching.x == 1 { holder.cell.x = 7 }
    }
    switching.x = 1
    holder.first = nil
    await eventually { seen == [2, -92] }
    token.cancel()
    other.cancel()
  }

  @Test func deallocationIsReportedAfterAnEarlierOneDuringAPass() async {
    var other: Cell? = Cell(1)
    weak let known = other
    var seen: [Int] = []
    var mayDrop = false
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in
      _ = known?.x
      seen.append(holder.sum)
      if mayDrop { holder.first = nil }
    }
    mayDrop = true
    other = nil
    await eventually { seen.count == 2 }
    holder.second = nil
    await eventually { seen.last == -1100 }
    token.cancel()
  }

  /// Deallocations that no pass follows.
  @Test func deallocationIsReportedAfterAPassThatIgnoredOne() async {
    var cells: [Cell?] = (0..<4).map { Cell($0) }
    let known = cells.map { Known($0) }
    let sum = DerivedValue { known.reduce(0) { $0 + ($1.cell?.x ?? 0) } }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in
      seen.append(sum.value)
      if seen.count == 2 { (cells[1], cells[2]) = (nil, nil) }
    }
    cells[0] = nil
    await eventually { seen.count == 2 }
    await mainActorTurns()
    cells[3] = nil
    await eventually { seen.last == 0 }
    token.cancel()
  }

  @Test func deallocationIsReportedAfterAStreamIgnoredOne() async {
    var cells: [Cell?] = (0..<4).map { Cell($0) }
    let known = cells.map { Known($0) }
    let sum = DerivedValue { known.reduce(0) { $0 + ($1.cell?.x ?? 0) } }
    var seen: [Int] = []
    var mayDrop = false
    let values = makeObservationBridgeStream {
      if mayDrop {
        mayDrop = false
        (cells[1], cells[2]) = (nil, nil)
      }
      return sum.value
    }
    let consumer = Task { for await value in values { seen.append(value) } }
    await eventually { seen == [6] }
    mayDrop = true
    cells[0] = nil
    await eventually { !mayDrop }
    await mainActorTurns()
    cells[3] = nil
    await eventually { seen.last == 0 }
    consumer.cancel()
  }

  /// A sample is no pass that follows a deallocation.
  @Test(arguments: [false, true]) func deallocationDuringASampleIsReported(isFirst: Bool) async {
    var cells: [Cell?] = (0..<4).map { Cell(1 << $0) }
    let known = cells.map { Known($0) }
    let sum = DerivedValue { known.reduce(0) { $0 + ($1.cell?.x ?? 0) } }
    var (seen, sampleCount) = ([Int](), 0)
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in seen.append(sum.value) }
    func sample() async -> ObservedValues<Int> {
      await token.values {
        sampleCount += 1
        if sampleCount == (isFirst ? 1 : 2) { cells[1] = nil }
        return 0
      }
    }
    var recording = isFirst ? nil : await sample()
    cells[0] = nil
    await eventually { seen.contains { $0 & 1 == 0 } }
    await mainActorTurns()
    if isFirst { recording = await sample() }
    await mainActorTurns()
    cells[3] = nil
    await eventually { seen.last == 4 }
    withExtendedLifetime(recording) {}
    token.cancel()
  }

  @Test func deallocationIsReportedBehindAValueThatSkippedOne() async {
    final class Box { weak var cell: Cell? }
    let box = Box()
    var cell: Cell? = Cell(3)
    weak let known = cell
    let inner = DerivedValue { (box.cell?.x ?? 0) * 0 + (known?.x ?? -1) }
    let outer = DerivedValue {
      let made = Cell(1)
      box.cell = made
      return withExtendedLifetime(made) { inner.value }
    }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in seen.append(outer.value) }
    cell = nil
    await eventually { seen.last == -1 }
    token.cancel()
  }

  /// What is read before the change is brought up to date first, and what it was made of goes then.
  @Test func deallocationDuringACheckIsReported() async {
    let (first, second) = (Cell(0), Cell(0))
    var lost: Cell? = Cell(1)
    weak let known = lost
    let releasing = DerivedValue {
      if first.x == 1 { lost = nil }
      return first.x
    }
    let sum = DerivedValue { releasing.value + (known?.x ?? 99) + second.x }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: .deinit) { _ in seen.append(sum.value) }
    (first.x, second.x) = (1, 1)
    _ = sum.value
    await eventually { seen == [1, 101] }
    token.cancel()
  }

  private final class Known {
    private(set) weak var cell: Cell?

    init(_ cell: Cell?) {
      self.cell = cell
    }
  }

  /// As without a scope.
  @Test func passesOfAScopeThatReplaceWhatTheyHaveReadComeToRest() async {
    final class Model: Observable {
      let cell = Cell(0)
      var cache: Cell? = Cell(0)
      private let registrar = ModelRegistrar()

      var x: Int {
        registrar.access(self, keyPath: \.x)
        return cell.x
      }
    }
    let model = Model()
    let scope = ObservationScope()
    var passCount = 0
    scope.observe(model, options: [.didSet, .deinit]) { _, model in
      _ = (model.x, model.cache?.x)
      passCount += 1
      if passCount < 100 { model.cache = Cell(passCount) }
    }
    model.cell.x = 1
    await mainActorTurns(200)
    #expect(passCount < 5)
    scope.cancelAll()
  }

  @Test func scopeEndsWithItsModelAfterAPassThatFollowsADeallocation() async {
    var model: Holder? = Holder()
    weak let known = model
    let scope = ObservationScope()
    var passCount = 0
    do {
      let model = model!
      scope.observe(model, options: [.didSet, .deinit]) { _, model in
        _ = model.sum
        passCount += 1
      }
    }
    model?.first = nil
    await eventually { passCount == 2 }
    model = nil
    #expect(known == nil)
    await mainActorTurns(5)
    #expect(passCount == 2)
  }

  /// The first deallocation only makes the observation look whether its own model is gone.
  @Test func scopeEndsWithItsModelAfterTheDeallocationOfAnother() async {
    final class Captured {}
    var (model, other): (Cell?, Cell?) = (Cell(1), Cell(1))
    weak let knownModel = model
    weak let knownOther = other
    var captured: Captured? = Captured()
    weak let known = captured
    let sum = DerivedValue { (knownModel?.x ?? 0) + (knownOther?.x ?? 0) }
    let scope = ObservationScope()
    if let model {
      scope.observe(model) { [captured] _, _ in
        _ = captured
        _ = sum.value
      }
    }
    captured = nil
    other = nil
    await mainActorTurns(5)
    model = nil
    await eventually { known == nil }
    scope.cancelAll()
  }

  @Test(arguments: [ObservationOptions.didSet, [.didSet, .deinit]])
  func scopeEndsWithItsModelInThePassThatFirstReadsIt(options: ObservationOptions) async {
    final class Captured {}
    let trigger = Cell(0)
    var model: Cell? = Cell(1)
    var captured: Captured? = Captured()
    weak let known = captured
    let scope = ObservationScope()
    if let model {
      scope.observe(model, options: options) { [captured] _, observed in
        _ = captured
        if trigger.x == 1 { _ = observed.x }
        if trigger.x == 1 { release() }
      }
    }
    func release() { model = nil }
    captured = nil
    trigger.x = 1
    await eventually { known == nil }
    scope.cancelAll()
  }
}
