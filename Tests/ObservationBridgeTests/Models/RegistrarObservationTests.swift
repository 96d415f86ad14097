import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Observations of registrar models: passes in later turns and inside changes, recorders, and ends on any thread.
@Suite @MainActor struct RegistrarObservationTests {
  private let cell = Cell(1)

  @Test(arguments: [ObservationOptions.didSet, [.didSet, .immediate]])
  func observationIsActiveUntilItIsCancelled(options: ObservationOptions) {
    let token = withPortableContinuousObservation(options: options) { _ in _ = cell.x }
    #expect(token.isActive)
    token.cancel()
    #expect(!token.isActive)
  }

  @Test func immediatePassesSeeEachChange() {
    var seen: [Int] = []
    let token = effect { event in
      _ = cell.sum
      seen.append(event.kind == .initial || event.matches(\Cell.x) ? cell.x : -1)
    }
    for x in 2...5 { cell.x = x }
    #expect(seen == [1, 2, 3, 4, 5])
    token.cancel()
    cell.x = 6
    #expect(seen.count == 5)
  }

  @Test func laterPassSeesAllChangesAtOnce() async {
    var seen: [Int] = []
    let token = withPortableContinuousObservation { event in
      seen.append(event.kind == .initial || event.matches(\Cell.x) ? cell.x : -1)
    }
    cell.x = 2
    cell.x = 3
    await mainActorTurns()
    #expect(seen == [1, 3])
    token.cancel()
    cell.x = 4
    await mainActorTurns()
    #expect(seen == [1, 3])
  }

  @Test func passesReadBothKindsOfModelsAndCleanUp() {
    let plainCell = PlainCell(36)
    var log: [String] = []
    let plain = effect { _ in log.append("plain \(plainCell.x)") }
    let both = effect { _ in log.append("both \(cell.x) \(plainCell.x)") }
    let cleaning = effect { [cell] event in
      let x = cell.x
      event.cleanup { log.append("clean \(x)") }
    }
    log = []
    cell.x = 2
    #expect(log == ["both 2 \(plainCell.x)", "clean 1"])
    log = []
    if Tracking.isExact {
      plainCell.x = 50
      #expect(log.sorted() == ["both 2 50", "plain 50"])
    }
    for token in [plain, both, cleaning] { token.cancel() }
    cell.x = 3
    #expect(log.last == "clean 2")
  }

  @Test func laterPassReadsAStandardModelForTheFirstTime() {
    let plainCell = PlainCell(36)
    var seen: [String] = []
    let token = effect { _ in seen.append(cell.x == 1 ? "1" : "\(cell.x) \(plainCell.x)") }
    cell.x = 2
    if Tracking.isExact { plainCell.x = 41 }
    cell.x = 3
    #expect(seen == ["1", "2 36"] + (Tracking.isExact ? ["2 41", "3 41"] : ["3 36"]))
    token.cancel()
  }

  @Test func passIsntNotifiedOfItsOwnChange() async {
    var seen: [Int] = []
    let tokens = [ObservationOptions.didSet, [.didSet, .immediate]].map { options in
      withPortableContinuousObservation(options: options) { _ in
        seen.append(cell.x)
        if cell.x < 10 { cell.x += 10 }
      }
    }
    await mainActorTurns()
    #expect(seen == [1, 11])
    for token in tokens { token.cancel() }
  }

  @Test func recorderIsAttachedBetweenImmediatePasses() async {
    let token = effect { _ in _ = cell.x }
    let values = await token.values { @MainActor in cell.x }
    cell.x = 2
    cell.x = 3
    #expect(values.snapshot() == [1, 2, 3])
    token.cancel()
    let late = await token.values { @MainActor in cell.x }
    #expect(late.snapshot() == [3])
    #expect(!late.isActive)
  }

  @Test func recorderOfAnEndedObservationHasTheCurrentValue() async {
    let token = effect { _ in _ = cell.x }
    token.cancel()
    let values = await token.values { @MainActor in cell.x }
    #expect(values.snapshot() == [1])
    #expect(!values.isActive)
  }

  @Test(arguments: ["cancel", "deinit", "in its pass"]) func capturesAreFreedAtOnceHoweverItEnds(how: String) {
    weak var held: Held?
    var token: PortableObservationToken?
    do {
      let object = Held()
      held = object
      token = effect { [cell] event in
        _ = object
        if cell.x == 2 { event.cancel() }
      }
    }
    #expect(held != nil)
    switch how {
    case "cancel": token?.cancel()
    case "deinit": token = nil
    default: cell.x = 2
    }
    #expect(held == nil)
    #expect(token?.isActive != true)
  }

  @Test func capturesAreFreedInATurnOfTheirIsolationAfterCancellingElsewhere() async {
    /// Records whether it was deallocated on the main actor.
    final class Mourned {
      let ends: Log<String>

      init(_ ends: Log<String>) { self.ends = ends }

      deinit { ends.append(ExecutorIdentity.isCurrent(ExecutorIdentity.main.mark) ? "here" : "elsewhere") }
    }
    let ends = Log<String>()
    let token: PortableObservationToken
    do {
      let object = Mourned(ends)
      token = withPortableContinuousObservation { _ in _ = (object, cell.x) }
    }
    await Task.detached { token.cancel() }.value
    #expect(!token.isActive)
    await eventually { !ends.elements.isEmpty }
    #expect(ends.elements == ["here"])
  }

  @Test func observationOutlivesTheModelsThatItHasRead() {
    var seen: [Int] = []
    let other = Cell(7)
    var model: Cell? = Cell(5)
    let token = effect { [weak model] _ in seen.append((model?.x ?? 0) + other.x) }
    model = nil
    other.x = 8
    #expect(seen == [12, 8])
    token.cancel()
  }

  @Test func observationOfNothingEndsLikeOthers() {
    weak var held: Held?
    var token: PortableObservationToken?
    do {
      let object = Held()
      held = object
      token = effect { _ in _ = object }
    }
    #expect(token?.isActive == true)
    token = nil
    #expect(held == nil)
  }

  /// One thread makes changes; others end observations and check whether they are active.
  @Test func observationsAreAskedAndEndedOnAnyThreadDuringChanges() async {
    for _ in 0..<Stress.rounds(brief: 100, full: 3_000) {
      let model = SharedCell()
      let tokens = (0..<8).map { index in
        withPortableContinuousObservation(options: index.isMultiple(of: 2) ? .didSet : [.didSet, .immediate]) {
          @Sendable _ in _ = model.x
        }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for x in 0..<20 { model.x = x } }
        group.addTask {
          for (index, token) in tokens.enumerated() where !index.isMultiple(of: 3) {
            if index.isMultiple(of: 4) { token.cancel() } else { _ = token.observation.isActive }
          }
        }
        group.addTask { for token in tokens.reversed() { token.cancel() } }
      }
      #expect(tokens.allSatisfy { !$0.isActive })
    }
  }
}
