import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Passes inside a change, before it is made, of observations that also read what is derived from that.
@Suite @MainActor struct ValuesAndWillSetTests {
  typealias Kind = OwnChangesBehindValuesTests.Kind

  @Test(arguments: Kind.allCases)
  func passFollowsThatSeesTheDerivedValue(_ kind: Kind) async {
    let cell = kind.makeCell()
    let ten = DerivedValue { cell.x * 10 }
    var seen: [[Int]] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in
      seen.append([cell.x, ten.value])
    }
    cell.x = 1
    #expect(seen == [[0, 0], [0, 0]])
    await mainActorTurns()
    #expect(seen == [[0, 0], [0, 0], [1, 10]])
    cell.x = 2
    cell.x = 3
    await mainActorTurns()
    #expect(seen.dropFirst(3) == [[1, 10], [2, 20], [3, 30]])
    token.cancel()
  }

  @Test(arguments: Kind.allCases)
  func onePassAtTheEndOfATransactionSeesBoth(_ kind: Kind) async {
    let cell = kind.makeCell()
    let ten = DerivedValue { cell.x * 10 }
    var seen: [[Int]] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in
      seen.append([cell.x, ten.value])
    }
    withObservationTransaction {
      cell.x = 1
      cell.x = 2
    }
    await mainActorTurns()
    #expect(seen == [[0, 0], [2, 20]])
    token.cancel()
  }

  @Test func noOtherPassFollowsIfTheDerivedValueIsEqual() async {
    let cell = Cell()
    let isPositive = DerivedValue { cell.x >= 0 }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in
      if isPositive.value { seen.append(cell.x) }
    }
    cell.x = 1
    await mainActorTurns()
    #expect(seen == [0, 0])
    token.cancel()
  }

  @Test func severalObservationsAreNotifiedInTheirOrder() async {
    let cell = Cell()
    let (ten, sum) = (DerivedValue { cell.x * 10 }, DerivedValue { cell.x + cell.y })
    var seen: [String] = []
    let tokens = [
      withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in seen.append("a\(cell.x)\(ten.value)") },
      withPortableContinuousObservation(options: [.willSet, .didSet, .immediate]) { _ in
        seen.append("b\(sum.value)\(cell.x)")
      },
      withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append("c\(ten.value)\(cell.x)") },
    ]
    seen = []
    cell.x = 1
    await mainActorTurns()
    #expect(seen == ["a00", "b00", "b11", "c101", "a110"])
    for token in tokens { token.cancel() }
  }
}

/// Code that runs inside a change of a standard model, between the reports that each observer gets by itself.
@Suite @MainActor struct ValuesInsideChangesTests {
  @MainActor @Observable final class List {
    var rows = [1, 2, 3]
  }

  @Test func derivedValuesOfOnePropertyAgreeInsideAChange() async {
    let list = List()
    let (count, rows) = (DerivedValue { list.rows.count }, DerivedValue { list.rows })
    let last = DerivedValue { () -> String in
      let (count, rows) = (count.value, rows.value)
      return count == rows.count ? "\(count)" : "torn: \(count) of \(rows.count)"
    }
    _ = rows.value
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(last.value) }
    list.rows = [1, 2, 3, 4]
    await mainActorTurns()
    list.rows.removeAll()
    await eventually { seen.last == "0" }
    // The standard backend notifies the pass itself as well, if a value was computed in it.
    #expect(seen.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == ["3", "4", "0"])
    token.cancel()
  }

  @Test(.exactBackend) func passThatReadsSeveralDerivedValuesRunsOnceForAChange() {
    let list = List()
    let values = (0..<5).map { index in DerivedValue { list.rows.count + index } }
    var seen: [[Int]] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      seen.append(values.map(\.value))
    }
    list.rows = []
    #expect(seen == [[3, 4, 5, 6, 7], [0, 1, 2, 3, 4]])
    token.cancel()
  }

  /// A pass before the change has the value computed, which then doesn't read the property any more: nobody reports the change to it.
  @Test(.knowsWhatIsRead) func valueThatDropsThePropertyInsideTheChangeIsKept() {
    let (cell, isOn) = (PlainCell(), Cell(1))
    var count = 0
    let value = DerivedValue { () -> Int in
      count += 1
      return isOn.x == 1 ? cell.x : -1
    }
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in
      _ = cell.x
      if count > 0 { isOn.x = 0 }
      _ = value.value
    }
    cell.x = 1
    let before = count
    for _ in 0..<5 { #expect(value.value == -1) }
    #expect(count == before)
    token.cancel()
  }

  @Test(.exactBackend) func propertyObservationReadsTheNewDerivedValueInItsHandler() {
    let list = List()
    let count = DerivedValue { list.rows.count }
    _ = count.value
    var seen: [Int] = []
    let token = withPropertyObservation(of: list, \.rows) { _ in seen.append(count.value) }
    let other = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in _ = count.value }
    list.rows = []
    #expect(seen == [0])
    token.cancel()
    other.cancel()
  }
}
