import Dispatch
import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values that one thread marks or brings up to date while another one has to do with them.
@Suite @MainActor struct ThreadsAtDerivedValuesTests {
  // MARK: Changes

  @Test func immediatePassOfAMarkedValueRunsInsideTheChange() {
    let cell = SharedCell(0)
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.sum) }
    // Its pass comes in a later turn.
    Thread.run { cell.x = 10 }
    #expect(seen == [0])
    cell.y = 2
    #expect(seen == [0, 12])
    token.cancel()
  }

  @Test func immediatePassOfAValueOfAMarkedOneRunsInsideTheChange() {
    let cell = SharedCell(0)
    let doubled = DerivedValue { 2 * cell.sum }
    var seen: [Int] = []
    let token = effect { _ in seen.append(doubled.value) }
    Thread.run { cell.x = 10 }
    cell.y = 2
    #expect(seen == [0, 24])
    token.cancel()
  }

  @Test func propertyObservationOfAMarkedValueDeliversInsideTheChange() {
    let cell = SharedCell(0)
    var seen: [Int] = []
    let token = withPropertyObservation(of: cell, \.sum) { seen.append($0.new) }
    Thread.run { cell.x = 10 }
    #expect(seen.isEmpty)
    cell.y = 2
    #expect(seen == [12])
    token.cancel()
  }

  /// Another thread changes what the value depends on while the handler runs, and the value stays the same.
  @Test func propertyObservationDeliversNoValueThatIsTheSame() async {
    let cell = SharedCell(0)
    let isOdd = DerivedValue { cell.x % 2 == 1 }
    var seen: [[Bool]] = []
    let token = withPropertyObservation(of: isOdd, \.value) { change in
      seen.append([change.old, change.new])
      if seen.count < 4 { Thread.run { cell.x += 2 } }
    }
    cell.x = 1
    await mainActorTurns()
    #expect(seen == [[false, true]])
    token.cancel()
  }

  /// A recheck comes while the handler runs, and another thread then changes what the value depends on.
  @Test(arguments: [true, false]) func recheckDeliversNoValueThatIsTheSame(readsOnlyTheValue: Bool) async {
    final class Model: Observable {
      let cell = SharedCell(0)
      let readsOnlyTheValue: Bool
      private let registrar = ModelRegistrar()

      init(readsOnlyTheValue: Bool) {
        self.readsOnlyTheValue = readsOnlyTheValue
      }

      private var isOdd: Bool { registrar.derived(self, \.isOdd) { cell.x % 2 == 1 } }

      var title: String { isOdd ? "odd" : readsOnlyTheValue ? "even" : "even, \(cell.y)" }
    }
    let model = Model(readsOnlyTheValue: readsOnlyTheValue)
    var seen: [String] = []
    var observation: PropertyObservation?
    let reader = PropertyReader(model, \.title) { change in
      seen += [change.old, change.new]
      if seen.count > 4 { return }
      observation?.receiveRecheck()
      Thread.run { [cell = model.cell] in cell.x += 2 }
    }
    observation = PropertyObservation(reader, on: MainActor.shared)
    observation?.start(on: MainActor.shared, from: MainActor.shared)
    model.cell.x = 1
    await mainActorTurns()
    #expect(seen == [readsOnlyTheValue ? "even" : "even, 0", "odd"])
    observation?.cancel()
    observation = nil
  }

  /// Another thread changes what the value depends on between the two readings of a pass.
  @Test(arguments: 1...3) func propertyObservationDeliversNoValueTwice(readingsBefore: Int) async {
    final class Model: Observable, Sendable {
      let cell = SharedCell(0)
      let rest = Atomic(0)
      private let registrar = ModelRegistrar()

      var sum: Int {
        defer { if rest.subtract(1, ordering: .relaxed).newValue == 0 { Thread.run { [cell] in cell.x = 2 } } }
        return registrar.derived(self, \.sum) { cell.x }
      }
    }
    let model = Model()
    var seen: [[Int]] = []
    let token = withPropertyObservation(of: model, \.sum) { seen.append([$0.old, $0.new]) }
    Thread.run { model.cell.x = 1 }
    model.rest.store(readingsBefore, ordering: .relaxed)
    await eventually { seen.last?.last == 2 }
    for _ in 0..<3 { await mainActorTurns() }
    #expect(seen.allSatisfy { $0[0] != $0[1] })
    token.cancel()
  }

  /// Another thread changes what the value depends on between the two readings of a pass, and a recheck follows.
  @Test func recheckDeliversNoValueThatTheSecondReadingHasFound() async {
    final class Model: Observable {
      let cell = SharedCell(0)
      /// The number of calls of the getter until the other thread makes its change; 0 for none.
      var rest = 0
      var recheck: () -> Void = {}
      private let registrar = ModelRegistrar()

      private var tens: Int { registrar.derived(self, \.tens) { cell.x / 10 } }

      var title: String {
        rest -= 1
        if rest == 0 {
          Thread.run { [cell] in cell.x = 30 }
          recheck()
        }
        return tens.description
      }
    }
    let model = Model()
    var seen: [String] = []
    let reader = PropertyReader(model, \.title) { change in seen += [change.old, change.new] }
    let observation = PropertyObservation(reader, on: MainActor.shared)
    observation.start(on: MainActor.shared, from: MainActor.shared)
    model.recheck = { observation.receiveRecheck() }
    model.rest = 2
    model.cell.x = 20
    await mainActorTurns()
    #expect(seen == ["0", "3"])
    model.recheck = {}
    observation.cancel()
  }

  /// The mark that a pass's own change leaves is no reason for another one.
  @Test func recorderMakesNoPasses() async {
    let (one, other) = (Cell(0), Cell(0))
    let areOdd = (DerivedValue { one.x % 2 == 1 }, DerivedValue { other.x % 2 == 1 })
    var count = 0
    let token = withPortableContinuousObservation { _ in
      count += 1
      _ = (areOdd.0.value, areOdd.1.value)
      one.x = 2 * count
    }
    let values = await token.values { 0 }
    for _ in 0..<3 {
      other.x += 2
      await mainActorTurns()
    }
    #expect(count == 1)
    #expect(values.snapshot() == [0])
    token.cancel()
  }

  /// A pass that has emptied the tank isn't notified of that, but of what another thread changes while a recorder samples.
  @Test func passFollowsAChangeThatARecorderHasSampled() async {
    let tank = SharedCell(9)
    let isTooFull = DerivedValue { tank.x > 5 }
    let token = withPortableContinuousObservation { _ in
      if isTooFull.value { tank.x = 0 }
    }
    await mainActorTurns()
    var isFirst = true
    let values = await token.values {
      if isFirst { Thread.run { tank.x = 9 } }
      isFirst = false
      return isTooFull.value
    }
    await mainActorTurns()
    #expect(values.snapshot() == [true, false])
    #expect(tank.x == 0)
    token.cancel()
  }

  /// The recorder computes the value for itself, since the other thread hasn't finished.
  @Test func passFollowsAChangeThatARecorderHasSampledBeforeItsThread() async {
    let gate = Gate(.read)
    let tank = SharedCell(9, visit: gate.visit)
    let isTooFull = DerivedProperty(tank)
    let token = withPortableContinuousObservation { _ in
      if isTooFull.value { tank.x = 0 }
    }
    await mainActorTurns()
    var isFirst = true
    let values = await token.values {
      if isFirst {
        gate.holdUp {
          tank.x = 9
          _ = isTooFull.value
        }
      }
      isFirst = false
      return isTooFull.value
    }
    gate.open()
    await mainActorTurns()
    #expect(values.snapshot() == [true, false])
    #expect(tank.x == 0)
    token.cancel()
  }

  /// A value that any thread may compute.
  private final class DerivedProperty: Observable, Sendable {
    private let registrar = ModelRegistrar()
    private let tank: SharedCell

    init(_ tank: SharedCell) { self.tank = tank }

    var value: Bool { registrar.derived(self, \.value) { tank.x > 5 } }
  }

  /// Another thread checks the value meanwhile, so the pass computes the value for itself, and isn't registered with the model yet.
  @Test func changeOfAStandardModelDuringACheckReachesAPassThatReads() async {
    final class Model: Observable, Sendable {
      let (gate, cell, other, counter): (Gate, SharedCell, SharedCell, SharedCounter)
      /// Called by the next computation of `sum`, when it has read everything.
      let afterRead = LockedState<(@Sendable () -> Void)?>(nil)
      private let registrar = ModelRegistrar()

      init() {
        let gate = Gate(.read)
        (self.gate, cell, other, counter) = (gate, SharedCell(1, visit: gate.visit), SharedCell(0), SharedCounter())
      }

      var x: Int { registrar.derived(self, \.x) { cell.x } }

      var sum: Int {
        registrar.derived(self, \.sum) {
          let sum = x + other.x + counter.first
          afterRead.withLock { $0.take() }?()
          return sum
        }
      }
    }
    let model = Model()
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(model.sum) }
    await mainActorTurns()
    model.cell.x = 2
    model.other.x = 10
    model.gate.holdUp { _ = model.sum }
    model.afterRead.withLock { $0 = { Thread.run { model.counter.first = 100 } } }
    await mainActorTurns()
    #expect(seen.starts(with: [1, 12]))
    model.gate.open()
    await mainActorTurns()
    #expect(seen.last == 112)
    token.cancel()
  }

  // MARK: What is released

  /// What it reads, it has of a cell. It tells when it goes, and its registrar has already.
  private final class Thermometer: Observable, Sendable {
    private let registrar = ModelRegistrar()
    private let cell: SharedCell
    private let end: End

    private final class End: Sendable {
      let body: @Sendable () -> Void

      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }

    init(_ cell: SharedCell, onEnd: @escaping @Sendable () -> Void) {
      self.cell = cell
      end = End(onEnd)
    }

    var degrees: Int { registrar.derived(self, \.degrees) { cell.x } }
  }

  /// While it holds a lock that it waits for, nothing in the process goes on.
  @Test func observationEndsIfTheModelIsDeallocatedWhileItsValueIsComputed() async {
    await #expect(processExitsWith: .success) {
      let gate = Gate(.read)
      let cell = SharedCell(1, visit: gate.visit)
      let token = LockedState<PortableObservationToken?>(nil)
      let (wasCancelled, isOver) = (DoneFlag(), DoneFlag())
      var thermometer: Thermometer? = Thermometer(cell) {
        token.withLock { $0 }?.cancel()
        wasCancelled.set()
      }
      let new = await ImmediateActor().observing(.didSet) { [weak thermometer] _ in _ = thermometer?.degrees }
      token.withLock { $0 = new }
      // Its pass is due: it looks whether the value differs, and so holds the model.
      gate.holdUp { cell.x = 2 }
      thermometer = nil
      Thread.start {
        gate.open()
        // Others go on.
        let seen = Log<Int>()
        let other = withPortableContinuousObservation(options: [.didSet, .immediate], isolation: nil) { @Sendable _ in
          seen.append(cell.sum)
        }
        cell.x = 3
        other.cancel()
        if seen.elements == [2, 3] { isOver.set() }
      }
      await eventually { isOver.isSet }
      precondition(isOver.isSet && wasCancelled.isSet)
      precondition(!new.isActive)
    }
  }

  /// A model with the standard library's registrar, whose key paths hold something.
  private final class Shelf: Observable {
    private let registrar = Observation.ObservationRegistrar()

    subscript(key: Key) -> Int {
      registrar.access(self, keyPath: \.[key])
      return 1
    }
  }

  private final class Key: Hashable {
    let token: PortableObservationToken
    let onEnd: () -> Void

    init(_ token: PortableObservationToken, onEnd: @escaping () -> Void) {
      self.token = token
      self.onEnd = onEnd
    }

    deinit {
      token.cancel()
      onEnd()
    }

    static func == (one: Key, other: Key) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Debug builds stop where code of others runs under the lock that this thread holds.
  @Test func formerRegistrationsOfStandardModelsAreReleasedWithoutTheLock() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (cell, shelf) = (Cell(1), Shelf())
        var endCount = 0
        let value = DerivedValue {
          // A new one each time.
          let token = withPortableContinuousObservation { _ in _ = cell.y }
          return cell.x + shelf[Key(token) { endCount += 1 }]
        }
        precondition(value.value == 2)
        cell.x = 2
        precondition(value.value == 3)
        let token = effect { _ in _ = value.value }
        cell.x = 3
        precondition(value.value == 4)
        precondition(endCount > 0)
        token.cancel()
      }
    }
  }
}
