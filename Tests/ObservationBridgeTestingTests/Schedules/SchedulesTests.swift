import CTestingRuntime
import Dispatch
import Foundation
import Observation
import ObservationBridge
import TestSupport
import Testing

@testable import ObservationBridgeTesting

struct SchedulesTests {
  // MARK: What is found

  @Test func anUpdateAcrossASuspensionIsLostInSomeOrder() async throws {
    let results = Results()
    let exploration = try await Schedules.explore {
      let counter = Counter()
      let first = Task { await counter.set(to: await counter.value + 1) }
      let second = Task { await counter.set(to: await counter.value + 1) }
      await first.value
      await second.value
      results.add("\(await counter.value)")
    }
    #expect(results.distinct == ["1", "2"])
    #expect(exploration.isComplete)
    #expect(exploration.count == results.count)
  }

  @Test func childTasksAreExplored() async throws {
    let (ofGroups, ofLets) = (Results(), Results())
    try await Schedules.explore {
      let counter = Counter()
      await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { await counter.set(to: await counter.value + 1) } }
      }
      ofGroups.add("\(await counter.value)")
    }
    try await Schedules.explore {
      let counter = Counter()
      async let first: Void = counter.set(to: await counter.value + 1)
      async let second: Void = counter.set(to: await counter.value + 1)
      _ = await (first, second)
      ofLets.add("\(await counter.value)")
    }
    #expect(ofGroups.distinct == ["1", "2"])
    #expect(ofLets.distinct == ["1", "2"])
  }

  @Test func theMainActorIsExplored() async throws {
    let results = Results()
    try await Schedules.explore {
      let model = await Model()
      let first = Task { await model.set(to: await model.value + 1) }
      let second = Task { @MainActor in
        model.value += 1
        await Task.yield()
        MainActor.assertIsolated()
        model.value += 1
      }
      await first.value
      await second.value
      results.add("\(await model.value)")
    }
    #expect(results.distinct == ["2", "3"])
  }

  /// A task that is done with one actor asks for the next at any later time, not in the same moment.
  @Test func aHopBetweenActorsIsAChoice() async throws {
    let results = Results()
    try await Schedules.explore {
      let (first, second, log) = (Place(), Place(), Log<String>())
      let one = Task {
        await first.write("A", log)
        log.append("a")
      }
      let two = Task {
        await second.write("B", log)
        await first.write("b", log)
      }
      await one.value
      await two.value
      results.add(log.text)
    }
    #expect(results.distinct == ["ABab", "ABba", "AaBb", "BAab", "BAba", "BbAa"].sorted())
  }

  /// Tasks that begin on an actor begin in order, and others come between them.
  @Test func tasksOfAnActorBeginInOrder() async throws {
    let results = Results()
    try await Schedules.explore {
      let log = Log<String>()
      await Starter().start(log)
      results.add(log.text)
    }
    #expect(results.distinct == ["12Xx", "1X2x"])
  }

  @Test func jobsOfTheMainActorRunInOrder() async throws {
    let results = Results()
    try await Schedules.explore {
      let log = Log<String>()
      let tasks = await MainActor.run { ["1", "2", "3"].map { name in Task { @MainActor in log.append(name) } } }
      for task in tasks { await task.value }
      results.add(log.text)
    }
    #expect(results.distinct == ["123"])
  }

  @Test func sleepingTasksWakeInOrderWhenNothingElseRuns() async throws {
    let results = Results()
    try await Schedules.explore {
      let log = Log<String>()
      let late = Task {
        try await Task.sleep(for: .seconds(7200))
        log.append("l")
      }
      let early = Task {
        try await Task.sleep(for: .seconds(3600))
        log.append("e")
      }
      for name in ["1", "2"] {
        await Task.yield()
        log.append(name)
      }
      try await early.value
      try await late.value
      results.add(log.text)
    }
    #expect(results.distinct == ["12el"])
  }

  /// The last change falls between showing a value and observing again.
  @Test func aHandWrittenLoopMissesAChangeAndAStreamDoesNot() async throws {
    let failure = await failure {
      try await showLast { model, shown in
        while !Task.isCancelled {
          await shown.show(model.value)
          await withCheckedContinuation { continuation in
            withObservationTracking {
              _ = model.value
            } onChange: {
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(failure?.description.contains("Stale(value: Optional(0))") == true, "\(String(describing: failure))")

    let exploration = try await Schedules.explore(.delaying(atMost: 2)) {
      try await showLast { model, shown in
        for await value in ObservationBridge({ model.value }) { await shown.show(value) }
      }
    }
    #expect(exploration.isComplete)
    #expect(exploration.count > 20)
  }

  /// Observations of the main actor share its turns. With the public backend, all observations share the pauses before rechecks.
  @Test func observationsOutsideMakeNoDifference() async throws {
    let busy = Task.detached {
      let model = await Model()
      let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { @MainActor _ in _ = model.value }
      var value = 0
      while !Task.isCancelled {
        value += 1
        await model.set(to: value)
      }
      token.cancel()
    }
    defer { busy.cancel() }
    for _ in 0..<3 {
      let exploration = try await Schedules.explore(.delaying(atMost: 2)) {
        try await showLast { model, shown in
          for await value in ObservationBridge({ model.value }) { await shown.show(value) }
        }
      }
      #expect(exploration.isComplete)
      try await Schedules.explore(.delaying(atMost: 1)) {
        let (model, log) = (await Model(), Log<String>())
        let token = await MainActor.run {
          withPortableContinuousObservation { _ in log.append("\(model.value)") }
        }
        await model.set(to: 1)
        try await Task.sleep(for: .seconds(1))
        if !log.text.hasSuffix("1") { throw Stale(value: nil) }
        token.cancel()
      }
    }
  }

  /// Changes a model while `observe` shows its value elsewhere, and throws if something else is shown in the end.
  private func showLast(
    _ observe: @escaping @Sendable @MainActor (Model, Shown) async -> Void
  ) async throws {
    let model = await Model()
    let shown = Shown()
    let loop = Task { await observe(model, shown) }
    await model.set(to: 1)
    // Until nothing else runs.
    try await Task.sleep(for: .seconds(1))
    loop.cancel()
    let last = await shown.last
    if last != 1 { throw Stale(value: last) }
    // Ends a loop that doesn't look at its cancellation.
    await model.set(to: 2)
  }

  // MARK: How it fails

  @Test func theFirstFailureIsAmongTheSimplest() async throws {
    let failure = await failure(Self.losesAnUpdate)
    #expect(failure?.schedule == "in order")
    #expect(failure?.number == 1)
  }

  @Test func aFailingScheduleIsDrawn() async throws {
    let failure = await failure {
      let place = Place()
      let log = Log<String>()
      Task(name: "writer") { await place.write("A", log) }
      Schedules.mark("started the writer")
      try await Task.sleep(for: .seconds(1))
      await MainActor.run { Schedules.mark("read \(log.text)") }
      throw Stale(value: 0)
    }
    #expect(
      failure?.description == """
        Schedule 1 failed: Stale(value: Optional(0))
        1  ●    task 1, on no actor: started the writer
        2  │ ●  writer, on no actor
        3  │ ●  writer, Place
        4  ●    task 1, on no actor
        5  ●    task 1, MainActor: read A
        6  ●    task 1, on no actor
        Replay it with Schedules.explore(try .replaying("in order")).
        """
    )
  }

  @Test func aFailureIsReplayed() async throws {
    let failure = try #require(await failure(Self.losesAnUpdateLate))
    #expect(failure.schedule != "in order")
    let again = await #expect(throws: Schedules.Failure.self) {
      try await Schedules.explore(.replaying(failure.schedule), Self.losesAnUpdateLate)
    }
    #expect(again?.timeline == failure.timeline)
    #expect(again?.number == 1)
    #expect(try await Schedules.explore(.replaying("in order"), Self.losesAnUpdateLate).count == 1)
  }

  #if os(Linux) || os(macOS)
    @Test(arguments: [Schedules.Search.all(), .random(200, seed: 3)])
    func aFailureIsReplayedInAnotherProcess(search: Schedules.Search) async throws {
      let failure = await #expect(throws: Schedules.Failure.self) {
        try await Schedules.explore(search, Self.losesAnUpdateLate)
      }
      let schedule = try #require(failure?.schedule)
      let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
        [schedule = schedule as String] in
        do {
          try await Schedules.explore(.replaying(schedule), Self.losesAnUpdateLate)
        } catch let failure as Schedules.Failure {
          FileHandle.standardError.write(Data(failure.timeline.utf8))
        }
      }
      let timeline = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(timeline.contains(try #require(failure?.timeline)))
    }
  #endif

  @Test func randomSchedulesFindIt() async throws {
    for seed in 0..<5 as Range<UInt64> {
      let failure = await #expect(throws: Schedules.Failure.self) {
        try await Schedules.explore(.random(200, seed: seed), Self.losesAnUpdateLate)
      }
      let again = await #expect(throws: Schedules.Failure.self) {
        try await Schedules.explore(.replaying(failure?.schedule ?? ""), Self.losesAnUpdateLate)
      }
      #expect(again?.timeline == failure?.timeline)
    }
  }

  @Test func aDeadlockIsReported() async throws {
    let failure = await failure {
      let (one, two) = (Gate(), Gate())
      let first = Task {
        await one.wait()
        await two.open()
      }
      await two.wait()
      await one.open()
      await first.value
    }
    guard case .stalled = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure?.description.contains("nothing is left to run") == true)
  }

  @Test func pollingIsReported() async throws {
    let failure = await failure {
      let isDone = LockedState(false)
      while !isDone.withLock({ $0 }) && !Task.isCancelled { await Task.yield() }
    }
    guard case .endless = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func aScenarioThatRemembersIsReported() async throws {
    let runs = LockedState(0)
    let failure = await failure {
      let run = runs.withLock { count in
        defer { count += 1 }
        return count
      }
      for _ in 0..<(run == 0 ? 3 : 1) { Task {} }
      await Task.yield()
    }
    guard case .notRepeatable = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  // MARK: What stays outside

  @Test func schedulesAreRepeatable() async throws {
    let (first, second) = (Results(), Results())
    for results in [first, second] {
      try await Schedules.explore(.delaying(atMost: 2)) {
        let log = Log<String>()
        await withTaskGroup { group in
          for name in ["1", "2", "3"] {
            group.addTask {
              log.append(name)
              await Task.yield()
              log.append(name)
            }
          }
        }
        results.add(log.text)
      }
    }
    #expect(first.all == second.all)
    #expect(first.distinct.count > 10)
  }

  @Test func tasksThatOutliveTheScenarioGoOn() async throws {
    let log = Log<String>()
    let gate = Gate()
    try await Schedules.explore(.replaying("in order")) {
      Task {
        await gate.wait()
        log.append("task")
      }
      Task { @MainActor in
        await gate.wait()
        MainActor.assertIsolated()
        log.append("main")
      }
      Task {
        try await Task.sleep(for: .seconds(3600))
        log.append("sleeper")
      }
      await Task.yield()
    }
    await gate.open()
    await eventually { log.elements.sorted() == ["main", "sleeper", "task"] }
  }

  @Test func aThreadThatResumesATaskIsNotWaitedFor() async throws {
    let begun = DispatchSemaphore(value: 0)
    let ended = Log<String>()
    let failure = await failure {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          begun.wait()
          continuation.resume()
        }
      }
      ended.append("end")
    }
    guard case .stalled = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    begun.signal()
    await eventually { ended.elements == ["end"] }
  }

  @Test func explorationsInParallelDontMix() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await Schedules.explore {
            let model = await Model()
            async let first: Void = model.set(to: 1)
            async let second: Void = model.set(to: 2)
            _ = await (first, second)
          }.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(counts).count == 1)
  }

  @Test func aCancelledExplorationEnds() async throws {
    let exploration = Task {
      try await Schedules.explore(.random(.max)) { await Task.yield() }
    }
    exploration.cancel()
    await #expect(throws: CancellationError.self) { try await exploration.value }
  }

  // MARK: The runtime

  @Test func thisRuntimeIsAsExpected() {
    #expect(ScheduleRuntime.problem == nil)
  }

  @Test func aTaskWhoseRecordDiffersIsRefused() async {
    // The current task is one word, the address of its record.
    let current = unsafe withUnsafeCurrentTask { unsafe unsafeBitCast($0, to: UnsafeRawPointer?.self) }
    guard let record = unsafe current else {
      Issue.record("A test runs in a task.")
      return
    }
    let number = unsafe ct_task_id(record)
    let message =
      "its Swift runtime keeps the kind of a task elsewhere than expected. Run the test with the runtime of Swift 6.3, or skip it here."
    #expect(unsafe ScheduleRuntime.problem(of: record, numbered: number) == nil)
    #expect(unsafe ScheduleRuntime.problem(of: record, numbered: number + 1) == message)
    // An object that isn't a task.
    let words: [UInt] = [0, 0, 0, 0, 192, 0]
    let other = unsafe words.withUnsafeBytes { unsafe ScheduleRuntime.problem(of: $0.baseAddress!, numbered: 0) }
    #expect(other == message)
  }

  @Test func jobsInAnotherOrderAreRefused() {
    #expect(
      ScheduleRuntime.problem(expecting: "1  ●  probe, MainActor")
        == "jobs of tasks and of actors can't be told apart. Run the test with the runtime of Swift 6.3, or skip it here."
    )
  }

  @Test func aRefusalSaysWhatToDo() {
    let failure = Schedules.Failure(
      reason: .unsupported(ScheduleRuntime.tasksAreUnseen),
      schedule: "",
      number: 0,
      timeline: ""
    )
    #expect(
      failure.description == """
        Schedules can't be explored in this program: its calls to create a task can't be seen. Link the Swift runtime dynamically, \
        which is the default, and link ObservationBridgeTesting into the image that has the test.
        """
    )
  }

  @Test func marksOutsideAreIgnored() async {
    Schedules.mark("before")
    let failure = await failure {
      Schedules.mark("inside")
      // A thread that the scenario doesn't run.
      Thread.run { Schedules.mark("beside") }
      throw Stale(value: 0)
    }
    #expect(failure?.timeline == "1  ●  task 1, on no actor: inside")
  }

  // MARK: Support

  private func failure(_ scenario: @escaping @Sendable () async throws -> Void) async -> Schedules.Failure? {
    await #expect(throws: Schedules.Failure.self) { try await Schedules.explore(.all(), scenario) }
  }

  private static let losesAnUpdate: @Sendable () async throws -> Void = {
    let counter = Counter()
    async let first: Void = counter.set(to: await counter.value + 1)
    async let second: Void = counter.set(to: await counter.value + 1)
    _ = await (first, second)
    if await counter.value != 2 { throw Stale(value: await counter.value) }
  }

  /// Only if the second task overtakes the first.
  private static let losesAnUpdateLate: @Sendable () async throws -> Void = {
    let counter = Counter()
    let first = Task {
      let value = await counter.value
      await counter.set(to: value + 1)
    }
    let second = Task {
      for _ in 0..<6 { await Task.yield() }
      let value = await counter.value
      await counter.set(to: value + 1)
    }
    await first.value
    await second.value
    if await counter.value != 2 { throw Stale(value: await counter.value) }
  }
}

/// What the runs of a scenario came to.
private final class Results: Sendable {
  private let log = Log<String>()

  func add(_ result: String) { log.append(result) }

  var all: [String] { log.elements }
  var count: Int { all.count }
  var distinct: [String] { Set(all).sorted() }
}

extension Log<String> {
  fileprivate var text: String { elements.joined() }
}

private struct Stale: Error { let value: Int? }

private actor Counter {
  private(set) var value = 0
  func set(to newValue: Int) { value = newValue }
}

private actor Place {
  func write(_ text: String, _ log: Log<String>) { log.append(text) }
}

@MainActor @Observable
private final class Model {
  var value = 0
  func set(to newValue: Int) { value = newValue }
}

private actor Shown {
  private(set) var last: Int?
  func show(_ value: Int) { last = value }
}

/// Lets tasks wait until it is opened.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private actor Starter {
  private let other = Place()

  func start(_ log: Log<String>) async {
    let first = Task {
      log.append("1")
      await self.other.write("X", log)
      log.append("x")
    }
    let second = Task {
      self.touch()
      log.append("2")
    }
    await first.value
    await second.value
  }

  private func touch() {}
}
