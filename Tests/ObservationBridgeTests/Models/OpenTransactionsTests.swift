import Testing

@testable import ObservationBridge

@Suite struct OpenTransactionsTests {
  @Test func eachHasAPlaceOfItsOwn() {
    let transactions = OpenTransactions()
    let places = (0..<20).map { _ in transactions.add() }
    #expect(Set(places).count == places.count)
    #expect(!places.contains(0))
    let isOneAlone = places.contains { transactions.areNone(but: $0) }
    #expect(!isOneAlone)
    for place in places.dropFirst() { transactions.remove(place) }
    let isFirstAlone = transactions.areNone(but: places[0])
    #expect(isFirstAlone)
  }

  @Test func transactionsBeyondTheLastIndexShareOne() throws {
    let transactions = OpenTransactions()
    let places = (0..<UInt.bitWidth + 2).map { _ in transactions.add() }
    let last = try #require(places.last)
    #expect(last == GraphNode.Propagation.sharedIndex)
    #expect(places.dropLast().last == last)
    #expect(Set(places.dropLast(2)).count == UInt.bitWidth)
    let isAloneThere = transactions.areNone(but: last)
    #expect(!isAloneThere)
    for place in places { transactions.remove(place) }
    let isNextAlone = transactions.areNone(but: transactions.add())
    #expect(isNextAlone)
  }
}
