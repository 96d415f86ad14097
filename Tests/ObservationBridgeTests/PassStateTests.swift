import Testing

@testable import ObservationBridge

@Suite struct PassStateTests {
  /// An observation whose initial pass is over.
  private func idle(_ options: ObservationOptions = .didSet) -> PassState {
    var state = PassState(options: options)
    _ = state.begin()
    _ = state.end()
    return state
  }

  @Test func startsWithTheInitialPassDue() {
    var state = PassState(options: .didSet)
    #expect(state.phase == .due(.initial))
    #expect(state.begin() == .initial)
    #expect(state.end() == .none)
    #expect(state.phase == .idle)
  }

  @Test func oneChangeEnqueuesOnce() {
    var state = idle()
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .none)
    #expect(state.begin() == .didSet)
    #expect(state.begin() == nil, "a second job finds nothing to do")
    #expect(state.end() == .none)
  }

  @Test func changeDuringAPassLeadsToAnother() {
    var state = idle()
    _ = state.dependencyChanged(.didSet, mayRunNow: false)
    _ = state.begin()
    #expect(state.dependencyChanged(.didSet, mayRunNow: true) == .none, "no two passes at once")
    #expect(state.end() == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.begin() == .didSet)
  }

  @Test func didSetWinsOverWillSet() {
    var state = idle([.willSet, .didSet])
    #expect(state.dependencyChanged(.willSet, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.willSet))
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .none)
    #expect(state.dependencyChanged(.willSet, mayRunNow: false) == .none)
    #expect(state.begin() == .didSet)
  }

  /// The public backend reports both before the change, the derived value first: it can be computed only afterwards.
  @Test func passBeforeAChangeIsFollowedByOneForDerivedValues() {
    var state = idle([.willSet, .immediate])
    #expect(state.dependencyChanged(.didSet, mayRunNow: false, isCertain: false) == .enqueue)
    #expect(state.phase == .due(.willSet))
    #expect(state.dependencyChanged(.willSet, mayRunNow: true) == .run)
    #expect(state.begin() == .willSet)
    #expect(!state.isUncertain)
    #expect(state.end() == .enqueue)
    #expect(state.phase == .due(.willSet))
    #expect(state.begin() == .willSet)
    #expect(!state.isUncertain)
    #expect(state.end() == .none)
  }

  /// Without the option a deallocation only leads to a look whether the observation's model is gone.
  @Test(arguments: [false, true]) func aDeallocationCountsForLessThanAChangeUnlessItWasAskedFor(isAskedFor: Bool) {
    var state = idle(isAskedFor ? [.didSet, .deinit] : .didSet)
    #expect(state.dependencyChanged(.deinit, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.deinit))
    #expect(state.begin() == .deinit)
    #expect(state.end() == .none)
    for order in [[PassKind.deinit, .didSet], [.didSet, .deinit]] {
      #expect(state.dependencyChanged(order[0], mayRunNow: false) == .enqueue)
      #expect(state.phase == .due(order[0]))
      #expect(state.dependencyChanged(order[1], mayRunNow: false) == .none)
      #expect(state.begin() == (isAskedFor ? .deinit : .didSet))
      #expect(state.end() == .none)
    }
  }

  @Test func initialWinsOverEverything() {
    var state = PassState(options: [.willSet, .didSet])
    _ = state.dependencyChanged(.willSet, mayRunNow: false)
    _ = state.dependencyChanged(.didSet, mayRunNow: false)
    #expect(state.begin() == .initial)
  }

  @Test func willSetAloneHasItsPassAfterTheStoreToo() {
    var state = idle(.willSet)
    #expect(state.dependencyChanged(.willSet, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.willSet))
    #expect(state.begin() == .willSet)
    #expect(state.end() == .none)
    // The pass ran on another thread before the value was stored.
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.willSet))
    #expect(state.begin() == .willSet)
  }

  @Test func willSetAloneHasOnePassWhereItWaitedForTheStore() {
    var state = idle(.willSet)
    #expect(state.dependencyChanged(.willSet, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.willSet))
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .none)
    #expect(state.begin() == .willSet)
    #expect(state.end() == .none)
  }

  @Test func immediateWillSetIsNotRepeatedAfterTheStore() {
    var state = idle([.willSet, .immediate])
    #expect(state.dependencyChanged(.willSet, mayRunNow: true) == .run)
    #expect(state.begin() == .willSet)
    #expect(state.end() == .none)
    #expect(state.dependencyChanged(.didSet, mayRunNow: true) == .none)
    #expect(state.phase == .idle)
  }

  @Test func immediatePassTakesAWaitingOneAlong() {
    var state = idle([.didSet, .immediate])
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.dependencyChanged(.didSet, mayRunNow: true) == .run)
    #expect(state.begin() == .didSet)
    #expect(state.end() == .none)
    #expect(state.begin() == nil, "the job that was scheduled finds nothing to do")
  }

  @Test(arguments: [ObservationOptions(), .confirming, .immediate])
  func withoutMomentsTheInitialPassIsAll(options: ObservationOptions) {
    var state = PassState(options: options)
    #expect(state.isInitialOnly)
    _ = state.begin()
    #expect(state.end() == .release)
    #expect(state.phase == .ended)
    #expect(!state.isActive)
  }

  @Test func cancelBeforeThePassReleasesAtOnce() {
    var state = PassState(options: .didSet)
    #expect(state.cancel() == .release(.initial))
    #expect(state.begin() == nil)
    #expect(state.cancel() == .none)
    #expect(state.dependencyChanged(.didSet, mayRunNow: true) == .none)
  }

  @Test func cancelDuringThePassReleasesAfterIt() {
    var state = idle()
    _ = state.dependencyChanged(.didSet, mayRunNow: false)
    _ = state.begin()
    #expect(state.cancel() == .deregister)
    #expect(!state.isActive)
    #expect(state.cancel() == .none)
    #expect(state.dependencyChanged(.didSet, mayRunNow: false) == .none)
    #expect(state.end() == .release)
    #expect(state.phase == .ended)
  }

  @Test func newReadingsAreConfirmedUntilThereAreNone() {
    var state = PassState(options: [.didSet, .confirming])
    #expect(state.begin() == .initial)
    #expect(state.end(hasReadAnew: true) == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.begin() == .didSet)
    #expect(state.confirmationCount == 1)
    #expect(state.end(hasReadAnew: false) == .none)
    #expect(state.phase == .idle)
    #expect(state.confirmationCount == 0)
  }

  @Test func confirmationsEndThoughEveryPassReadsSomethingNew() {
    var state = PassState(options: [.didSet, .confirming])
    var passes = 0
    while state.begin() != nil, passes < 100 {
      passes += 1
      _ = state.end(hasReadAnew: true)
    }
    #expect(passes == 11)
    #expect(state.phase == .idle)
  }

  @Test func newReadingsAreNotConfirmedUnlessAskedFor() {
    var state = PassState(options: .didSet)
    _ = state.begin()
    #expect(state.end(hasReadAnew: true) == .none)
  }

  @Test(arguments: [[true, false], [false, true], [false, true, false]], [false, true])
  func recheckBesideADerivedValueIsStillCompared(isRecheck: [Bool], isRunning: Bool) {
    var state = PassState(options: .didSet)
    _ = state.begin()
    if !isRunning { _ = state.end() }
    for isSecond in isRecheck {
      _ = state.dependencyChanged(.didSet, mayRunNow: false, isCertain: isSecond, isRecheck: isSecond)
    }
    if isRunning { _ = state.end() }
    _ = state.begin()
    #expect(state.isRepetition)
    #expect(!state.isUncertain)
    _ = state.dependencyChanged(.didSet, mayRunNow: false)
    _ = state.end()
    _ = state.begin()
    #expect(!state.isRepetition)
  }

  @Test func aPassRepeatsTheOneBeforeIfNothingButRechecksMadeItDue() {
    var state = PassState(options: .didSet)
    _ = state.begin()
    #expect(!state.isRepetition)
    _ = state.end()
    for isRecheck in [[true], [true, true], [false], [true, false], [false, true], [true, false, true]] {
      for isSecond in isRecheck {
        _ = state.dependencyChanged(.didSet, mayRunNow: false, isRecheck: isSecond)
      }
      _ = state.begin()
      #expect(state.isRepetition == !isRecheck.contains(false), "after \(isRecheck)")
      _ = state.end()
    }
  }

  @Test(arguments: [[PassKind.deinit], [.deinit, .didSet], [.didSet, .deinit]])
  func aPassAfterADeallocationAloneMayReadTheSame(reports: [PassKind]) {
    var state = PassState(options: [.didSet, .deinit])
    _ = state.begin()
    _ = state.end()
    for moment in reports { _ = state.dependencyChanged(moment, mayRunNow: false) }
    _ = state.begin()
    #expect(state.isRepetition == !reports.contains(.didSet))
    #expect(!state.isUncertain)
  }

  @Test func reportsDuringAPassCountForTheNext() {
    for isRecheck in [true, false] {
      var state = idle()
      _ = state.dependencyChanged(.didSet, mayRunNow: false)
      _ = state.begin()
      _ = state.dependencyChanged(.didSet, mayRunNow: false, isRecheck: isRecheck)
      #expect(!state.isRepetition)
      _ = state.end()
      _ = state.begin()
      #expect(state.isRepetition == isRecheck)
    }
  }

  @Test(arguments: [true, false]) func nextPassComparesWithWhatTheRunningOneHasLeft(isDueBefore: Bool) {
    var state = PassState(options: [.didSet])
    _ = state.begin()
    if isDueBefore { _ = state.dependencyChanged(.didSet, mayRunNow: false, isCertain: false) }
    let mayBeOfOthers = state.adoptOwnChange()
    #expect(mayBeOfOthers == isDueBefore)
    _ = state.end()
    if !isDueBefore { _ = state.dependencyChanged(.didSet, mayRunNow: false, isCertain: false) }
    _ = state.begin()
    #expect(!state.isUncertain)
    #expect(state.isRepetition)
    _ = state.end()
    _ = state.dependencyChanged(.didSet, mayRunNow: false, isCertain: false)
    _ = state.begin()
    #expect(state.isUncertain)
  }

  @Test func deallocationsAndRechecksAreNoChangesOfOthers() {
    var state = PassState(options: [.didSet])
    _ = state.begin()
    _ = state.dependencyChanged(.deinit, mayRunNow: false)
    let isDueToADeallocation = state.adoptOwnChange()
    #expect(!isDueToADeallocation)
    _ = state.end()
    _ = state.begin()
    _ = state.dependencyChanged(.didSet, mayRunNow: false, isRecheck: true)
    let isDueToARecheck = state.adoptOwnChange()
    #expect(!isDueToARecheck)
    _ = state.dependencyChanged(.didSet, mayRunNow: false)
    let isDueToAChange = state.adoptOwnChange()
    #expect(isDueToAChange)
  }

  @Test func samplesFollowNoDeallocation() {
    var state = PassState(options: [.didSet, .deinit])
    _ = state.begin()
    _ = state.end()
    _ = state.dependencyChanged(.deinit, mayRunNow: false)
    _ = state.begin()
    _ = state.end()
    let isAlone = state.beginSampling()
    #expect(isAlone)
    #expect(state.needsDeallocation(isKnown: true))
  }

  @Test func aPassThatConfirmsAnotherIsNoRepetition() {
    var state = PassState(options: [.didSet, .confirming])
    _ = state.begin()
    _ = state.end(hasReadAnew: true)
    _ = state.begin()
    #expect(!state.isRepetition, "what the first has read may not have been delivered yet")
  }

  @Test(arguments: [ObservationOptions.willSet, .didSet, [.willSet, .didSet], .deinit])
  func aPassThatConfirmsAnotherFollowsAChange(options: ObservationOptions) {
    var state = PassState(options: options.union(.confirming))
    _ = state.begin()
    #expect(state.end(hasReadAnew: true) == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.begin() == .didSet)
  }

  @Test func onlyTheFirstPassIsInitial() {
    var state = PassState(options: [.didSet, .confirming])
    #expect(!state.isInitial)
    _ = state.begin()
    #expect(state.isInitial)
    _ = state.end(hasReadAnew: true)
    _ = state.begin()
    #expect(!state.isInitial)
  }

  @Test(arguments: [true, false])
  func aPassThatIsDueAnywayConfirmsTheOneBeforeAllTheSame(isRecheck: Bool) {
    var state = PassState(options: [.didSet, .confirming])
    _ = state.begin()
    _ = state.dependencyChanged(.didSet, mayRunNow: false, isCertain: false, isRecheck: isRecheck)
    #expect(state.end(hasReadAnew: true) == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.begin() == .didSet)
    #expect(!state.isUncertain, "what the first has missed is no derived value")
    #expect(!state.isRepetition)
  }

  @Test func samplingExcludesPasses() {
    var state = idle()
    #expect(state.beginSampling() == true)
    #expect(state.dependencyChanged(.didSet, mayRunNow: true) == .none)
    #expect(state.end() == .enqueue)
    #expect(state.phase == .due(.didSet))
  }

  @Test func samplingKeepsAWaitingPassDue() {
    var state = idle()
    _ = state.dependencyChanged(.didSet, mayRunNow: false)
    #expect(state.beginSampling() == true)
    #expect(state.begin() == nil)
    #expect(state.end() == .enqueue)
    #expect(state.phase == .due(.didSet))
    #expect(state.begin() == .didSet)
  }

  @Test func samplingLeavesRunningAndInitialPassesAlone() {
    var state = PassState(options: .didSet)
    #expect(state.beginSampling() == false)
    _ = state.begin()
    #expect(state.beginSampling() == false)
    _ = state.cancel()
    #expect(state.beginSampling() == false)
    _ = state.end()
    #expect(state.beginSampling() == false)
  }
}

