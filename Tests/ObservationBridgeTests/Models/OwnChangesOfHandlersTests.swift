import Dispatch
import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Handlers of property observations that change the property themselves, while another thread does.
@Suite @MainActor struct OwnChangesOfHandlersTests {
  enum Kind: CaseIterable, Sendable {
    case stored, derived

    var keyPath: any KeyPath<SharedCell, Int> & Sendable {
      switch self {
      case .stored: \.y
      case .derived: \.sum
      }
    }
  }

  /// Changes the property, and makes another thread change the property afterwards.
  private func change(_ cell: SharedCell, _ kind: Kind) {
    if kind == .stored { cell.y += 1000 } else { cell.x += 1000 }
    Thread.run { cell.y += 100 }
  }

  @Test(arguments: Kind.allCases) func changeOfAnotherThreadIsDeliveredAfterAnOwnOne(kind: Kind) async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 { change(cell, kind) }
    }
    cell.y = 1
    await eventually { changes.last == [1, 1101] }
    cell.y += 1
    await eventually { changes.last == [1101, 1102] }
    #expect(changes.count == 3)
    token.cancel()
  }

  @Test(arguments: Kind.allCases) func anotherThreadsChangeIsDeliveredAfterAnOwnOneInsideAPass(kind: Kind) async {
    let (cell, trigger) = (SharedCell(), SharedCell())
    var changes: [[Int]] = []
    let outer = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      if trigger.x == 1 { cell.y = 1 }
    }
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 { change(cell, kind) }
    }
    trigger.x = 1
    await eventually { changes.last == [1, 1101] }
    token.cancel()
    outer.cancel()
  }

  @Test(arguments: Kind.allCases) func ownChangeIsNotDelivered(kind: Kind) async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 {
        if kind == .stored { cell.y += 1000 } else { cell.x += 1000 }
      }
    }
    cell.y = 1
    await mainActorTurns()
    // A derived value that comes out equal is none either.
    withObservationTransaction {
      cell.x += 1
      cell.x -= 1
    }
    await mainActorTurns()
    #expect(changes == [[0, 1]])
    token.cancel()
  }

  @Test func changeThatIsReportedAfterTheHandlerIsDelivered() async {
    let cell = SharedCell()
    let (isStored, mayReport, isReported) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: cell, \.x) {
      changes.append([$0.old, $0.new])
      guard changes.count == 1 else { return }
      cell.x = 2
      Thread.start {
        cell.setX(100) {
          isStored.signal()
          mayReport.wait()
        }
        isReported.signal()
      }
      isStored.wait()
    }
    cell.x = 1
    mayReport.signal()
    isReported.wait()
    await eventually { changes.last?.last == 100 }
    token.cancel()
  }

  /// A handler's change causes another handler to make a change that is reverted. The cause of each can't be known.
  @Test func ownChangeThatIsTakenBackIsDelivered() async {
    let cell = SharedCell()
    let product = DerivedProperty(cell)
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: product, \.value) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 { cell.x = 0 }
    }
    let other = withPropertyObservation(of: cell, \.x) { _ in cell.y += 1 }
    cell.x = 7
    cell.x = 7
    await eventually { changes == [[0, 7], [0, 7]] }
    await mainActorTurns(5)
    #expect(changes.count == 2)
    token.cancel()
    other.cancel()
  }

  /// An observation inside the handler's change sets the value. The handler sees this value, but not how it is reverted afterwards.
  @Test(arguments: Kind.allCases) func changeThatIsTakenBackAfterTheHandlerIsDelivered(kind: Kind) async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    var left = 0
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      guard changes.count == 1 else { return }
      cell.y = 3
      left = cell.y
    }
    let other = withPropertyObservation(of: cell, \.y) { change in
      if change.new == 3, left == 0 { cell.y = 5 }
    }
    cell.y = 4
    cell.y = 3
    await eventually { changes.last?.last == 3 }
    #expect(left == 5)
    #expect(changes.first == [0, 4])
    #expect(changes.last?.first == 5)
    token.cancel()
    other.cancel()
  }

  private final class DerivedProperty: Observable {
    private let cell: SharedCell
    private let registrar = ModelRegistrar()

    init(_ cell: SharedCell) {
      self.cell = cell
    }

    var value: Int { registrar.derived(self, \.value) { cell.x + cell.y * 0 } }
  }

  /// The deallocation of what the property has been computed from leads to a look for the model alone.
  @Test func changeAfterAnOwnOneAndADeallocationIsDelivered() async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    var reportDeallocation = {}
    let reader = PropertyReader(cell, \.sum) {
      changes.append([$0.old, $0.new])
      guard changes.count == 1 else { return }
      cell.x = 2
      reportDeallocation()
    }
    let observation = PropertyObservation(reader, on: MainActor.shared)
    reportDeallocation = {
      Thread.run { observation.dependencyChanged(.deinit, mayRunNow: false, from: .platform) { nil } }
    }
    observation.start(on: MainActor.shared, from: MainActor.shared)
    cell.x = 1
    await mainActorTurns(5)
    cell.x = 1
    await eventually { changes == [[0, 1], [2, 1]] }
    observation.cancel()
  }

  /// Others have changed the property before the handler does.
  @Test(arguments: Kind.allCases) func changeOfAnotherThreadIsDeliveredBeforeAnOwnOne(kind: Kind) async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      guard changes.count == 1 else { return }
      Thread.run { cell.y += 100 }
      if kind == .stored { cell.y += 1000 } else { cell.x += 1000 }
    }
    cell.y = 1
    await eventually { changes == [[0, 1], [1, 1101]] }
    cell.y += 1
    await eventually { changes.last == [1101, 1102] }
    token.cancel()
  }

  /// An exclusive access to two properties lasts until the swap is done: neither may be read before.
  @Test func handlerMaySwapWhatThePropertyIsComputedOf() async {
    let pair = Pair()
    var changes: [Int] = []
    let token = withPropertyObservation(of: pair, \.difference) {
      changes.append($0.new)
      if changes.count == 1 { swap(&pair.first, &pair.second) }
    }
    pair.first = 3
    await mainActorTurns(5)
    pair.first = 1
    await eventually { changes == [3, -2] }
    token.cancel()
  }

  private final class Pair: Observable {
    private var (storedFirst, storedSecond) = (0, 0)
    private let registrar = ModelRegistrar()

    var first: Int {
      get {
        registrar.access(self, keyPath: \.first)
        return storedFirst
      }
      _modify {
        registrar.willSet(self, keyPath: \.first)
        defer { registrar.didSet(self, keyPath: \.first) }
        yield &storedFirst
      }
    }

    var second: Int {
      get {
        registrar.access(self, keyPath: \.second)
        return storedSecond
      }
      _modify {
        registrar.willSet(self, keyPath: \.second)
        defer { registrar.didSet(self, keyPath: \.second) }
        yield &storedSecond
      }
    }

    var difference: Int { first - second }
  }

  /// A getter isn't a handler: after changes made by the getter, the next change is still delivered.
  @Test func getterMayMakeChanges() async {
    let cell = SharedCell()
    let reader = Reader(cell)
    var changes: [Int] = []
    let token = withPropertyObservation(of: reader, \.value) {
      changes.append($0.new)
      if changes.count == 1 { cell.x = 5 }
    }
    cell.x = 1
    await mainActorTurns(5)
    cell.x = 2
    await eventually { changes == [1, 2] }
    token.cancel()
  }

  private final class Reader: Observable {
    private let cell: SharedCell

    init(_ cell: SharedCell) {
      self.cell = cell
    }

    var value: Int {
      cell.y += 1
      return cell.x
    }
  }
}
