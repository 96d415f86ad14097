import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values over models of the standard library, whose registrars notify their observers in an order of their own.
@Suite(
  .enabled("Only with the exact backend do immediate passes run inside a change of a plain model.") { Tracking.isExact }
)
@MainActor struct PlainModelValueTests {
  private let plain = PlainCell(1)

  /// Several, since the order in which they are notified is that of a set.
  private func effects(_ read: @escaping () -> [Int], in log: Log<[Int]>) -> ObservationScope {
    let scope = ObservationScope()
    for _ in 0..<8 { scope.observe(options: [.didSet, .immediate]) { _ in log.append(read()) } }
    return scope
  }

  /// What their later passes have seen. A pass may run once more, and see the same.
  private func states(in log: Log<[Int]>) -> [[Int]] {
    log.elements.dropFirst(8).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test(arguments: [false, true])
  func immediatePassesSeeOneState(isReadBefore: Bool) {
    let double = DerivedValue { plain.x * 2 }
    let quadruple = DerivedValue { double.value * 2 }
    if isReadBefore { _ = quadruple.value }
    let log = Log<[Int]>()
    let scope = effects({ [plain.x, quadruple.value, double.value] }, in: log)
    #expect(log.elements == Array(repeating: [1, 4, 2], count: 8))
    plain.x = 5
    plain.x = 6
    #expect(states(in: log) == [[5, 20, 10], [6, 24, 12]])
    scope.cancelAll()
  }

  @Test func equalValuesStopTheWave() {
    let isOdd = DerivedValue { plain.x % 2 == 1 ? 1 : 0 }
    let (log, all) = (Log<[Int]>(), Log<[Int]>())
    let scopes = [effects({ [isOdd.value] }, in: log), effects({ [isOdd.value, plain.x] }, in: all)]
    plain.x = 3
    #expect(log.elements.count == 8)
    #expect(Array(all.elements.dropFirst(8)) == Array(repeating: [1, 3], count: 8))
    plain.x = 4
    #expect(Array(log.elements.dropFirst(8)) == Array(repeating: [0], count: 8))
    for scope in scopes { scope.cancelAll() }
  }

  @Test func passesBeforeAChangeReadTheFormerValueAndThoseAfterItTheNewOne() {
    let double = DerivedValue { plain.x * 2 }
    let log = Log<[Int]>()
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { _ in
      log.append([plain.x, double.value])
    }
    let after = Log<[Int]>()
    let scope = effects({ [plain.x, double.value] }, in: after)
    plain.x = 5
    #expect(states(in: after) == [[5, 10]])
    #expect(log.elements.contains([1, 2]))
    #expect(!log.elements.contains([5, 2]))
    scope.cancelAll()
    token.cancel()
  }

  /// Then nobody reports that the change is over.
  @Test func valueThatComesToReadSomethingElseDuringAChangeIsKept() {
    let (other, isOther) = (Cell(7), Cell(0))
    var count = 0
    let value = DerivedValue {
      count += 1
      return isOther.x == 0 ? plain.x : other.x
    }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      _ = plain.x
      if event.kind == .willSet { isOther.x = 1 }
      seen.append(value.value)
    }
    plain.x = 5
    #expect(seen.contains(7))
    _ = value.value
    let known = count
    for _ in 0..<10 { #expect(value.value == 7) }
    #expect(count == known)
    plain.x = 6
    #expect(value.value == 7)
    other.x = 8
    #expect(value.value == 8)
    token.cancel()
  }

  @Test func valueOverSeveralModelsIsNeverSeenAsItWas() {
    let others = (1...3).map { PlainCell($0) }
    let sum = DerivedValue { others.reduce(0) { $0 + $1.x } }
    let (log, part) = (Log<[Int]>(), Log<[Int]>())
    let scopes = [
      effects({ others.map(\.x) + [sum.value] }, in: log), effects({ [others[0].x, sum.value] }, in: part),
    ]
    others[2].x = 4
    #expect(states(in: log) == [[1, 2, 4, 7]])
    // These depend on the change by way of the value alone.
    #expect(Array(part.elements.dropFirst(8)) == Array(repeating: [1, 7], count: 8))
    others[0].x = 2
    #expect(part.elements.dropFirst(16).allSatisfy { $0 == [2, 8] })
    for scope in scopes { scope.cancelAll() }
  }

  @Test func changeInsideAPassThatAChangeLeadsToIsNotMissed() {
    let double = DerivedValue { plain.x * 2 }
    let log = Log<[Int]>()
    let scope = effects({ [plain.x, double.value] }, in: log)
    scope.observe(options: [.didSet, .immediate]) { _ in if plain.x == 5 { plain.x = 6 } }
    plain.x = 5
    #expect(log.elements.allSatisfy { $0[0] * 2 == $0[1] })
    #expect(log.elements.count { $0 == [6, 12] } >= 8)
    plain.x = 7
    #expect(log.elements.suffix(8) == Array(repeating: [7, 14], count: 8)[...])
    scope.cancelAll()
  }

  @Test func valueOfAnotherModelWhoseKeyPathIsTheSameIsLeftAlone() {
    let other = PlainCell(7)
    let (double, ofOther) = (DerivedValue { plain.x * 2 }, DerivedValue { other.x * 2 })
    var count = 0
    let counted = DerivedValue {
      count += 1
      return double.value
    }
    let log = Log<[Int]>()
    let scope = effects({ [other.x, ofOther.value] }, in: log)
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      _ = plain.x
      if event.kind == .willSet { other.x += 1 }
    }
    _ = counted.value
    plain.x = 5
    #expect(states(in: log) == [[8, 16]])
    #expect(counted.value == 10)
    #expect(count == 2)
    scope.cancelAll()
    token.cancel()
  }

  /// Notes of changes that nobody is notified of don't pile up.
  @Test func noteOfAChangeThatIsNeverMadeIsOfNoImportance() {
    let isOther = Cell(0)
    let value = DerivedValue { isOther.x == 0 ? plain.x : 7 }
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      _ = plain.x
      if event.kind == .willSet { isOther.x = 1 }
      _ = value.value
    }
    for number in 2..<300 {
      isOther.x = 0
      #expect(value.value == plain.x)
      plain.x = number
      #expect(value.value == 7)
    }
    isOther.x = 0
    #expect(value.value == 299)
    token.cancel()
    plain.x = 300
    #expect(value.value == 300)
  }

  /// A registration may be replaced while the change is reported.
  @Test func valueThatComesToReadAnotherModelIsNotMissed() {
    let (other, isOther) = (PlainCell(7), Cell(0))
    let value = DerivedValue { isOther.x == 0 ? plain.x : other.x }
    let log = Log<[Int]>()
    let scope = effects({ [other.x, value.value] }, in: log)
    scope.observe(options: [.didSet, .immediate]) { _ in isOther.x = plain.x == 5 ? 1 : 0 }
    plain.x = 5
    #expect(log.elements.suffix(8) == Array(repeating: [7, 7], count: 8)[...])
    other.x = 8
    #expect(log.elements.suffix(8) == Array(repeating: [8, 8], count: 8)[...])
    plain.x = 6
    #expect(log.elements.suffix(8) == Array(repeating: [8, 6], count: 8)[...])
    scope.cancelAll()
  }
}
