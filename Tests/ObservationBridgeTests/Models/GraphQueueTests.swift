import Testing

@testable import ObservationBridge

@Suite struct GraphQueueTests {
  @Test(arguments: [0, 1, 16, 17, 1_000]) func elementsAreRemovedInTheOrderAdded(count: Int) {
    GraphQueue<Int>.run { queue in
      for number in 0..<count { queue.add(number) }
      let isEmptyAtFirst = queue.isEmpty
      #expect(isEmptyAtFirst == (count == 0))
      for number in 0..<count {
        let removed = queue.remove()
        #expect(removed == number)
      }
      let isEmpty = queue.isEmpty
      #expect(isEmpty)
      let hasNone = queue.remove() == nil
      #expect(hasNone)
    }
  }

  /// The memory is used from its beginning again, and may have to grow at any place of it.
  @Test(arguments: 0...16) func queueGrowsWhereverItBegins(start: Int) {
    GraphQueue<Int>.run { queue in
      for number in 0..<start {
        queue.add(number)
        let removed = queue.remove()
        #expect(removed == number)
      }
      for number in 0..<100 { queue.add(number) }
      for number in 0..<100 {
        let removed = queue.remove()
        #expect(removed == number)
      }
    }
  }

  @Test func queueThatIsLongAndNeverEmptyKeepsTheOrder() {
    GraphQueue<Int>.run { queue in
      var (added, expected) = (0, 0)
      for round in 0..<200 {
        for _ in 0..<(round % 7 + 1) {
          queue.add(added)
          added += 1
        }
        for _ in 0..<(round % 5) {
          let removed = queue.remove()
          #expect(removed == expected)
          expected += 1
        }
      }
      let isEmpty = queue.isEmpty
      #expect(!isEmpty)
      while let removed = queue.remove() {
        #expect(removed == expected)
        expected += 1
      }
      #expect(added == expected)
    }
  }
}
