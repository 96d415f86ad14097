import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values whose recomputed result is equal to the previous result.
@MainActor @Suite struct EqualValueTests {
  private let cell = Cell(1)

  /// An object with a value-based `==`: two instances can be equal.
  private final class Box: Equatable {
    let key: Int
    let cell: Cell

    init(_ key: Int, _ cell: Cell = Cell()) { (self.key, self.cell) = (key, cell) }

    static func == (one: Box, other: Box) -> Bool { one.key == other.key && one.cell.y == other.cell.y }
  }

  /// A model with derived properties.
  private final class Meter: Observable {
    private let registrar = ModelRegistrar()
    let cell: Cell

    init(_ cell: Cell) { self.cell = cell }

    var rounded: Int {
      registrar.derived(self, \.rounded, comparingBy: { abs($0 - $1) < 3 }) { cell.x }
    }

    var box: Box { registrar.derived(self, \.box) { Box(cell.x / 10) } }
  }

  /// Each way to a derived value.
  private func read<Value>(
    _ isProperty: Bool,
    _ property: @escaping () -> Value,
    _ value: DerivedValue<Value, Never>
  ) -> () -> Value {
    isProperty ? property : { value.value }
  }

  @Test(arguments: [false, true]) func smallDifferencesAddUp(isProperty: Bool) {
    let meter = Meter(cell)
    let read = read(
      isProperty,
      { meter.rounded },
      DerivedValue(comparingBy: { abs($0 - $1) < 3 }) { [cell] in cell.x }
    )
    var seen: [Int] = []
    let token = effect { _ in seen.append(read()) }
    for x in 2...10 {
      cell.x = x
      #expect(abs(read() - x) < 3)
    }
    #expect(seen == [1, 4, 7, 10])
    token.cancel()
  }

  @Test(arguments: [false, true]) func equalObjectIsTheOneThatHasBeenRead(isProperty: Bool) {
    let meter = Meter(cell)
    let read = read(isProperty, { meter.box }, DerivedValue { [cell] in Box(cell.x / 10) })
    var seen: [Int] = []
    let token = effect { _ in seen.append(read().cell.x) }
    let box = read()
    cell.x = 2
    #expect(read() === box)
    read().cell.x = 7
    #expect(seen == [0, 7])
    token.cancel()
  }

  @Test(arguments: [false, true]) func readsOfAComparisonAreNoDependencies(isProperty: Bool) {
    let meter = Meter(cell)
    var count = 0
    let value = DerivedValue { [cell] in
      count += 1
      return Box(cell.x / 10)
    }
    let read = read(isProperty, { meter.box }, value)
    let box = read()
    cell.x = 2
    #expect(read() === box)
    let known = count
    box.cell.y = 5
    #expect(read() === box)
    #expect(count == known)
    cell.x = 3
    #expect(read() !== box)
  }

  /// Whatever the type of the value: the comparison may read something else.
  @Test func readsOfAComparisonByTheCallerAreNoDependencies() {
    let tolerance = Cell(3)
    var count = 0
    let value = DerivedValue(comparingBy: { [tolerance] (one: Int, other: Int) in abs(one - other) < tolerance.x }) {
      [cell] in
      count += 1
      return cell.x
    }
    #expect(value.value == 1)
    cell.x = 2
    #expect(value.value == 1)
    tolerance.x = 1
    #expect(value.value == 1)
    #expect(count == 2)
    cell.x = 3
    #expect(value.value == 3)
  }

  @Test func valueAfterAnErrorIsANewOne() throws {
    struct Failure: Error {}
    let value = DerivedValue { [cell] () throws(Failure) in
      if cell.x == 0 { throw Failure() }
      return Box(1)
    }
    let box = try value.value
    cell.x = 0
    #expect(throws: Failure.self) { try value.value }
    cell.x = 1
    #expect(try value.value !== box)
  }
}
