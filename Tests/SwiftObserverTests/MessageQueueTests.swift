import Testing

@testable import SwiftObserver

@Suite struct MessageQueueTests {
  private let author = Author()

  @Test func firstInIsFirstOut() {
    var queue = MessageQueue<Int>()
    #expect(queue.next() == nil)
    for number in 1...3 { queue.append(number, from: author) }
    #expect(queue.next()?.message == 1)
    queue.append(4, from: author)
    #expect([queue.next()?.message, queue.next()?.message, queue.next()?.message] == [2, 3, 4])
    #expect(queue.next() == nil)
  }

  @Test func queueThatIsNeverEmptyDoesNotGrow() {
    var queue = MessageQueue<Int>()
    queue.append(-1, from: author)
    queue.append(0, from: author)
    for number in 1...100_000 {
      queue.append(number, from: author)
      #expect(queue.next()?.message == number - 2)
    }
    #expect(queue.elements.count < 100)
  }

  @Test func steadyLoadKeepsItsRoomAndAStormGivesItBack() {
    var queue = MessageQueue<Int>()
    func pass(_ count: Int) {
      for number in 0..<count { queue.append(number, from: author) }
      while queue.next() != nil {}
    }
    pass(10)
    let room = queue.elements.capacity
    #expect(room >= 10)
    pass(10)
    #expect(queue.elements.capacity == room)
    pass(10_000)
    #expect(queue.elements.capacity == 0)
  }

  @Test func messagesAndAuthorsAreHeldUntilTheyAreTaken() {
    var queue = MessageQueue<Canary>()
    var freed = 0
    weak var seen: Author?
    do {
      let author = Author()
      seen = author
      for _ in 0..<2 { queue.append(Canary { freed += 1 }, from: author) }
    }
    #expect(freed == 0)
    _ = queue.next()
    #expect(freed == 1)
    #expect(seen != nil)
    _ = queue.next()
    #expect(freed == 2)
    #expect(seen == nil)
  }
}
