import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// A model whose property can't be compared, and one that changes itself when it goes.
private final class Button: Observable {
  private let registrar = ModelRegistrar()
  private var storedAction: () -> Void = {}

  var action: () -> Void {
    get {
      registrar.access(self, keyPath: \.action)
      return storedAction
    }
    set { registrar.withMutation(of: self, keyPath: \.action) { storedAction = newValue } }
  }
}

private final class Door: Observable {
  private let registrar = ModelRegistrar()
  private var storedIsOpen = true

  var isOpen: Bool {
    get {
      registrar.access(self, keyPath: \.isOpen)
      return storedIsOpen
    }
    set { registrar.withMutation(of: self, keyPath: \.isOpen) { storedIsOpen = newValue } }
  }

  func change(_ body: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.isOpen) {
      body()
      storedIsOpen.toggle()
    }
  }

  deinit {
    isOpen = false
  }
}

@Suite @MainActor struct TransactionTests {
  private let cell = Cell(1)

  @Test func modelThatGoesInsideIsForgotten() {
    var seen: [Int] = []
    var token: PortableObservationToken?
    withObservationTransaction {
      var buttons = (0..<3).map { _ in Button() }
      for button in buttons { effect { _ in _ = button.action }.cancel() }
      for button in buttons { button.action = {} }
      buttons.removeAll()
      // What they have left is used again.
      token = effect { _ in seen.append(cell.x) }
    }
    cell.x = 2
    cell.x = 3
    #expect(seen == [1, 2, 3])
    token?.cancel()
  }