@Suite struct PassChangesTests {
  private let first: AnyKeyPath = \SharedCounter.first
  private let second: AnyKeyPath = \SharedCounter.second

  @Test func matchesWhatWasRecordedOnly() {
    var changes = PassChanges()
    changes.record(first, at: ChangePlace(word: 1))
    #expect(changes.contains(\SharedCounter.first))
    #expect(!changes.contains(\SharedCounter.second))
    changes.record(second, at: ChangePlace(word: 1))
    #expect(changes.contains(\SharedCounter.first))
    #expect(changes.contains(\SharedCounter.second))
    #expect(!changes.contains(\[Int].count))
  }

  @Test func matchesEverythingWhereNothingIsKnown() {
    var changes = PassChanges()
    changes.record(nil, at: ChangePlace(word: 1))
    #expect(changes.contains(\SharedCounter.first))
    #expect(changes.contains(\[Int].count))
  }

  @Test func oneKeyPathFromTwoThreadsIsASignThatAnotherWasMissed() {
    var changes = PassChanges()
    changes.record(first, at: ChangePlace(word: 1))
    changes.record(first, at: ChangePlace(word: 2))
    #expect(changes.contains(second))
  }

  @Test func soItIsWhereAPassBeganInBetween() {
    var earlier = PassChanges()
    earlier.record(first, at: ChangePlace(word: 1))
    var changes = PassChanges(following: earlier)
    #expect(!changes.contains(first))
    changes.record(first, at: ChangePlace(word: 2))
    #expect(changes.contains(second))
  }

