import Testing

@testable import ObservationBridge

@Suite struct GraphStackTests {
  @Test(arguments: [0, 1, 16, 17, 1_000]) func elementsArePoppedInReverseOrder(count: Int) {
    GraphStack<Int>.run { stack in
      for number in 0..<count { stack.push(number) }
      #expect(stack.count == count)
      #expect(stack.top == (count == 0 ? nil : count - 1))
      for number in (0..<count).reversed() {
        let popped = stack.pop()
        #expect(popped == number)
      }
      let isEmpty = stack.pop() == nil
      #expect(isEmpty)
    }
  }

  @Test func lookBeginsWithWhatWasPushedLast() {
    GraphStack<Int>.run { stack in
      for number in 0..<100 { stack.push(number) }
      var seen: [Int] = []
      let isFound = stack.contains { number in
        seen.append(number)
        return number == 97
      }
      #expect(isFound)
      #expect(seen == [99, 98, 97])
      let isMissing = !stack.contains { $0 == 100 }
      #expect(isMissing)
    }
  }

  @Test func lookAmongTheFirstLeavesOutWhatWasPushedAfterThem() {
    GraphStack<Int>.run { stack in
      for number in 0..<20 { stack.push(number) }
      let found = [0, 9, 10, 19].map { wanted in stack.contains(amongFirst: 10) { $0 == wanted } }
      #expect(found == [true, true, false, false])
      // More than there are: all of them.
      let isFound = stack.contains(amongFirst: 100) { $0 == 19 }
      #expect(isFound)
      let isNone = !stack.contains(amongFirst: 0) { _ in true }
      #expect(isNone)
    }
  }
}
