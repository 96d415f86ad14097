import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Where a model keeps its derived properties.
@Suite struct ModelContentsTests {
  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add() { count.add(1, ordering: .sequentiallyConsistent) }
  }

  /// A generic class: the runtime creates its key paths again at each use.
  private final class Box<Value: Sendable>: Observable, Sendable {
    let registrar = ModelRegistrar()
    let value: Value

    init(_ value: Value) {
      self.value = value
    }

    var one: Int { registrar.derived(self, \.one) { 1 } }
    var two: Int { registrar.derived(self, \.two) { one + 1 } }
    var three: String { registrar.derived(self, \.three) { "\(two + 1)" } }
    var all: [Value] { registrar.derived(self, \.all, comparingBy: { _, _ in false }) { [value] } }

    var derived: [DerivedPropertyNode] {
      let contents = unsafe registrar.node.contents?.takeUnretainedValue()
      return (contents as? ModelContents)?.allDerived ?? []
    }

    var derivedKeyPaths: [AnyKeyPath] { derived.compactMap(\.keyPath) }
  }

  @Test func equalKeyPathsStandForOneValue() {
    let box = Box(true)
    #expect(\Box<Bool>.one == \Box<Bool>.one)
    for _ in 0..<3 {
      #expect(box.all == [true])
      #expect(box.three == "3")
    }
    #expect(
      Set(box.derivedKeyPaths) == [\Box<Bool>.all, \Box<Bool>.one, \Box<Bool>.two, \Box<Bool>.three]
    )
    #expect(box.derivedKeyPaths.count == 4)
  }

  @Test func valueIsMadeOnceHoweverManyThreadsReadItFirst() async {
    let threadCount = 4
    for _ in 0..<Stress.rounds(brief: 50, full: 1000) {
      let box = Box("value")
      let (waiting, done) = (Counter(), Counter())
      await Thread.run(threadCount) { number in
        waiting.add()
        while waiting.value < threadCount { Thread.yield() }
        // Each begins with another one.
        let isRight = number.isMultiple(of: 2) ? box.three == "3" && box.one == 1 : box.one == 1 && box.three == "3"
        if isRight, box.two == 2, box.all == ["value"] { done.add() }
      }
      #expect(done.value == threadCount)
      #expect(box.derivedKeyPaths.count == 4)
      #expect(Set(box.derivedKeyPaths).count == 4)
    }
  }

  /// A model whose derived values take their lock when they are deallocated.
  private final class Shelf: Observable {
    final class Item {
      private let cell: Cell
      private let log: Log<Int>

      init(_ cell: Cell, _ log: Log<Int>) { (self.cell, self.log) = (cell, log) }
      deinit { log.append(cell.sum) }
    }

    private let registrar = ModelRegistrar()
    let cell = Cell(1)
    let log = Log<Int>()

    var item: Item {
      registrar.derived(self, \.item) {
        _ = cell.x
        return Item(cell, log)
      }
    }
  }

  @Test func valuesAreReleasedWithoutTheLock() {
    let shelf = Shelf()
    for x in 2...4 {
      _ = shelf.item
      shelf.cell.x = x
    }
    _ = shelf.item
    #expect(shelf.log.elements == [2, 3, 4])
  }

  @Test func valuesAreFreedWithTheirModel() {
    final class Item: Sendable {}
    weak let item: Item?
    weak let value: DerivedPropertyNode?
    do {
      let box = Box(Item())
      #expect(box.all.count == 1)
      // Kept by the derived property, too.
      item = box.value
      value = box.derived.first
      #expect(item != nil && value != nil)
    }
    #expect(item == nil)
    #expect(value == nil)
  }
}