  @Test func keyPathChangedAgainAfterAPassIsReportedToTheNext() {
    let place = ChangePlace(word: 1)
    var earlier = PassChanges()
    earlier.record(first, at: place)
    var changes = PassChanges(following: earlier)
    changes.record(first, at: place)
    changes.record(first, at: place)
    #expect(changes.contains(first))
    #expect(!changes.contains(second))
  }

  @Test func anActorIsOnePlaceThoughItMovesFromThreadToThread() async {
    actor Home {
      func place() -> ChangePlace { .current }
    }
    let home = Home()
    let places = await [home.place(), Task.detached { await home.place() }.value, Task { await home.place() }.value]
    #expect(places[0] == places[1])
    #expect(places[0] == places[2])
    #expect(await Home().place() != places[0])
    let main = await MainActor.run { ChangePlace.current }
    #expect(main != places[0])
    #expect(await Task { @MainActor in ChangePlace.current }.value == main)
  }

  /// A generic class makes a new key path for every access.
  @Test func keyPathsAreReportedUpToALimit() {
    final class Box<Value> { var value: Value { fatalError() } }
    func keyPath<Value>(_ type: Value.Type) -> AnyKeyPath { \Box<Value>.value }
    var changes = PassChanges()
    changes.record(first, at: ChangePlace(word: 1))
    for count in 1...PassChanges.maximumCount {
      #expect(!changes.contains(second), "after \(count - 1)")
      changes.record(keyPath(Int.self), at: ChangePlace(word: 1))
    }
    #expect(changes.contains(second))
  }

