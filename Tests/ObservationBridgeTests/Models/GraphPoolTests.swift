import Testing

@testable import ObservationBridge

@Suite struct FreePlacesTests {
  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 191, 192]) func allPlacesAreTakenInTheirOrder(count: Int) {
    var free = FreePlaces(count: count)
    for place in 0..<count {
      #expect(!free.isEmpty)
      #expect(free.takeFirst(isSpread: false) == place)
    }
    #expect(free.isEmpty)
  }

  @Test func placesAreTakenInTheirOrderInWhateverOrderTheyBecomeFree() {
    var free = FreePlaces(count: 150)
    for _ in 0..<150 { _ = free.takeFirst(isSpread: false) }
    let freed = [140, 3, 64, 63, 128, 0]
    for place in freed { free.add(place) }
    #expect(freed.map { _ in free.takeFirst(isSpread: false) } == [0, 3, 63, 64, 128, 140])
    #expect(free.isEmpty)
  }

  @Test func placesSideBySideAreTakenApart() {
    var free = FreePlaces(count: 6)
    #expect((0..<6).map { _ in free.takeFirst(isSpread: true) } == [0, 2, 4, 1, 3, 5])
    free.add(3)
    free.add(4)
    #expect([free.takeFirst(isSpread: true), free.takeFirst(isSpread: true)] == [4, 3])
  }
}

@Suite struct GraphPoolTests {
  private struct Value: ~Copyable, PooledMemory {
    var (number, padding) = (0, (0, 0, 0, 0, 0, 0))
  }

  // One pool for each test, kept until the process ends: pools never give their memory back.
  private static let (reused, single) = (GraphPool<Value>(), GraphPool<Value>())

  @Test func valuesThatWerePutBackAreTakenAgain() {
    let pool = Self.reused
    let values = unsafe (0..<1_000).map { _ in unsafe pool.take() }
    unsafe values.shuffled().forEach { unsafe pool.putBack($0) }
    let again = unsafe (0..<1_000).map { _ in unsafe pool.take() }
    #expect(unsafe Set(again) == Set(values))
    #expect(unsafe Set(again).count == 1_000)
    unsafe again.forEach { unsafe pool.putBack($0) }
  }

  @Test func valueIsKeptWhileItIsPutBack() {
    let pool = Self.single
    let value = unsafe pool.take()
    #expect(unsafe value.pointee.number == 0)
    unsafe value.pointee.number = 3
    unsafe pool.putBack(value)
    let again = unsafe pool.take()
    #expect(unsafe again.pointee.number == 3)
    unsafe pool.putBack(again)
  }
}
