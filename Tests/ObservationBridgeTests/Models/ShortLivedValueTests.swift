import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values that nobody holds any more though somebody has read them: those who have hear of changes all the same.
@Suite @MainActor struct ShortLivedValueTests {
  private let cell = Cell(1)
  private let plain = PlainCell(1)

  /// A model of one row, made whenever it's shown.
  private final class Row: Observable {
    private let registrar = ModelRegistrar()
    private let cell: Cell

    init(_ cell: Cell) {
      self.cell = cell
    }

    var title: String {
      registrar.derived(self, \.title) { "x\(cell.x)" }
    }
  }

  private final class Holder<Value> {
    var value: Value?

    init(_ value: Value) {
      self.value = value
    }
  }

  // MARK: Made for one read

  @Test func immediatePassFollowsAValueMadeInIt() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(DerivedValue { cell.x * 10 }.value) }
    cell.x = 2
    cell.x = 3
    #expect(seen == [10, 20, 30])
    token.cancel()
  }

  @Test func passFollowsADerivedPropertyOfAModelMadeInIt() async {
    var seen: [String] = []
    let token = withPortableContinuousObservation { _ in seen.append(Row(cell).title) }
    cell.x = 2
    await eventually { seen.count == 2 }
    cell.x = 3
    await eventually { seen.count == 3 }
    #expect(seen == ["x1", "x2", "x3"])
    token.cancel()
  }

  @Test func passFollowsWhatItReadsInAdditionToAValueMadeInIt() {
    let other = Cell(1)
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.y + DerivedValue { cell.x * 10 }.value + other.x) }
    cell.x = 2
    other.x = 2
    cell.y = 1
    cell.x = 3
    other.x = 3
    #expect(seen == [11, 21, 22, 23, 33, 34])
    token.cancel()
    let seenCount = seen.count
    cell.x = 4
    #expect(seen.count == seenCount)
  }

  @Test func passFollowsAValueOfStandardModelsMadeInIt() async {
    var seen: [Int] = []
    let token = effect { _ in seen.append(DerivedValue { plain.x * 10 }.value) }
    for x in 2...3 {
      plain.x = x
      await eventually { seen.last == x * 10 }
    }
    token.cancel()
  }

  @Test func passFollowsAChainOfValuesMadeInIt() {
    var seen: [Int] = []
    let token = effect { _ in
      seen.append(DerivedValue { DerivedValue { DerivedValue { cell.x + 1 }.value + 1 }.value + 1 }.value)
    }
    cell.x = 2
    cell.x = 3
    #expect(seen == [4, 5, 6])
    token.cancel()
  }

  @Test func valueFollowsOneMadeInItsComputation() {
    var count = 0
    let value = DerivedValue {
      count += 1
      return DerivedValue { cell.x + 1 }.value
    }
    #expect([value.value, value.value] == [2, 2])
    #expect(count == 1)
    cell.x = 2
    #expect([value.value, value.value] == [3, 3])
    #expect(count == 2)
    var seen: [Int] = []
    let token = effect { _ in seen.append(value.value) }
    cell.x = 3
    #expect(seen == [3, 4])
    #expect(count == 3)
    token.cancel()
  }

  @Test func valueFollowsModelsMadeInItsComputation() {
    let cells = (0..<3).map { Cell($0) }
    var count = 0
    let titles = DerivedValue {
      count += 1
      return cells.map { Row($0).title }
    }
    var seen: [[String]] = []
    let token = effect { _ in seen.append(titles.value) }
    cells[1].x = 5
    cells[2].x = 6
    #expect(seen == [["x0", "x1", "x2"], ["x0", "x5", "x2"], ["x0", "x5", "x6"]])
    #expect(titles.value == ["x0", "x5", "x6"])
    #expect(count == 3)
    token.cancel()
  }

  @Test func computationMayChangeItsOwnModelReadByADeallocatedValue() {
    let value = DerivedValue {
      let own = Cell(cell.x)
      own.x = DerivedValue { own.x * 2 }.value
      return own.x
    }
    #expect(value.value == 2)
    cell.x = 2
    #expect(value.value == 4)
  }

  @Test func valueMadeInAPassMayGoWhereReadsAreNoDependencies() async {
    let holder = Holder(DerivedValue { 0 })
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in
      let value = DerivedValue { cell.x * 10 }
      holder.value = value
      seen.append(value.value)
    }
    holder.value = nil
    let inside = withPortableContinuousObservation { _ in
      holder.value = DerivedValue { cell.x * 10 }
      seen.append(holder.value?.value ?? 0)
      withoutObservation { holder.value = nil }
    }
    #expect(seen == [10, 10])
    await mainActorTurns()
    // Where nobody knows whether a value depends on models of the standard library, there are more.
    if Tracking.isExact { #expect(seen == [10, 10]) }
    let count = seen.count
    cell.x = 2
    await eventually { seen.count >= count + 2 }
    await mainActorTurns()
    if Tracking.isExact { #expect(seen == [10, 10, 20, 20]) }
    token.cancel()
    inside.cancel()
  }

  // MARK: Gone later

  @Test func readersFollowTheSourcesOfADeallocatedValue() async {
    let holder = Holder(DerivedValue { cell.x * 10 })
    var seen: [Int] = []
    let token = effect { _ in seen.append(holder.value?.value ?? cell.x) }
    holder.value = nil
    #expect(seen == [10])
    for x in 2...3 {
      cell.x = x
      await eventually { seen.last == x }
    }
    if Tracking.isExact { #expect(seen == [10, 2, 3]) }
    token.cancel()
  }

  @Test(arguments: [false, true]) func changeIsDeliveredThoughTheValueGoesBeforeThePass(isInTransaction: Bool) async {
    let holder = Holder(DerivedValue { cell.x * 10 })
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(holder.value?.value ?? cell.x) }
    let change = {
      cell.x = 2
      holder.value = nil
    }
    if isInTransaction { withObservationTransaction(change) } else { change() }
    await eventually { seen.count == 2 }
    cell.x = 3
    await eventually { seen.count == 3 }
    #expect(seen == [10, 2, 3])
    token.cancel()
  }

  @Test func immediatePassRunsThoughTheValueGoesInATransaction() {
    let holder = Holder(DerivedValue { cell.x * 10 })
    var seen: [Int] = []
    let token = effect { _ in seen.append(holder.value?.value ?? cell.x) }
    withObservationTransaction {
      cell.x = 2
      holder.value = nil
    }
    #expect(seen == [10, 2])
    token.cancel()
  }

  @Test func readersFollowTheStandardModelOfADeallocatedValue() async {
    let holder = Holder(DerivedValue { plain.x * 10 })
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(holder.value?.value ?? plain.x) }
    holder.value = nil
    plain.x = 2
    await eventually { seen.last == 2 }
    plain.x = 3
    await eventually { seen.last == 3 }
    token.cancel()
  }

  @Test func valuesFollowTheSourcesOfADeallocatedValue() async {
    let holder = Holder(DerivedValue { cell.x * 10 })
    let value = DerivedValue { holder.value?.value ?? cell.x }
    var seen: [Int] = []
    let token = effect { _ in seen.append(value.value) }
    holder.value = nil
    for x in 2...3 {
      cell.x = x
      await eventually { seen.last == x }
    }
    if Tracking.isExact { #expect(seen == [10, 2, 3]) }
    token.cancel()
    let unread = Holder(DerivedValue { cell.x * 10 })
    let reader = DerivedValue { unread.value?.value ?? cell.x }
    #expect(reader.value == 30)
    cell.x = 4
    unread.value = nil
    #expect(reader.value == 4)
  }

  @Test func capturesOfAValueAreFreedWithItAfterItWasRead() {
    final class Captured {
      let factor = 10
    }
    weak var captured: Captured?
    func makeValue() -> DerivedValue<[Captured], Never> {
      let new = Captured()
      captured = new
      return DerivedValue { [cell] in cell.x > 0 ? [new] : [] }
    }
    let holder = Holder(makeValue())
    var counts: [Int] = []
    let token = effect { _ in counts.append(holder.value?.value.count ?? cell.x) }
    #expect(captured?.factor == 10)
    holder.value = nil
    #expect(captured == nil)
    cell.x = 2
    #expect(counts == [1, 2])
    token.cancel()
  }

  @Test func nothingIsLeftOfDeallocatedValues() {
    weak var captured: Cell?
    do {
      let held = Cell(1)
      captured = held
      let holder = Holder(DerivedValue { held.x + cell.x })
      let token = effect { _ in _ = holder.value?.value }
      holder.value = nil
      token.cancel()
    }
    #expect(captured == nil)
    #expect(cell.registrar.node.firstReader == nil)
  }

  /// How many links lead from the cell.
  private var readerCount: Int {
    var (count, next) = (0, cell.registrar.node.firstReader)
    while let link = next { (count, next) = (count + 1, link.nextReader) }
    return count
  }

  @Test func nodesOfDeallocatedValuesStayUntilTheirReadersHaveReadAgain() {
    var result = 0
    let token = effect { _ in
      var (one, two) = (DerivedValue { cell.x }, DerivedValue { cell.x })
      for _ in 0..<20 {
        let (first, second) = (one, two)
        (one, two) = (two, DerivedValue { first.value &+ second.value })
      }
      result = two.value
    }
    for x in 1...5 {
      cell.x = x
      #expect(result == x * 17_711)
      #expect(readerCount == 2)
    }
    token.cancel()
    #expect(readerCount == 0)
  }

  @Test func valuesThatGoLayerByLayerLeaveOneDependencyEach() {
    let (width, depth) = (10, 10)
    let layers = Holder<[[DerivedValue<Int, Never>?]]>([(0..<width).map { _ in DerivedValue { cell.x } }])
    for depth in 1...depth {
      layers.value?.append(
        (0..<width).map { _ in
          DerivedValue { layers.value?[depth - 1].reduce(0) { $0 &+ ($1?.value ?? 0) } ?? 0 }
        }
      )
      for value in layers.value?.last ?? [] { _ = value?.value }
    }
    for depth in 0..<depth { layers.value?[depth] = [] }
    #expect(readerCount == width)
    layers.value = nil
    #expect(readerCount == 0)
  }
}