  @Test(arguments: [false, true]) func changeOfAModelDeallocatedInsideIsReported(isImmediate: Bool) async {
    var kept: Cell? = Cell(1)
    var seen: [Int?] = []
    let options: ObservationOptions = isImmediate ? [.didSet, .immediate] : .didSet
    let token = withPortableContinuousObservation(options: options) { [weak kept] event in
      seen.append(kept?.x)
      #expect(event.kind == .initial || event.kind == .didSet && event.matches(\Cell.x) && !event.matches(\Cell.y))
    }
    withObservationTransaction {
      kept?.x = 2
      kept = nil
    }
    if isImmediate { #expect(seen == [1, nil]) }
    await eventually { seen == [1, nil] }
    token.cancel()
  }

  @Test func passInsideIsNotNotifiedOfItsOwnChanges() async {
    var seen: [Int] = []
    var others: [Int] = []
    let other = effect { _ in others.append(cell.x) }
    var token: PortableObservationToken?
    withObservationTransaction {
      token = effect { event in
        seen.append(cell.x)
        if event.kind == .initial { cell.x += 1 }
      }
    }
    #expect(others == [1, 2])
    await mainActorTurns()
    #expect(seen == [1])
    cell.x = 5
    #expect(seen == [1, 5])
    token?.cancel()
    other.cancel()
  }

  @Test func passInsideIsNotifiedOfAnotherChangeElsewhere() {
    var seen: [Int] = []
    var token: PortableObservationToken?
    withObservationTransaction {
      token = effect { event in
        seen.append(cell.x)
        if event.kind == .initial { cell.x += 1 }
      }
      cell.x = 7
    }
    #expect(seen == [1, 7])
    token?.cancel()
  }

  @Test func passInsideThatHasReadItsOwnValueIsNotifiedOfTheOldOne() {
    var seen: [Int] = []
    var token: PortableObservationToken?
    withObservationTransaction {
      token = effect { event in
        seen.append(cell.x)
        guard event.kind == .initial else { return }
        cell.x = 2
        seen.append(cell.x)
      }
      cell.x = 1
    }
    #expect(seen == [1, 2, 1])
    token?.cancel()
  }

  @Test func modelMayChangeItselfWhenItGoes() {
    weak var held: Door?
    withObservationTransaction {
      var door: Door? = Door()
      held = door
      effect { [door] _ in _ = door?.isOpen }.cancel()
      door = nil
    }
    #expect(held == nil)
  }

  @Test func firstReaderDuringAChangeIsNotifiedOfIt() {
    let door = Door()
    var seen: [Bool] = []
    var token: PortableObservationToken?
    withObservationTransaction {
      door.change { token = effect { _ in seen.append(door.isOpen) } }
    }
    #expect(seen == [true, false])
    token?.cancel()
  }

  @Test func immediatePassesSeeAllOrNone() {
    let profile = Profile()
    var seen: [String] = []
    let token = effect { _ in seen.append("\(cell.x) \(cell.y) \(profile.age)") }
    withObservationTransaction {
      cell.x = 2
      profile.age = 37
      cell.y = 3
      #expect(seen == ["1 0 36"])
    }
    #expect(seen.allSatisfy { ["1 0 36", "2 3 37"].contains($0) })
    #expect(seen.last == "2 3 37")
    token.cancel()
  }

  /// Whatever the backend: what has been changed has been stored by then.
  @Test func immediatePassesHaveEndedWhenATransactionReturns() {
    let profile = Profile()
    var (seen, ages): ([String], [Int]) = ([], [])
    let tokens = [effect { _ in seen.append("\(cell.sum) \(profile.age)") }, effect { _ in ages.append(profile.age) }]
    for age in 1...3 {
      withObservationTransaction {
        if age < 3 { cell.x = age * 10 }
        profile.age = age
      }
    }
    #expect(seen == ["1 36", "10 1", "20 2", "20 3"])
    #expect(ages == [36, 1, 2, 3])
    for token in tokens { token.cancel() }
  }

  @Test(arguments: 0..<20)
  func observationsAreNotifiedInTheOrderInWhichTheyWereStarted(seed: UInt64) {
    let (other, profile) = (Cell(1), Profile())
    var readers: [(changed: String, read: () -> Int)] = [
      ("x", { cell.x }), ("y", { cell.y }), ("sum", { cell.sum }), ("x y", { cell.x + cell.y }),
      ("x sum", { cell.x + cell.sum }), ("x", { other.x }), ("x", { cell.x + other.x }),
    ]
    // Elsewhere a pass over such a model comes later.
    if Tracking.isExact { readers += [("", { profile.age }), ("x", { profile.age + cell.x })] }
    var generator = SeededGenerator(seed: seed)
    readers.shuffle(using: &generator)
    var log: [(index: Int, changed: String)] = []
    let tokens = readers.enumerated().map { index, reader in
      effect { event in
        _ = reader.read()
        let changed = [("x", event.matches(\Cell.x)), ("y", event.matches(\Cell.y)), ("sum", event.matches(\Cell.sum))]
        log.append((index, changed.filter(\.1).map(\.0).joined(separator: " ")))
      }
    }
    log = []
    let writes: [() -> Void] = [{ cell.x += 1 }, { cell.y += 1 }, { other.x += 1 }, { profile.age += 1 }]
    withObservationTransaction {
      for write in writes.shuffled(using: &generator) { write() }
    }
    #expect(log.map(\.index) == Array(readers.indices))
    for (reader, entry) in zip(readers, log) { #expect(entry.changed == reader.changed) }
    for token in tokens { token.cancel() }
  }

  /// It may see the transaction's other changes before its own observation hears of them.
  @Test func everythingMatchesInAPassInsideOneMadeDueByDerivedValues() {
    let other = Cell()
    var log: [String] = []
    let tokens = [
      effect { event in
        let changed = [("sum", event.matches(\Cell.sum)), ("y", event.matches(\Cell.y))].filter(\.1).map(\.0)
        log.append("outer \(changed)")
        if cell.sum > 1 { other.y = cell.sum }
      },
      effect { event in
        _ = other.y
        log.append("inner \(event.matches(\Cell.sum))")
      },
    ]
    log = []
    withObservationTransaction { cell.x += 1 }
    #expect(log == [#"outer ["sum"]"#, "inner true"])
    for token in tokens { token.cancel() }
  }

  @Test func nonisolatedImmediatePassesHaveEndedWhenATransactionReturns() async {
    await Task.detached {
      for _ in 0..<Stress.rounds(brief: 30, full: 100, exhaustive: 100) {
        let cell = SharedCell()
        let slowCount = Atomic<Int>(0)
        let count = Atomic<Int>(0)
        let slow = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
          _ = cell.x
          // Long enough for another thread to begin what was scheduled. On a busy machine each of these takes a slice of time.
          for _ in 0..<20 { Thread.yield() }
          slowCount.add(1, ordering: .relaxed)
        }
        let both = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
          _ = cell.x + cell.y
          count.add(1, ordering: .relaxed)
        }
        withObservationTransaction {
          cell.x = 1
          cell.y = 1
        }
        #expect(slowCount.load(ordering: .relaxed) == 2)
        #expect(count.load(ordering: .relaxed) == 2)
        slow.cancel()
        both.cancel()
      }
    }.value
  }

