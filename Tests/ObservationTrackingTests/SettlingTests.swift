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
    if trackingIsExact { #expect(field.texts == ["", "0 12-3"]) }
    await mainActorTurns(5)
    #expect(field.texts == ["", "0 12-3", "0123"])
  }

  @Test func aCallRunsAgainForWhatItHasReadBeforeItsChange() async {
    let field = Field(Model())
    field.bindCall()
    field.model.number = "0 12-3"
    await mainActorTurns(5)
    #expect(field.texts == ["", "0 12-3", "0123"])
  }

  // MARK: Statements that are observed as a whole

  @MainActor @Observable final class Counter {
    var count = 0
    var limit = 3
    var next: Int? { count < limit ? count + 1 : nil }
  }

  /// Changes what it has been given, or has asked for, until that is 3. No method here reads it before it changes it.
  @MainActor final class Steps {
    struct Failure: Error {}

    let counter: Counter
    private(set) var values: [Int] = []
    private(set) var caughtCount = 0
    var isOn = true
    var value = 0 {
      didSet { step(value) }
    }

    init(_ counter: Counter) {
      self.counter = counter
    }

    func forget() {
      values = []
    }

    private func step(_ value: Int) {
      values.append(value)
      if value < 3 { counter.count = value + 1 }
    }

    private func step(to next: Int?) {
      values.append((next ?? 4) - 1)
      if let next { counter.count = next }
    }

    private func tryStep(_ value: Int) throws {
      step(value)
      if value < 3 { throw Failure() }
    }

    private func step(when isDone: @autoclosure () -> Bool) {
      if !isDone() { step(to: values.count + 1) }
    }

    private func step(all counts: [Int]) {
      for count in counts { step(count) }
    }

    @ObservationTracking func bindCall() { step(counter.count) }
    @ObservationTracking func bindNestedCall() { step(max(0, counter.count)) }
    @ObservationTracking func bindSum() { step(counter.count * 2 - counter.count) }
    @ObservationTracking func bindText() { step(Int("\(counter.count)")!) }
    @ObservationTracking func bindElements() { step(all: [counter.count]) }
    @ObservationTracking func bindOptional() { step(to: counter.next) }
    @ObservationTracking func bindAutoclosure() { step(when: counter.count == 3) }
    @ObservationTracking func bindTry() { try? tryStep(counter.count) }

    @ObservationTracking func bindCondition() {
      if counter.count < 3 { step(values.count) }
    }

    @ObservationTracking func bindSecondCondition() {
      if isOn, counter.count < 3 { step(values.count) } else { value = 3 }
    }

    @ObservationTracking func bindElse() {
      if !isOn { value = 0 } else if counter.count < 3 { step(values.count) }
    }

    @ObservationTracking func bindOptionalBinding() {
      if let next = counter.next { step(to: next) }
    }

    @ObservationTracking func bindPattern() {
      if case let next? = counter.next { step(to: next) }
    }

    @ObservationTracking func bindBranch() {
      if isOn { step(counter.count) }
    }

    @ObservationTracking func bindAssignmentInBranch() {
      if isOn { value = counter.count }
    }

    @ObservationTracking func bindLocal() {
      if isOn {
        let count = counter.count
        step(count)
      }
    }

    @ObservationTracking func bindSubject() {
      switch counter.count {
      case 0...2: step(values.count)
      default: value = 3
      }
    }

    @ObservationTracking func bindCase() {
      switch isOn {
      case true: step(counter.count)
      case false: value = 3
      }
    }

    @ObservationTracking func bindDo() {
      do {
        try tryStep(counter.count)
      } catch {
        caughtCount += 1
      }
    }

    @ObservationTracking func bindCatch() {
      do {
        throw Failure()
      } catch {
        step(counter.count)
      }
    }
  }

  /// With the name of each form.
  nonisolated static let forms: [(String, @MainActor @Sendable (Steps) -> Void)] = [
    ("call", { $0.bindCall() }), ("nested call", { $0.bindNestedCall() }), ("sum", { $0.bindSum() }),
    ("text", { $0.bindText() }), ("elements", { $0.bindElements() }), ("optional", { $0.bindOptional() }),
    ("autoclosure", { $0.bindAutoclosure() }), ("try?", { $0.bindTry() }), ("condition", { $0.bindCondition() }),
    ("second condition", { $0.bindSecondCondition() }), ("else if", { $0.bindElse() }),
    ("optional binding", { $0.bindOptionalBinding() }), ("pattern", { $0.bindPattern() }),
    ("branch", { $0.bindBranch() }), ("assignment in a branch", { $0.bindAssignmentInBranch() }),
    ("local", { $0.bindLocal() }), ("subject", { $0.bindSubject() }), ("case", { $0.bindCase() }),
    ("do", { $0.bindDo() }), ("catch", { $0.bindCatch() }),
  ]

  /// On the main actor, where nothing confirms the first run.
  @Test(arguments: forms.indices) func aStatementRunsAgainForWhatItsFirstRunChanges(_ index: Int) async {
    let (form, bind) = Self.forms[index]
    let steps = Steps(Counter())
    bind(steps)
    await mainActorTurns(8)
    #expect(steps.counter.count == 3, "\(form)")
    #expect(steps.values.prefix(3) == [0, 1, 2] && steps.values.count <= 4, "\(form): \(steps.values)")
  }

  /// The change that makes a run due uses up the registration of the public backend.
  @Test(arguments: forms.indices) func aStatementRunsAgainForWhatALaterRunChanges(_ index: Int) async {
    let (form, bind) = Self.forms[index]
    let counter = Counter()
    counter.count = 3
    let steps = Steps(counter)
    bind(steps)
    await mainActorTurns(8)
    steps.forget()
    counter.count = 0
    await mainActorTurns(8)
    #expect(counter.count == 3, "\(form)")
    #expect(steps.values.prefix(3) == [0, 1, 2] && steps.values.count <= 4, "\(form): \(steps.values)")
    steps.forget()
    await mainActorTurns(8)
    #expect(steps.values.isEmpty)
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
    @ObservationTracking func bindBranch() { if counter.count % 10 != 0 { show(counter.count) } }

    private func show(_ count: Int) {
      self.count = count
    }

    func waitForCount(_ expected: Int) async {
      await eventually { count == expected }
    }

    func change(to count: Int) {
      counter.count = count
    }
  }

  @Test func anActorsBindingSettles() async {
    let mirror = Mirror(SharedCounter())
    await mirror.bind()
    // On the actor: where the tracking isn't exact, a change elsewhere is followed by a second reading.
    await mirror.change(to: 6)
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

  @Test func anActorsStatementSettles() async {
    let mirror = Mirror(SharedCounter())
    await mirror.bindBranch()
    mirror.counter.count = 6
    await eventually { mirror.counter.count == 10 }
    #expect(await mirror.counts == [6, 7, 8, 9])
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
    @ObservationTracking(isolation: .synchronous) func bindCall() { show(counter.count) }

    private func show(_ count: Int) {
      self.count = count
    }
  }

  @Test(arguments: [false, true]) func aBindingWithoutIsolationSettles(_ isCall: Bool) async {
    let mirror = FreeMirror(SharedCounter())
    if isCall { mirror.bindCall() } else { mirror.bind() }
    mirror.counter.count = 6
    await eventually { mirror.counter.count == 10 && mirror.counts.withLock(\.last) == 10 }
    // Where the tracking isn't exact, a change by another thread is followed by a second reading, and a call is made again for that.
    let counts = mirror.counts.withLock { counts in
      trackingIsExact ? counts : counts.enumerated().filter { $0 == 0 || counts[$0 - 1] != $1 }.map(\.element)
    }
    #expect(counts.suffix(5) == [6, 7, 8, 9, 10])
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

    @ObservationTracking func bindCall() { show(self.step) }

    private func show(_ step: Int) {
      last = step
    }
  }

  /// In a process of its own, because of what is printed.
  @Test func aCallThatDoesNotSettleWaitsForTheNextChange() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let endless = Endless()
        endless.bindCall()
        await eventually { endless.runCount >= 1 + 100 }
        await mainActorTurns(20)
        #expect(endless.runCount == 1 + 100)
        endless.remainingChanges = 0
        endless.step = 7
        await mainActorTurns()
        #expect(endless.runCount == 1 + 100 + 1 && endless.last == 7)
      }.value
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("observeShowselfStep(bindCall:) doesn't settle") } == 1)
  }

  /// In a process of its own, because of what is printed.
  @Test func aBindingThatDoesNotSettleStopsAfterAHundredRunsWithAMessage() async throws {
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
  @Test func aRecheckOfAChangeIsNoChangeOfItsOwn() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let counter = SharedCounter()
        let runCount = LockedState(0)
        let place = SourcePlace(file: #fileID, line: #line, method: #function)
        let binding = BindingObservation(.didSet, on: MainActor.shared, place) { binding in
          binding.track { _ = counter.count }
          runCount.withLock { $0 += 1 }
          counter.count += 1
          return true
        }
        binding.start(from: MainActor.shared)
        await eventually { runCount.withLock(\.self) == 101 }
        binding.receiveRecheck()
        await mainActorTurns(20)
        #expect(runCount.withLock(\.self) == 102)
        counter.count = -5
        await eventually { runCount.withLock(\.self) >= 203 }
        binding.receiveRecheck()
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
    other.goOn { endless.runCount < 61 }
    await eventually { endless.runCount == 61 }
    // Other work that waits for the same actor gets a turn between two runs.
    #expect(Set(endless.turns).count == endless.turns.count)
  }

  /// Work in turns of the main actor, one after the other.
  @MainActor final class OtherWork {
    private(set) var turn = 0

    func goOn(while condition: @escaping @MainActor () -> Bool) {
      turn += 1
      if condition() { Task.detached { @MainActor in self.goOn(while: condition) } }
    }
  }
}
