import Observation
import ObservationTracking
import TestSupport
import Testing

@testable import ObservationBridge

/// Bindings that change what they depend on.
@Suite @MainActor struct SettlingTests {
  @MainActor @Observable final class Model {
    var number = ""
  }

  /// Shows text with blanks, and tells the model of the digits alone.
  @MainActor final class Field {
    let model: Model
    private(set) var texts: [String] = []

    var text = "" {
      didSet {
        texts.append(text)
        let digits = text.filter(\.isNumber)
        if model.number != digits { model.number = digits }
      }
    }

    init(_ model: Model) {
      self.model = model
    }

    func show(_ number: String) {
      text = number
    }

    @ObservationTracking func bind() { text = model.number }
    @ObservationTracking(isolation: .synchronous) func bindAtOnce() { self.text = model.number }
    @ObservationTracking func bindCall() { show(model.number) }
  }

  @Test func aBindingRunsAgainForWhatItsEffectChanges() async {
    let field = Field(Model())
    field.model.number = "0 1"
    field.bind()
    #expect(field.texts == ["0 1"])
    await mainActorTurns(5)
    #expect(field.texts == ["0 1", "01"])
    field.model.number = "0 12-3"
    await mainActorTurns(5)
    #expect(field.model.number == "0123")
    #expect(field.texts == ["0 1", "01", "0 12-3", "0123"])
  }

  @Test func aSynchronousBindingDoesSoInATurnOfItsOwn() async {
    let field = Field(Model())
    field.bindAtOnce()
    field.model.number = "0 12-3"
    if Tracking.isExact { #expect(field.texts == ["", "0 12-3"]) }
    await mainActorTurns(5)
    #expect(field.texts == ["", "0 12-3", "0123"])
  }

  @Test(.exactBackend) func aCallRunsAgainForWhatItHasReadBeforeItsChange() async {
    let field = Field(Model())
    field.bindCall()
    field.model.number = "0 12-3"
    await mainActorTurns(5)
    #expect(field.texts == ["", "0 12-3", "0123"])
  }

  actor Mirror {
    let counter: SharedCounter
    private(set) var counts: [Int] = []
    var count = 0 {
      didSet {
        counts.append(count)
        if count % 10 != 0 { counter.count = count + 1 }
      }
    }

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking func bind() { count = counter.count }
    @ObservationTracking func bindCall() { show(counter.count) }

    private func show(_ count: Int) {
      self.count = count
    }

    func waitForCount(_ expected: Int) async {
      await eventually { count == expected }
    }
  }

  @Test func anActorsBindingSettles() async {
    let mirror = Mirror(SharedCounter())
    await mirror.bind()
    mirror.counter.count = 6
    await mirror.waitForCount(10)
    #expect(await mirror.counts.suffix(5) == [6, 7, 8, 9, 10])
  }

  @Test func anActorsCallSettles() async {
    let mirror = Mirror(SharedCounter())
    mirror.counter.count = 6
    await mirror.bindCall()
    await mirror.waitForCount(10)
    #expect(await mirror.counts == [6, 7, 8, 9, 10])
  }

  final class FreeMirror: Sendable {
    let counter: SharedCounter
    let counts = LockedState<[Int]>([])

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    // Not stored: this class has no isolation.
    var count: Int {
      get { counter.count }
      set {
        counts.withLock { $0.append(newValue) }
        if newValue % 10 != 0 { counter.count = newValue + 1 }
      }
    }

    @ObservationTracking(isolation: .synchronous) func bind() { count = counter.count }
  }

  @Test func aBindingWithoutIsolationSettles() async {
    let mirror = FreeMirror(SharedCounter())
    mirror.bind()
    mirror.counter.count = 6
    await eventually { mirror.counter.count == 10 && mirror.counts.withLock(\.last) == 10 }
    #expect(mirror.counts.withLock { $0.suffix(5) } == [6, 7, 8, 9, 10])
  }

  // MARK: Without an end

  @MainActor @Observable final class Endless {
    var step = 0
    /// How many runs still change what they read.
    @ObservationIgnored var remainingChanges = Int.max
    @ObservationIgnored var turn = { 0 }
    @ObservationIgnored private(set) var turns: [Int] = []
    var runCount: Int { turns.count }
    @ObservationIgnored var last = 0 {
      didSet {
        turns.append(turn())
        guard remainingChanges > 0 else { return }
        remainingChanges -= 1
        step += 1
      }
    }

    @ObservationTracking func bind() { last = step }
    static let lineOfBinding = #line - 1
  }

  /// In a process of its own, because of what is printed.
  @Test func aBindingThatDoesNotSettleWaitsForTheNextChangeAfterAHundredRunsAndSaysSo() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let endless = Endless()
        endless.bind()
        await eventually { endless.runCount >= 1 + 100 }
        await mainActorTurns(20)
        #expect(endless.runCount == 1 + 100)
        endless.step = -5
        await eventually { endless.runCount >= 2 * (1 + 100) }
        await mainActorTurns(20)
        #expect(endless.runCount == 2 * (1 + 100))
        endless.remainingChanges = 0
        endless.step = -5
        await mainActorTurns()
        #expect(endless.runCount == 2 * (1 + 100) + 1 && endless.last == -5)
        endless.step = 7
        await mainActorTurns()
        #expect(endless.last == 7)
      }.value
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    let warnings = lines.filter { $0.contains("settle") }
    #expect(warnings.count == 2)
    let start =
      "ObservationTrackingTests/SettlingTests.swift:\(Endless.lineOfBinding): warning: the binding observeLast(bind:) doesn't settle"
    for warning in warnings { #expect(warning.hasPrefix(start)) }
  }

  /// The one report of a change that the public backend makes twice.
  @Test func aSecondReportOfAChangeIsNoChangeOfItsOwn() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let counter = SharedCounter()
        let runCount = LockedState(0)
        let place = SourcePlace(file: #fileID, line: #line, method: #function)
        let binding = BindingObservation(.didSet, on: MainActor.shared, place) { binding in
          binding.track({ _ = counter.count }, again: { _ = counter.count })
          runCount.withLock { $0 += 1 }
          counter.count += 1
          return true
        }
        binding.start(from: MainActor.shared)
        await eventually { runCount.withLock(\.self) == 101 }
        binding.receiveSecondReport()
        await mainActorTurns(20)
        #expect(runCount.withLock(\.self) == 102)
        counter.count = -5
        await eventually { runCount.withLock(\.self) >= 203 }
        binding.receiveSecondReport()
        await mainActorTurns(20)
        #expect(runCount.withLock(\.self) == 204)
        binding.cancel()
      }.value
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("settle") } == 2)
  }

  @Test func eachRunForOwnChangesHasATurnOfItsOwn() async {
    let endless = Endless()
    let other = OtherWork()
    endless.turn = { other.turn }
    endless.remainingChanges = 60
    endless.bind()
    other.goOn()
    await eventually { endless.runCount == 61 }
    other.isOver = true
    // Other work that waits for the same actor gets a turn between two runs.
    #expect(Set(endless.turns).count == endless.turns.count)
  }

  /// Work that never ends, in turns of the main actor.
  @MainActor final class OtherWork {
    private(set) var turn = 0
    var isOver = false

    func goOn() {
      turn += 1
      if !isOver { Task.detached { @MainActor in self.goOn() } }
    }
  }
}
