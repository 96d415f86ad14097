import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct LaterPassTests {
  private let profile = Profile()

  // MARK: Isolation

  @Test func runOnTheMainActor() async {
    var passes = 0
    let token = withPortableContinuousObservation { _ in
      MainActor.assertIsolated()
      _ = profile.age
      passes += 1
    }
    profile.age += 1
    await eventually { passes == 2 }
    token.cancel()
  }

  @Test func runOnTheActorOfTheirClosure() async {
    actor Reader {
      var values: [Int] = []

      func start(_ counter: SharedCounter) -> PortableObservationToken {
        withPortableContinuousObservation { _ in
          self.assertIsolated()
          self.values.append(counter.first)
        }
      }
    }
    let (reader, counter) = (Reader(), SharedCounter())
    let token = await reader.start(counter)
    counter.first = 7
    await eventually { await reader.values.last == 7 }
    token.cancel()
  }

  @Test func runOnTheCustomExecutorOfTheirActor() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await actor.observing { _ in
      log.append(counter.first)
    }
    counter.first = 7
    #expect(log.elements == [0])
    executor.runAll()
    #expect(log.elements == [0, 7] || !trackingIsExact)
    #expect(log.elements.last == 7)
    token.cancel()
  }

  @Test func runOnTheGlobalExecutorWithoutIsolationAndNeverTwoAtOnce() async {
    let counter = SharedCounter()
    let running = Atomic(0)
    let overlaps = Atomic(0)
    let last = Atomic(-1)
    let token = withPortableContinuousObservation { @Sendable _ in
      if running.add(1, ordering: .sequentiallyConsistent).oldValue != 0 {
        overlaps.add(1, ordering: .relaxed)
      }
      last.store(counter.first, ordering: .relaxed)
      running.subtract(1, ordering: .sequentiallyConsistent)
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { @concurrent in for _ in 0..<500 { counter.first += 1 } }
      }
    }
    counter.first = 5000
    await eventually { last.load(ordering: .relaxed) == 5000 }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    token.cancel()
  }

  // MARK: Coalescing

  @Test func thousandChangesInATurnMakeOnePassWithTheNewestValue() async {
    var ages: [Int] = []
    let token = withPortableContinuousObservation { _ in ages.append(profile.age) }
    for age in 1...1000 { profile.age = age }
    #expect(ages == [36])
    await mainActorTurns()
    #expect(ages == [36, 1000])
    token.cancel()
  }

  @Test func eventNamesEveryKeyPathThatChangedAndNoOther() async {
    var matches: [[Bool]] = []
    let token = withPortableContinuousObservation { event in
      _ = (profile.name, profile.age, profile.isShown)
      matches.append([event.matches(\Profile.name), event.matches(\Profile.age), event.matches(\Profile.isShown)])
    }
    profile.name = "Grace"
    profile.age = 40
    await mainActorTurns()
    profile.age = 41
    await mainActorTurns()
    let unknown = !trackingIsExact
    #expect(matches == [[false, false, false], [true, true, unknown], [unknown, true, unknown]])
    token.cancel()
  }

  @Test func kindTellsTheMoment() async {
    var kinds: [ObservationEvent.Kind] = []
    let token = withPortableContinuousObservation { event in
      _ = profile.age
      kinds.append(event.kind)
    }
    profile.age += 1
    await mainActorTurns()
    #expect(kinds == [.initial, .didSet])
    token.cancel()
  }

  // MARK: Values

  @Test func equalValueMakesNoPass() async {
    var passes = 0
    let token = withPortableContinuousObservation { _ in
      _ = (profile.name, profile.nickname)
      passes += 1
    }
    profile.name = "Ada"
    profile.nickname = nil
    await mainActorTurns()
    #expect(passes == 1)
    profile.nickname = "A"
    await mainActorTurns()
    #expect(passes == 2)
    profile.nickname = nil
    await mainActorTurns()
    #expect(passes == 3)
    token.cancel()
  }

  @Test func anotherObjectMakesAPassThoughItLooksTheSame() async {
    var passes = 0
    profile.friend = Profile()
    let token = withPortableContinuousObservation { _ in
      _ = profile.friend?.name
      passes += 1
    }
    let friend = Profile()
    profile.friend = friend
    await mainActorTurns()
    #expect(passes == 2)
    friend.name = "Grace"
    await mainActorTurns()
    #expect(passes == 3)
    token.cancel()
  }

  @Test func changesInAPropertysDidSetAreInTheSamePass() async {
    var scores: [[Int]] = []
    let token = withPortableContinuousObservation { _ in scores.append([profile.score, profile.bestScore]) }
    profile.score = 5
    profile.score = 3
    await mainActorTurns()
    #expect(scores == [[0, 0], [3, 5]])
    token.cancel()
  }

  @Test func arrayIsChangedInPlace() async {
    profile.tags = Array(repeating: "tag", count: 100)
    profile.tags.reserveCapacity(1000)
    var counts: [Int] = []
    let token = withPortableContinuousObservation { _ in counts.append(profile.tags.count) }
    let before = unsafe profile.tags.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    for _ in 0..<100 {
      profile.tags.append("more")
      await mainActorTurns(1)
    }
    let after = unsafe profile.tags.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    #expect(before == after, "no copy was made")
    await eventually { counts.last == 200 }
    token.cancel()
  }

  // MARK: Dependencies

  @Test func dependOnWhatThePassBeforeHasRead() async {
    var texts: [String] = []
    let token = withPortableContinuousObservation { _ in texts.append(profile.summary) }
    profile.isShown = false
    await mainActorTurns()
    profile.name = "Grace"
    profile.age = 40
    await mainActorTurns()
    #expect(texts == ["Ada, 36", "hidden"], "what it no longer reads does not make a pass due")
    profile.isShown = true
    await mainActorTurns()
    profile.name = "Barbara"
    await mainActorTurns()
    #expect(texts == ["Ada, 36", "hidden", "Grace, 40", "Barbara, 40"])
    token.cancel()
  }

  @Test func dependOnObjectsReadForTheFirstTimeAndNoLongerOnOthers() async {
    let (first, second) = (Profile(), Profile())
    profile.friend = first
    var names: [String] = []
    let token = withPortableContinuousObservation { _ in names.append(profile.friend?.name ?? "-") }
    second.name = "Second"
    profile.friend = second
    await mainActorTurns()
    first.name = "First"
    await mainActorTurns()
    second.name = "Two"
    await mainActorTurns()
    #expect(names == ["Ada", "Second", "Two"])
    token.cancel()
  }

  @Test func thatReadNothingWaitForNothing() async {
    var passes = 0
    let token = withPortableContinuousObservation { _ in passes += 1 }
    profile.age += 1
    await mainActorTurns()
    #expect(passes == 1)
    #expect(token.isActive)
    token.cancel()
  }

  @Test(.knowsWhatIsRead) @MainActor func aGenericModelKeepsItsRegistrationsFromPassToPass() async {
    let box = Box(0)
    var values: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { _ in values.append(box.value) }
    await mainActorTurns(20)
    let confirmed = modelsAreOwn ? [0] : [0, 0]
    #expect(values == confirmed, "nothing was read for the first time by the second pass")
    box.value = 1
    await mainActorTurns(20)
    #expect(values == confirmed + [1])
    token.cancel()
  }

  @Test @MainActor func manyChangesOfAGenericModelInOneTurnMakeOnePass() async {
    let box = Box(0)
    var matches: [Bool] = []
    let token = withPortableContinuousObservation { event in
      matches.append(event.matches(\Box<Int>.value))
      _ = box.value
    }
    for value in 1...5000 { box.value = value }
    await mainActorTurns()
    #expect(matches == [false, true])
    token.cancel()
  }
}
