import Testing

@testable import ObservationBridge

/// Run one after the other, and beside transactions of other tests.
@Suite struct OpenTransactionsTests {
  @Test func eachHasAPlaceOfItsOwn() {
    let places = (0..<20).map { _ in OpenTransactions.add() }
    #expect(Set(places).count == places.count)
    #expect(!places.contains(0))
    for place in places { #expect(!OpenTransactions.areNone(but: place)) }
    for place in places { OpenTransactions.remove(place) }
  }

  @Test func thoseForWhichThereIsNoneShareOne() throws {
    let places = (0..<UInt.bitWidth + 2).map { _ in OpenTransactions.add() }
    let last = try #require(places.last)
    #expect(last == GraphNode.Telling.sharedPlace)
    #expect(places.dropLast().last == last)
    #expect(Set(places.dropLast(2)).count <= UInt.bitWidth)
    #expect(!OpenTransactions.areNone(but: last))
    for place in places { OpenTransactions.remove(place) }
  }
}
