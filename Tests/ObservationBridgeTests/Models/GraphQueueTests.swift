import Testing

@testable import ObservationBridge

@Suite struct GraphQueueTests {
  @Test(arguments: [0, 1, 16, 17, 1_000]) func elementsAreRemovedInTheOrderAdded(count: Int) {
    GraphQueue<Int>.run { queue in
      for number in 0..<count { queue.add(number) }
      let isEmptyAtFirst = queue.isEmpty
      #expect(isEmptyAtFirst == (count == 0))
      for number in 0..<count {
        let removed = queue.removeFirst()
        #expect(removed == number)
      }
      let isEmpty = queue.isEmpty
      #expect(isEmpty)
      let hasNone = queue.removeFirst() == nil
      #expect(hasNone)
    }
  }

  /// The memory is used from its beginning again, and may have to grow at any place of it.
  @Test(arguments: 0...16) func queueGrowsWhereverItBegins(start: Int) {
    GraphQueue<Int>.run { queue in
      for number in 0..<start {
        queue.add(number)
        let removed = queue.removeFirst()
        #expect(removed == number)
      }
      for number in 0..<100 { queue.add(number) }
      for number in 0..<100 {
        let removed = queue.removeFirst()
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
          let removed = queue.removeFirst()
          #expect(removed == expected)
          expected += 1
        }
      }
      let isEmpty = queue.isEmpty
      #expect(!isEmpty)
      while let removed = queue.removeFirst() {
        #expect(removed == expected)
        expected += 1
      }
      #expect(added == expected)
    }
  }

  @Test(arguments: [0, 1, 16, 17, 1_000]) func elementsAreRemovedFromTheEndInReverseOrder(count: Int) {
    GraphQueue<Int>.run { queue in
      for number in 0..<count { queue.add(number) }
      #expect(queue.count == count)
      for number in (0..<count).reversed() {
        let removed = queue.removeLast()
        #expect(removed == number)
      }
      let isEmpty = queue.removeLast() == nil
      #expect(isEmpty)
    }
  }

  @Test func searchBeginsWithTheLastElement() {
    GraphQueue<Int>.run { queue in
      for number in 0..<100 { queue.add(number) }
      var seen: [Int] = []
      let isFound = queue.contains { number in
        seen.append(number)
        return number == 97
      }
      #expect(isFound)
      #expect(seen == [99, 98, 97])
      let isMissing = !queue.contains { $0 == 100 }
      #expect(isMissing)
    }
  }

  @Test func searchAmongTheFirstElementsLeavesOutTheOthers() {
    GraphQueue<Int>.run { queue in
      for number in 0..<20 { queue.add(number) }
      let found = [0, 9, 10, 19].map { wanted in queue.contains(amongFirst: 10) { $0 == wanted } }
      #expect(found == [true, true, false, false])
      // More than there are: all of them.
      let isFound = queue.contains(amongFirst: 100) { $0 == 19 }
      #expect(isFound)
      let isNone = !queue.contains(amongFirst: 0) { _ in true }
      #expect(isNone)
    }
  }
}
