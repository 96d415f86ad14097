import Observation
import ObservationBridgeTesting
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

private func sharedEffect(_ body: @escaping @Sendable () -> Void) -> PortableObservationToken {
  withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in body() }
}

private final class ReaderAtEnd {
  private let model: PlainCell

  init(of model: PlainCell) {
    self.model = model
  }

  deinit {
    _ = model.x
    model.readCount += 1
  }
}

/// Passes inside the mutations of registrar models, which the graph begins and ends: ``LentPasses``.
@Suite @MainActor struct LentPassTests {
  private let cell = Cell(1)

  @Test func eachChangeMakesOnePass() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x) }
    for x in 2...100 { cell.x = x }
    #expect(seen == Array(1...100))
    token.cancel()
    cell.x = 0
    #expect(seen.count == 100)
  }

  @Test func readsDuringAReleaseBetweenComputationsAreNoDependencies() {
    let plain = PlainCell()
    var value: DerivedValue<Int, Never>?
    var count = 0
    do {
      let reader = ReaderAtEnd(of: plain)
      value = DerivedValue { [cell] in
        _ = reader
        if cell.x == 2 { value = nil }
        return cell.x
      }
    }
    let total = DerivedValue {
      count += 1
      return value?.value ?? 0
    }
    var seen: [Int] = []
    let token = effect { _ in seen.append(total.value) }
    cell.x = 2
    #expect(plain.readCount == 1)
    plain.x = 1
    cell.y = 1
    #expect(seen == [1, 0])
    #expect(count == 2)
    token.cancel()
  }

  @Test func valueThatEndsWhileItIsComputedKeepsNothing() {
    let plain = PlainCell()
    weak var held: Cell?
    var value: DerivedValue<Int, Never>?
    do {
      let object = Cell()
      held = object
      value = DerivedValue { [cell] in
        _ = object
        if cell.x == 1 { return 1 }
        value = nil
        return plain.x
      }
    }
    let total = DerivedValue { value?.value ?? 0 }
    let token = effect { _ in _ = total.value }
    #expect(held != nil)
    cell.x = 2
    #expect(held == nil)
    token.cancel()
  }

  @Test func passCanEndItsObservation() {
    weak var held: Cell?
    var count = 0
    do {
      let object = Cell()
      held = object
      _ = effect { [cell] event in
        _ = object
        count += 1
        if cell.x == 4 { event.cancel() }
      }
      let token = effect { [cell] event in
        _ = object
        count += 1
        if cell.x == 4 { event.cancel() }
      }
      for x in 2...6 { cell.x = x }
      #expect(!token.isActive)
    }
    // The first was over at once; the second has run for 1, 2, 3 and 4.
    #expect(count == 5)
    #expect(held == nil)
  }

  @Test func eventKnowsWhatHasChanged() {
    var log: [String] = []
    let token = effect { event in
      _ = cell.x + cell.y + cell.sum
      log.append("\(event.matches(\Cell.x)) \(event.matches(\Cell.y)) \(event.matches(\Cell.sum))")
    }
    log = []
    cell.x = 2
    cell.y = 2
    cell.x = 3
    #expect(log == ["true false true", "false true true", "true false true"])
    token.cancel()
  }

  @Test func laterPassReadsAStandardModel() {
    let profile = Profile()
    var seen: [String] = []
    let token = effect { _ in seen.append(cell.x == 3 ? "\(cell.x) \(profile.age)" : "\(cell.x)") }
    cell.x = 2
    profile.age = 40
    cell.x = 3
    cell.x = 4
    #expect(seen == ["1", "2", "3 40", "4"])
    token.cancel()
  }

  @Test func passThatCleansUpDoesSoBeforeTheNext() {
    var log: [String] = []
    let token = effect { event in
      let x = cell.x
      log.append("pass \(x)")
      if x == 3 { event.cleanup { log.append("cleanup \(x)") } }
    }
    for x in 2...5 { cell.x = x }
    token.cancel()
    #expect(log == ["pass 1", "pass 2", "pass 3", "cleanup 3", "pass 4", "pass 5"])
  }

  @Test func passInsideAPassIsMadeAtOnce() {
    let other = Cell(0)
    var log: [String] = []
    let outer = effect { _ in
      let x = cell.x
      log.append("outer \(x)")
      other.x = x * 10
      log.append("end \(x)")
    }
    let inner = effect { _ in log.append("inner \(other.x)") }
    log = []
    cell.x = 2
    cell.x = 3
    #expect(log == ["outer 2", "inner 20", "end 2", "outer 3", "inner 30", "end 3"])
    outer.cancel()
    inner.cancel()
  }

  @Test func whatAPassChangesItselfMakesNoOther() {
    var count = 0
    let token = effect { _ in
      count += 1
      if cell.x < 10 { cell.x += 1 }
    }
    cell.x = 5
    #expect(count == 2)
    #expect(cell.x == 6)
    token.cancel()
  }

  @Test func recorderSeesEachPass() async {
    let token = effect { [cell] _ in _ = cell.x }
    cell.x = 2
    let values = await token.values { [cell] in cell.x }
    cell.x = 3
    cell.x = 4
    #expect(await values.waitUntilValue(4, timeout: .wholeSuite))
    #expect(values.snapshot() == [2, 3, 4])
    token.cancel()
  }

  @Test func observerThatEndsDuringADeliveryGetsNoMessage() {
    var tokens: [PortableObservationToken] = []
    var log: [Int] = []
    for number in 0..<4 {
      tokens.append(
        effect { _ in
          log.append(number)
          if cell.x == 2, number == 1 { tokens[2].cancel() }
        }
      )
    }
    log = []
    cell.x = 2
    cell.x = 3
    #expect(log == [0, 1, 3, 0, 1, 3])
    for token in tokens { token.cancel() }
  }

  @Test func changeElsewhereDuringAPassIsFollowedByAnother() async {
    let shared = SharedCell()
    let seen = Log<Int>()
    let token = sharedEffect {
      let value = shared.x
      if value == 1 { Thread.run { shared.x = 2 } }
      seen.append(value)
    }
    shared.x = 1
    await eventually { seen.elements.last == 2 }
    #expect(seen.elements == [0, 1, 2])
    token.cancel()
  }

  @Test func observationsOfSeveralThreadsComeAndGoWhileOthersWrite() async {
    let cells = (0..<6).map { _ in SharedCell() }
    let rounds = Stress.rounds(brief: 300, full: 5_000)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          let sum = Atomic(0)
          for round in 0..<rounds {
            let (one, other) = (cells[(thread + round) % 6], cells[(thread * 3 + round * 5) % 6])
            let token = sharedEffect { sum.add(one.x &+ other.x, ordering: .relaxed) }
            one.x = round
            other.x = -round
            token.cancel()
          }
        }
      }
    }
    // Whoever has been told of the last change has read it.
    let last = Atomic(-1)
    let token = sharedEffect { last.store(cells.reduce(0) { $0 + $1.x }, ordering: .relaxed) }
    for cell in cells { cell.x = 7 }
    await eventually { last.load(ordering: .relaxed) == 42 }
    token.cancel()
  }
}