  @Test func twoThreadsTakingTurnsStayExact() {
    var changes = PassChanges()
    changes.record(first, at: ChangePlace(word: 1))
    changes.record(second, at: ChangePlace(word: 2))
    changes.record(first, at: ChangePlace(word: 1))
    #expect(!changes.contains(\[Int].count))
  }

  @Test func theSameKeyPathTwiceFromTwoThreadsMayHideAnother() {
    var changes = PassChanges()
    changes.record(first, at: ChangePlace(word: 1))
    changes.record(first, at: ChangePlace(word: 1))
    #expect(!changes.contains(\SharedCounter.second))
    changes.record(first, at: ChangePlace(word: 2))
    #expect(changes.contains(\SharedCounter.second))
  }

  @Test func aKeyPathThatCanBeTrustedHidesNoOther() {
    var changes = PassChanges()
    for place in [nil, ChangePlace(word: 1), nil] { changes.record(first, at: place) }
    #expect(changes.contains(first))
    #expect(!changes.contains(second))
  }

  @Test func norDoesItHideThatAnotherMayHaveBeenMissed() {
    var changes = PassChanges()
    changes.record(first, at: ChangePlace(word: 1))
    changes.record(second, at: nil)
    changes.record(first, at: ChangePlace(word: 2))
    #expect(changes.contains(\[Int].count))
  }

  @Test func keyPathChangedAgainIsReportedAfterAnother() {
    let place = ChangePlace(word: 1)
    var earlier = PassChanges()
    earlier.record(first, at: place)
    var changes = PassChanges(following: earlier)
    changes.record(second, at: nil)
    changes.record(first, at: place)
    #expect(changes.contains(first))
    #expect(!changes.contains(\[Int].count))
  }
}
