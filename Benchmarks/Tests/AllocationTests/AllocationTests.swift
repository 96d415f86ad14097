import CMeasuring
import ObservationBridge
import ObservationModels
import Testing

@ObservableModel
private final class Rectangle {
  var width = 1
  var height = 1
  var area: Int { derived(\.area) { width &* height } }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif

/// What allocates nothing, by the guides. Counted in processes of their own: other tests allocate meanwhile.
@Suite(.enabled("needs optimized code, and a count") { isOptimized && allocations_can_be_counted() })
struct AllocationTests {
  @Test func modelThatNobodyObservesAllocatesNothing() async {
    await #expect(processExitsWith: .success) {
      let rectangle = Rectangle()
      Self.expectNoAllocation { rectangle.width = rectangle.height &+ $0 }
    }
  }

  @Test func passThatReadsTheSameAsTheOneBeforeAllocatesNothing() async {
    await #expect(processExitsWith: .success) {
      let (rectangle, other) = (Rectangle(), Rectangle())
      Self.expectNoAllocation(in: { _ = rectangle.width &+ rectangle.height &+ other.width }) { rectangle.width = $0 }
    }
  }

  @Test func passOverDerivedValuesAllocatesNothing() async {
    await #expect(processExitsWith: .success) {
      let (rectangle, other) = (Rectangle(), Rectangle())
      let isLarge = DerivedValue { rectangle.width > 500 }
      let sum = DerivedValue { rectangle.width &+ other.width }
      Self.expectNoAllocation(in: { _ = isLarge.value ? sum.value : other.width &+ sum.value }) { rectangle.width = $0 }
    }
  }

  @Test func passOverDerivedPropertiesAllocatesNothing() async {
    await #expect(processExitsWith: .success) {
      let rectangle = Rectangle()
      Self.expectNoAllocation(in: { _ = rectangle.area }) { rectangle.width = $0 }
    }
  }

  /// Stops the process if changes allocate memory, inside which the pass runs that has been there before.
  private static func expectNoAllocation(in pass: @escaping () -> Void, _ change: (Int) -> Void) {
    // Used by this thread only.
    nonisolated(unsafe) let pass = pass
    nonisolated(unsafe) var count = 0
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      unsafe count += 1
      unsafe pass()
    }
    expectNoAllocation(change)
    unsafe precondition(count == 1011, "\(count) passes have run instead of 1,011.")
    token.cancel()
  }

  private static func expectNoAllocation(_ change: (Int) -> Void) {
    // What each thread has is allocated when it's first used, and so is what the first changes take.
    for number in 1001...1010 { change(number) }
    allocations_start()
    for number in 1...1000 { change(number) }
    allocations_stop()
    let count = allocations_count()
    precondition(count == 0, "\(count) blocks were allocated.")
  }
}