  @Test func passBeforeSeveralChangesRunsOnce() async {
    var kinds: [ObservationEvent.Kind] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      _ = cell.x + cell.y
      kinds.append(event.kind)
    }
    withObservationTransaction {
      cell.x = 2
      cell.y = 2
    }
    #expect(kinds == [.initial, .willSet])
    // What was scheduled would have run by then.
    await Task { @MainActor in }.value
    #expect(kinds == [.initial, .willSet])
    token.cancel()
  }

  @Test func oldValueAgainCountsAsUnchanged() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x) }
    withObservationTransaction {
      cell.x = 2
      cell.x = 1
    }
    #expect(seen == [1])
    cell.x = 5
    #expect(seen == [1, 5])
    token.cancel()
  }

  private nonisolated static let options: [ObservationOptions] = [
    .didSet, [.didSet, .immediate], .willSet, [.willSet, .immediate],
  ]

  @Test(arguments: options)
  func readerOfAValueInBetweenIsNotifiedOfTheOldOne(_ options: ObservationOptions) async {
    var (before, inside): ([Int], [Int]) = ([], [])
    let first = effect { _ in before.append(cell.x) }
    var second: PortableObservationToken?
    withObservationTransaction {
      cell.x = 2
      second = withPortableContinuousObservation(options: options) { _ in inside.append(cell.x) }
      cell.x = 1
    }
    await mainActorTurns()
    #expect(inside == [2, 1])
    #expect(before == [1])
    first.cancel()
    second?.cancel()
  }

  /// The transaction has marked the derived value, and the next one marks it again.
  @Test(arguments: options)
  func readerOfValuesInBetweenIsNotifiedOfTheOldOnesAndTheNext(_ options: ObservationOptions) async {
    let other = Cell(10)
    let sum = DerivedValue { cell.x + other.x }
    var inside: [[Int]] = []
    let first = effect { _ in _ = cell.x }
    var second: PortableObservationToken?
    withObservationTransaction {
      cell.x = 2
      second = withPortableContinuousObservation(options: options) { _ in inside.append([cell.x, sum.value]) }
      cell.x = 1
    }
    await mainActorTurns()
    withObservationTransaction { other.x = 20 }
    await mainActorTurns()
    #expect(inside == [[2, 12], [1, 11], [1, 21]])
    first.cancel()
    second?.cancel()
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func changesOfATaskThatBeginsInsideBelongToIt() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x + cell.y) }
    withObservationTransaction {
      cell.x = 2
      Task.immediate { [cell] in cell.y = 30 }
      cell.x = 4
    }
    #expect(seen == [1, 34])
    token.cancel()
  }

  /// Where nobody reads it in between.
  @Test(arguments: [true, false])
  func oldValueAgainOfADerivedValueCountsAsUnchanged(isImmediate: Bool) async {
    let double = DerivedValue { cell.sum * 2 }
    var (seen, changes): ([Int], [PropertyChange<Int>]) = ([], [])
    let others = Log<Int>()
    let options: ObservationOptions = isImmediate ? [.didSet, .immediate] : .didSet
    let token = withPortableContinuousObservation(options: options) { _ in seen.append(double.value) }
    let changesOfTheProperty = withPropertyObservation(of: cell, \.sum) { change in changes.append(change) }
    withObservationTracking {
      _ = cell.sum
    } onChange: {
      others.append(0)
    }
    for _ in 0..<2 {
      withObservationTransaction {
        cell.x = 9
        cell.x = 4
        cell.x = 1
      }
      await mainActorTurns()
      #expect(seen == [2])
      #expect(changes.isEmpty)
      #expect(others.elements.isEmpty)
    }
    withObservationTransaction {
      cell.x = 9
      #expect(double.value == 18)
      cell.x = 1
      #expect(double.value == 2)
      cell.x = 5
    }
    await eventually { seen.count > 1 && !changes.isEmpty }
    #expect(seen == [2, 10])
    #expect(changes == [PropertyChange(old: 1, new: 5)])
    #expect(others.elements == [0])
    token.cancel()
    changesOfTheProperty.cancel()
  }

  @Test func foreignTrackersOfDifferentValuesAreNotifiedOfWhatDiffers() {
    let log = Log<String>()
    func track(_ name: String) {
      withObservationTracking {
        _ = cell.sum
      } onChange: {
        log.append(name)
      }
    }
    track("before")
    withObservationTransaction {
      cell.x = 9
      track("inside")
    }
    #expect(log.elements == ["before"])
    cell.x = 10
    #expect(log.elements == ["before", "inside"])
  }

  /// What comes after doesn't pass for what has been read in between, though it is the next one.
  @Test func readerOfADerivedValueInBetweenIsNotifiedOfTheOldOneAndTheNext() async {
    var (inside, runs) = ([Int](), 0)
    let sum = DerivedValue {
      runs += 1
      return cell.sum
    }
    var second: PortableObservationToken?
    let first = effect { _ in _ = sum.value }
    withObservationTransaction {
      cell.x = 2
      second = withPortableContinuousObservation { _ in inside.append(sum.value) }
      cell.x = 1
    }
    #expect(inside == [2])
    cell.x = 3
    await eventually { inside.count > 1 }
    #expect(inside == [2, 3])
    #expect(runs == 4)
    first.cancel()
    second?.cancel()
  }

  @Test func propertyObservationDeliversOneChangeWithTheFirstOldValue() async {
    var changes: [PropertyChange<Int>] = []
    let token = withPropertyObservation(of: cell, \.x) { change in changes.append(change) }
    withObservationTransaction {
      cell.x = 2
      cell.x = 3
      #expect(changes.isEmpty)
    }
    await eventually { !changes.isEmpty }
    #expect(changes == [PropertyChange(old: 1, new: 3)])
    withObservationTransaction {
      cell.x = 4
      cell.x = 3
    }
    cell.x = 5
    await eventually { changes.count > 1 }
    #expect(changes == [PropertyChange(old: 1, new: 3), PropertyChange(old: 3, new: 5)])
    token.cancel()
  }

  @Test func foreignTrackersAreNotifiedOfEachWriteInside() {
    let log = Log<Int>()
    func track() {
      withObservationTracking {
        _ = cell.x
      } onChange: {
        log.append(0)
      }
    }
    withObservationTransaction {
      track()
      cell.x = 2
      #expect(log.elements.count == 1)
      track()
      cell.x = 1
      #expect(log.elements.count == 2)
    }
    #expect(log.elements.count == 2)
  }

  @Test func foreignTrackersAreNotifiedOfADerivedValueOnceAtTheEnd() {
    let log = Log<Int>()
    let sum = DerivedValue { cell.x + cell.y }
    withObservationTracking {
      _ = sum.value
    } onChange: {
      log.append(0)
    }
    withObservationTransaction {
      cell.x = 2
      cell.y = 3
      #expect(log.elements.isEmpty)
    }
    #expect(log.elements.count == 1)
  }

  @Test func manyPropertiesAreKeptApart() {
    let cells = (0..<1000).map { _ in Cell(1) }
    var seen: [Int] = []
    let token = effect { _ in seen.append(cells.reduce(0) { $0 + $1.x }) }
    withObservationTransaction {
      for cell in cells { cell.x = 2 }
      for cell in cells { cell.x = 1 }
    }
    #expect(seen == [1000])
    withObservationTransaction {
      for cell in cells { cell.x = 2 }
      for cell in cells.dropLast() { cell.x = 1 }
    }
    #expect(seen == [1000, 1001])
    token.cancel()
  }

  @Test func errorDeliversWhatWasChanged() {
    struct Failure: Error {}
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x) }
    #expect(throws: Failure.self) {
      try withObservationTransaction {
        try withObservationTransaction {
          cell.x = 2
          throw Failure()
        }
      }
    }
    #expect(seen == [1, 2])
    token.cancel()
  }

  @Test func whatCannotBeCopiedIsReturned() {
    struct Receipt: ~Copyable { let total: Int }
    let cell = Cell(1)
    let receipt = withObservationTransaction {
      cell.x = 2
      return Receipt(total: cell.sum)
    }
    let other = withoutObservation { Receipt(total: cell.x) }
    #expect([receipt.total, other.total] == [2, 2])
  }
}
