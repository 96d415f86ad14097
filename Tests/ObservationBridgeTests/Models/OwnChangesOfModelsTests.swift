import TestSupport
import Testing

@testable import ObservationBridge

/// A pass isn't notified of its own changes, but of all later changes by other code.
@Suite @MainActor struct OwnChangesOfModelsTests {
  enum Pass: CaseIterable {
    case writesThenReads, readsThenWrites, writesWithoutObservation, writesSomethingElse
  }

  @Test(arguments: Pass.allCases, [true, false])
  func laterChangesOfADerivedValueAreReported(pass: Pass, isImmediate: Bool) async {
    let (input, runs) = (Cell(), Cell())
    let sum = DerivedValue { input.x + input.y }
    let sumOfSums = DerivedValue { sum.value + sum.value }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: isImmediate ? [.didSet, .immediate] : .didSet) { _ in
      if pass == .writesThenReads { input.x = 5 }
      seen.append(sumOfSums.value)
      switch pass {
      case .writesThenReads: break
      case .readsThenWrites: input.x = 5
      case .writesWithoutObservation: withoutObservation { input.x = 5 }
      case .writesSomethingElse: runs.x += 1
      }
    }
    let own = pass == .writesSomethingElse ? 0 : 5
    // Nobody else reads the sums.
    for y in 1...4 {
      input.y = y
      let expected = 2 * (own + y)
      await eventually { seen.last == expected }
      #expect(seen.last == expected)
    }
    #expect(seen.count == 5)
    token.cancel()
  }

  @Test func equalResultsStopTheWaveAfterAnOwnChange() {
    let (input, runs) = (Cell(1), Cell())
    let sign = DerivedValue { input.x.signum() }
    var count = 0
    let token = effect { _ in
      _ = sign.value
      runs.x += 1
      count += 1
    }
    input.x = 2
    input.x = 3
    #expect(count == 1)
    input.x = -1
    #expect(count == 2)
    token.cancel()
  }

  @Test func cleanupThatCancelsIsFollowedByNoPass() {
    let cell = Cell(1)
    var token: PortableObservationToken?
    var count = 0
    token = effect { event in
      _ = cell.x
      count += 1
      event.cleanup { token?.cancel() }
    }
    cell.x = 2
    #expect(count == 1)
    #expect(token?.isActive == false)
  }

  @Test func immediateWillSetPassOfADerivedValueIsCoalesced() async {
    let cell = Cell(1)
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in seen.append(cell.sum) }
    for x in 2...4 {
      cell.x = x
      #expect(seen.last == x - 1)
      await eventually { seen.last == x }
    }
    #expect(seen == [1, 2, 3, 4])
    token.cancel()
  }

  @Test func deallocationIsReportedWhenOnlyDerivedPropertiesAreRead() async {
    var cell: Cell? = Cell(1)
    var kinds: [ObservationEvent.Kind] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { [weak cell] event in
      kinds.append(event.kind)
      _ = cell?.sum
    }
    cell = nil
    await eventually { kinds.last == .deinit }
    #expect(kinds == [.initial, .deinit])
    token.cancel()
  }

  @Test func deallocationIsReportedOnceWhenAModelIsReadInSeveralWays() async {
    let first = Log<ObservationEvent.Kind>()
    let second = Log<ObservationEvent.Kind>()
    let tokens = [await kindsOfPasses(overAModelThatGoes: first), await kindsOfPasses(overAModelThatGoes: second)]
    await eventually { first.elements.last == .deinit && second.elements.last == .deinit }
    #expect(first.elements == [.initial, .deinit])
    for token in tokens { token.cancel() }
  }

  private func kindsOfPasses(overAModelThatGoes kinds: Log<ObservationEvent.Kind>) async -> PortableObservationToken {
    let cell = SharedCell(1)
    return await ImmediateActor().observing([.didSet, .deinit]) { [weak cell] event in
      kinds.append(event.kind)
      if let cell { _ = cell.x + cell.y + cell.sum }
    }
  }
}
