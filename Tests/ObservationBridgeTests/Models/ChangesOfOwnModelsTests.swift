import TestSupport
import Testing

@testable import ObservationBridge

/// When passes follow changes of registrar models, and which properties match in them.
@Suite struct ChangesOfOwnModelsTests {
  private let executor = ManualExecutor()
  private let cell = SharedCell()

  /// How a property is changed.
  enum Way: CaseIterable, Sendable {
    case plainly, inTransaction

    func make(_ change: () -> Void) {
      switch self {
      case .plainly: change()
      case .inTransaction: withObservationTransaction(change)
      }
    }
  }

  // MARK: Which property

  @Test(arguments: Way.allCases) func aPropertyThatSeveralThreadsChangeHidesNoOther(_ way: Way) async {
    let matches = Log<[Bool]>()
    let token = await ManualActor(executor).observing { [cell] event in
      _ = (cell.x, cell.y)
      matches.append([event.matches(\SharedCell.x), event.matches(\SharedCell.y)])
    }
    for round in 1...3 {
      way.make { cell.x += round }
      executor.runAll()
      Thread.run { [cell] in way.make { cell.x += round } }
      executor.runAll()
      // In one pass.
      way.make { cell.x += round }
      Thread.run { [cell] in way.make { cell.x += round } }
      executor.runAll()
    }
    #expect(matches.elements == [[false, false]] + Array(repeating: [true, false], count: 9))
    token.cancel()
    executor.runAll()
  }

  @Test(arguments: [false, true]) func norDoesItInPassesInsideTheChanges(cleaningUp: Bool) {
    let matches = Log<[Bool]>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { @Sendable [cell] event in
      _ = (cell.x, cell.y)
      // Then its state isn't lent.
      if cleaningUp { event.cleanup {} }
      if event.kind == .initial { return }
      matches.append([event.matches(\SharedCell.x), event.matches(\SharedCell.y)])
    }
    for _ in 1...3 {
      cell.x += 1
      Thread.run { [cell] in cell.x += 1 }
    }
    #expect(matches.elements == Array(repeating: [true, false], count: 6))
    token.cancel()
  }

  @Test(arguments: [ObservationOptions.didSet, .willSet])
  func theDeallocationOfAModelIsNoChangeOfOthers(options: ObservationOptions) async {
    let kept = LockedState<SharedCell?>(SharedCell())
    weak let other = kept.withLock { $0 }
    let matches = Log<[Bool]>()
    let token = await ManualActor(executor).observing(options.union(.deinit)) { [cell] event in
      _ = (cell.x, other?.y)
      matches.append([event.matches(\SharedCell.x), event.matches(\SharedCell.y)])
    }
    let last = kept.withLock { $0.take() }
    _ = consume last
    await eventually {
      executor.runAll()
      return matches.elements.count == 2
    }
    cell.x = 1
    executor.runAll()
    #expect(matches.elements == [[false, false], [false, false], [true, false]])
    token.cancel()
    executor.runAll()
  }

  // MARK: In which order

  @Test(arguments: Way.allCases) func passesRunInTheOrderOfTheirStartWhateverTheirOptions(_ way: Way) async {
    let options: [ObservationOptions] = [.didSet, .willSet, [.willSet, .immediate], [.willSet, .didSet], .didSet]
    let (actor, other) = (ManualActor(executor), SharedCell())
    let (log, tokens) = (Log<String>(), Log<PortableObservationToken>())
    for (index, options) in options.enumerated() {
      for (name, cell) in [("this", cell), ("other", other)] {
        tokens.append(
          await actor.observing(options) { event in
            _ = cell.x
            if event.kind != .initial { log.append("\(name) \(index)") }
          }
        )
      }
    }
    // The observers of the model that changed first run first.
    way.make { other.x += 1 }
    way.make { cell.x += 1 }
    #expect(executor.runTurn() == 1)
    let indices = options.indices
    #expect(log.elements == indices.map { "other \($0)" } + indices.map { "this \($0)" })
    for token in tokens.elements { token.cancel() }
    executor.runAll()
  }

  @Test func aPassThatIsToComeLaterDoesNotReadTheFormerValue() async {
    let log = Log<Int>()
    let token = await ManualActor(executor).observing(.willSet) { [cell] _ in log.append(cell.x) }
    cell.setX(1) { executor.runAll() }
    executor.runAll()
    #expect(log.elements == [0, 1])
    token.cancel()
    executor.runAll()
  }
}
