import TestSupport
import Testing

@testable import ObservationBridge

/// Models whose last reference is released during a read.
@Suite @MainActor struct DeallocationsInPassesTests {
  private final class Box {
    var cell: Cell? = Cell(1)

    var weakCell: () -> Cell? {
      { [weak cell] in cell }
    }
  }

  private let box = Box()

  @Test(arguments: 1...3) func aStreamOfAModelEndsThatItsClosureReleases(reading: Int) async throws {
    let box = box
    var count = 0
    let values = ObservationBridge(of: try #require(box.cell)) { cell in
      count += 1
      if count == reading { box.cell = nil }
      return cell.x
    }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      box.cell?.x += 1
    }
    expect(seen, endsWith: reading)
  }

  @Test(arguments: 1...3) func aStreamOfWeaklyHeldModelsEndsThatItsClosureReleases(reading: Int) async {
    let (box, weakCell) = (box, box.weakCell)
    var count = 0
    let values = ObservationBridge<Int>.untilFinished {
      guard let cell = weakCell() else { return .finish }
      count += 1
      if count == reading { box.cell = nil }
      return .next(cell.x)
    }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      box.cell?.x += 1
    }
    expect(seen, endsWith: reading)
  }

  /// Every value has been delivered in its order, but that the model may be found gone before the last one has been. Other backends read more
  /// often, and so come to the reading that lets go of it earlier.
  private func expect(_ seen: [Int], endsWith last: Int) {
    #expect(seen == Array(1..<seen.count + 1))
    #expect(seen.count <= last)
    if Tracking.isExact { #expect(seen.count >= last - 1) }
  }

  @Test(arguments: 1...3) func aScopesObservationEndsWithAModelThatItsClosureReleases(pass: Int) async throws {
    let (box, scope) = (box, ObservationScope())
    var count = 0
    let delivery = scope.observe(try #require(box.cell)) { _, cell in
      count += 1
      if count == pass { box.cell = nil }
      _ = cell.x
    }
    for _ in 0..<3 {
      box.cell?.x += 1
      await mainActorTurns()
    }
    await eventually { !delivery.isActive }
    #expect(count == pass)
  }

  @Test(
    .enabled("needs reports of a plain model's deallocation") { Tracking.isExact || Tracking.isStandard },
    arguments: 1...3
  )
  func aScopesObservationEndsWithAStandardModelThatItsClosureReleases(pass: Int) async throws {
    var kept: PlainCell? = PlainCell(1)
    let scope = ObservationScope()
    var count = 0
    let delivery = scope.observe(try #require(kept)) { _, cell in
      count += 1
      if count == pass { kept = nil }
      _ = cell.x
    }
    for _ in 0..<3 {
      kept?.x += 1
      await mainActorTurns()
    }
    await eventually { !delivery.isActive }
    #expect(count == pass)
  }

  @Test func theDeallocationOfAModelThatAnEarlierPassHasReadIsReported() async {
    let (box, weakCell) = (box, box.weakCell)
    var kinds: [ObservationEvent.Kind] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      kinds.append(event.kind)
      let cell = weakCell()
      _ = cell?.x
      if kinds.count == 2 { box.cell = nil }
    }
    box.cell?.x = 2
    await eventually { kinds.last == .deinit }
    await mainActorTurns()
    #expect(kinds == [.initial, .didSet, .deinit])
    token.cancel()
  }

  @Test func theDeallocationOfAModelThatAPassReadsFirstIsNotReported() async {
    let trigger = Cell(1)
    var kinds: [ObservationEvent.Kind] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      kinds.append(event.kind)
      let cell = Cell(trigger.x)
      _ = cell.x + cell.sum
    }
    trigger.x = 2
    await eventually { kinds.count == 2 }
    trigger.x = 3
    await eventually { kinds.count == 3 }
    await mainActorTurns(5)
    #expect(kinds == [.initial, .didSet, .didSet])
    token.cancel()
  }

  @Test func passesThatReplaceWhatTheOneBeforeHasReadComeToAnEnd() async {
    let (box, trigger) = (box, Cell(1))
    var kinds: [ObservationEvent.Kind] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      kinds.append(event.kind)
      box.cell = Cell(trigger.x)
      _ = box.cell?.x
    }
    trigger.x = 2
    await eventually { kinds.last == .deinit }
    await mainActorTurns(5)
    #expect(kinds == [.initial, .didSet, .deinit])
    token.cancel()
  }

  @Test(.knowsWhatIsRead) func aStreamThatReplacesWhatItHasReadBeforeComesToRest() async {
    let (box, trigger) = (box, Cell(1))
    var count = 0
    let samples = Log<Int>()
    let values = ObservationBridge { () -> Int in
      count += 1
      box.cell = Cell(trigger.x)
      return box.cell?.x ?? 0
    }
    let consumer = Task {
      for await value in values { samples.append(value) }
    }
    await eventually { samples.elements.contains(1) }
    trigger.x = 2
    await eventually { samples.elements.contains(2) }
    await mainActorTurns(20)
    let before = count
    await mainActorTurns(20)
    #expect(count == before)
    consumer.cancel()
    await consumer.value
  }

  @Test(.knowsWhatIsRead) func aStreamThatMakesItsModelsGoesOnWithChangesAlone() async {
    let trigger = Cell(1)
    var count = 0
    var values = ObservationBridge { () -> Int in
      count += 1
      let cell = Cell(trigger.x)
      return cell.x
    }.makeAsyncIterator()
    for expected in 1...5 {
      #expect(await values.next() == expected)
      trigger.x += 1
    }
    // The first one may have been read twice: what it has made has gone.
    #expect(count <= 6)
  }
}
