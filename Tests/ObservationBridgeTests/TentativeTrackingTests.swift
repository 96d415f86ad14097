import Observation
import ObservationBridgeTesting
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Passes that are expected to read registrar models alone: later passes, and first passes of a known closure.
@Suite @MainActor struct TentativeTrackingTests {
  private let cell = Cell(1)
  private let plain = PlainCell(10)

  private func observation(
    _ options: ObservationOptions = [.didSet, .immediate],
    _ body: @escaping (borrowing ObservationEvent) -> Void
  ) -> ContinuousObservation {
    let new = ContinuousObservation(options, on: MainActor.shared, PassBody(call: body))
    new.start(on: MainActor.shared, from: MainActor.shared)
    return new
  }

  private func isRegistered(_ observation: ContinuousObservation) -> Bool {
    observation.withState { $0.dependencies?.platform != nil }
  }

  @Test func laterPassesRegisterNothingIfTheyReadRegistrarModelsAlone() {
    let observation = observation { _ in _ = cell.sum }
    for x in 2...4 {
      cell.x = x
      #expect(!isRegistered(observation))
    }
    observation.cancel()
  }

  @Test(arguments: [[.didSet, .immediate], .didSet, [.didSet, .confirming]] as [ObservationOptions])
  func aStandardModelThatOnlyLaterPassesReadMakesPassesDue(_ options: ObservationOptions) async {
    var seen: [Int] = []
    let observation = observation(options) { _ in seen.append(cell.x > 2 ? plain.x : cell.x) }
    for x in 2...4 {
      cell.x = x
      await mainActorTurns()
    }
    for x in 11...13 {
      plain.x = x
      await mainActorTurns()
    }
    #expect(seen.suffix(4).last == 13)
    for x in [1, 2, 10, 11, 12, 13] { #expect(seen.contains(x)) }
    observation.cancel()
  }

  @Test func aStandardModelThatIsReadNoMoreDeliversNothing() async {
    final class Model: Observable {
      let (cell, plain) = (Cell(1), PlainCell(10))
      var total: Int { cell.x == 3 ? cell.x + 0 * plain.x : cell.x }
    }
    let model = Model()
    var seen: [[Int]] = []
    let token = withPropertyObservation(of: model, \.total) { seen.append([$0.old, $0.new]) }
    for x in 2...5 {
      model.cell.x = x
      await mainActorTurns()
    }
    for x in 11...13 {
      model.plain.x = x
      await mainActorTurns()
    }
    #expect(seen == [[1, 2], [2, 3], [3, 4], [4, 5]])
    token.cancel()
  }

  @Test func observationsOfBothKindsOfModelsLeaveFewRegistrations() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let plain = PlainCell(10)
      for _ in 0..<300 {
        let cell = Cell(1)
        let token = effect { _ in _ = cell.x > 1 ? plain.x : 0 }
        for x in 2...4 { cell.x = x }
        token.cancel()
      }
      precondition(plain.registrationCount <= 2, "Registrations are left: \(plain.registrationCount).")
      plain.x = 11
      precondition(plain.registrationCount == 0, "A change leaves registrations.")
      // There is room for others again.
      let cell = Cell(1)
      let token = effect { _ in _ = cell.x > 1 ? plain.x : 0 }
      for x in 2...4 { cell.x = x }
      token.cancel()
      precondition(plain.registrationCount <= 1)
    }
  }

  /// The first pass finds that others track inside it, and so may later ones.
  @Test(arguments: [true, false]) func foreignTrackersInsidePassesAreNotifiedOfRegistrarModels(isImmediate: Bool) async
  {
    let other = Cell(1)
    let count = Atomic(0)
    let observation = observation(isImmediate ? [.didSet, .immediate] : .didSet) { _ in
      _ = cell.x
      withObservationTracking {
        _ = other.x
      } onChange: {
        count.add(1, ordering: .relaxed)
      }
    }
    for x in 2...5 {
      cell.x = x
      await mainActorTurns()
      let before = count.load(ordering: .relaxed)
      other.x = x
      await mainActorTurns()
      #expect(count.load(ordering: .relaxed) > before)
    }
    observation.cancel()
  }

  /// Where a user interface framework is loaded, it may lay out views in any pass on the main thread.
  @Test func foreignTrackersInsideALaterPassSeeRegistrarModels() async {
    await #expect(processExitsWith: .success) { @MainActor in
      TentativeTracking.hasUserInterface.store(true, ordering: .relaxed)
      let (cell, other) = (Cell(1), Cell(1))
      let count = Atomic(0)
      let token = effect { _ in
        if cell.x > 3 {
          withObservationTracking {
            _ = other.x
          } onChange: {
            count.add(1, ordering: .relaxed)
          }
        }
      }
      for x in 2...4 { cell.x = x }
      other.x = 2
      precondition(count.load(ordering: .relaxed) == 1, "A layout doesn't hear of a registrar model.")
      token.cancel()
    }
  }

  @Test func anObservationThatStartsInALaterPassEndsAlone() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let (cell, plain) = (Cell(1), PlainCell(10))
      var count = 0
      var inner: PortableObservationToken?
      let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
        count += 1
        if cell.x == 3 { inner = withPortableContinuousObservation { _ in _ = plain.x } }
      }
      for x in 2...3 { cell.x = x }
      inner?.cancel()
      await mainActorTurns()
      precondition(count == 3 && inner != nil)
      cell.x = 4
      precondition(count == 4)
      token.cancel()
      precondition(plain.registrationCount == 0, "A registration is left.")
    }
  }

  // MARK: First passes

  @Test func firstPassesOfAKnownClosureRegisterNothing() {
    for round in 0..<3 {
      let observation = observation { [cell] _ in _ = cell.x }
      if round > 0 { #expect(!isRegistered(observation)) }
      observation.cancel()
    }
  }

  @Test func firstComputationsOfAKnownClosureRegisterNothing() {
    for round in 0..<3 {
      let value = DerivedValue { cell.x * 2 }
      #expect(value.value == 2)
      let node = unsafe value.storage.takeUnretainedValue()
      if round > 0 { #expect(node.knownPlatform == nil) }
    }
  }

  @Test func firstPassesOfAKnownClosureFollowAStandardModelThatTheyRead() async {
    for round in 0..<4 {
      let plain = PlainCell(round)
      var seen: [Int] = []
      // The first observation of this closure reads a registrar model alone.
      let observation = observation(.didSet) { [cell] _ in seen.append(round == 0 ? cell.x : cell.x + plain.x) }
      plain.x = 10
      await mainActorTurns()
      cell.x += 1
      await mainActorTurns()
      plain.x = 20
      await mainActorTurns()
      #expect(seen.last == (round == 0 ? cell.x : cell.x + 20))
      #expect(seen.count == (round == 0 ? 2 : 4))
      observation.cancel()
    }
  }

  @Test(.enabled(if: Tracking.isExact || Tracking.isStandard))
  func firstPassesOfAKnownClosureRunInsideChangesOfAStandardModel() {
    for round in 0..<4 {
      let plain = PlainCell(0)
      var seen: [Int] = []
      let observation = observation { [cell] _ in seen.append(round == 0 ? cell.x : cell.x + plain.x) }
      for x in 1...3 { plain.x = x }
      #expect(seen == (round == 0 ? [1] : [1, 2, 3, 4]))
      observation.cancel()
      plain.x = 5
      #expect(seen.count == (round == 0 ? 1 : 4))
    }
  }

  // In a process of its own, since other tests observe models of these types, too.
  @Test func observationsOfModelsInScopesAreKnownByTheirTypes() async {
    await #expect(processExitsWith: .success) { @MainActor in
      for round in 0..<3 {
        let (cell, plain) = (Cell(1), PlainCell(round))
        let scope = ObservationScope()
        scope.observe(cell) { _ = $0.x }
        scope.observe(plain) { _ = $0.x }
        scope.cancelAll()
        precondition(plain.registrationCount == 0, "A registration is left.")
      }
    }
  }

  @Test func aClosureThatReadsBothKindsOfModelsLeavesOneRegistration() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let settings = PlainCell(10)
      for _ in 0..<100 {
        let row = Cell(1)
        let token = withPortableContinuousObservation { _ in _ = row.x + settings.x }
        token.cancel()
        let value = DerivedValue { row.x + settings.x }
        precondition(value.value == 11)
      }
      precondition(settings.registrationCount <= 2, "Registrations are left: \(settings.registrationCount).")
      settings.x = 11
      precondition(settings.registrationCount == 0, "A change leaves registrations.")
    }
  }

  @Test func confirmingObservationsAndStreamsOfBothKindsOfModelsLeaveOneRegistration() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let settings = PlainCell(10)
      for _ in 0..<20 {
        let row = Cell(1)
        let token = withPortableContinuousObservation(options: .confirming) { _ in _ = row.x + settings.x }
        for x in 2...4 {
          row.x = x
          await mainActorTurns()
        }
        token.cancel()
        for await sum in ObservationStream({ row.x + settings.x }) {
          if sum == 17 { break }
          row.x += 1
        }
      }
      await eventually { settings.registrationCount <= 3 }
      precondition(settings.registrationCount <= 3, "Registrations are left: \(settings.registrationCount).")
      settings.x = 11
      precondition(settings.registrationCount == 0, "A change leaves registrations.")
    }
  }

  /// The first pass of the closure finds the foreign tracker.
  @Test func foreignTrackersInsideFirstPassesOfAKnownClosureAreNotified() async {
    let count = Atomic(0)
    for round in 1...3 {
      let other = Cell(1)
      let observation = observation { [cell] _ in
        _ = cell.x
        withObservationTracking {
          _ = other.x
        } onChange: {
          count.add(1, ordering: .relaxed)
        }
      }
      other.x = 2
      #expect(count.load(ordering: .relaxed) == round)
      observation.cancel()
    }
  }

  @Test(arguments: 1...20) func noChangeIsLostWhateverPassesRead(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let cells = (0..<3).map { Cell($0) }
    let plains = (0..<3).map { PlainCell($0) }
    let values = cells.map { cell in DerivedValue { cell.x > 5 ? cell.x + plains[cell.x % 3].x : cell.y } }
    // What a pass reads depends on what it reads.
    func read() -> [Int] {
      cells.indices.map { index in
        switch cells[index].x % 4 {
        case 0: cells[index].y
        case 1: plains[index].x
        case 2: values[index].value
        default: -1
        }
      }
    }
    var seen: [[Int]] = [[], [], []]
    let options: [ObservationOptions] = [[.didSet, .immediate], .didSet, [.didSet, .confirming]]
    let observations = options.indices.map { index in observation(options[index]) { _ in seen[index] = read() } }
    for round in 0..<60 {
      let index = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: cells[index].x = Int.random(in: 0..<12, using: &random)
      case 1: cells[index].y = round
      default: plains[index].x = round
      }
      await mainActorTurns()
      let expected = withoutObservation { read() }
      #expect(seen == [expected, expected, expected])
    }
    for observation in observations { observation.cancel() }
  }

  /// Otherwise, what other code reads meanwhile would change the schedules of a run.
  @Test func exploredRunKnowsOnlyItsOwnReadings() {
    let code = UInt(bitPattern: ObjectIdentifier(Marker.self))
    CodeHistory.note(.registrarModels, of: code)
    ExploredRun().run {
      #expect(CodeHistory.of(code) == .unknown)
      CodeHistory.note(.needsProbes, of: code)
      #expect(CodeHistory.of(code) == .needsProbes)
    }
    ExploredRun().run { #expect(CodeHistory.of(code) == .unknown) }
    #expect(CodeHistory.of(code) == .registrarModels)
  }

  private final class Marker {}
}
