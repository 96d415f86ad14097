import CObservationRuntime
import TestSupport
import Testing

@testable import ObservationBridge

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  /// The state of a thread: see `ob_thread`.
  @Suite struct ThreadStateTests {
    /// In a separate process, where nothing else allocates memory.
    @Test(.knowsLiveHeapBytes) func threadThatEndsLeavesNothing() async {
      await #expect(processExitsWith: .success) {
        let count = 2000
        /// Runs threads of which each makes all state that a thread can have.
        func threads() {
          for _ in 0..<count {
            Thread.run {
              let (one, other) = (SharedCell(), SharedCell())
              // For the third read, which repeats one before the last, the thread makes its known links.
              let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { @Sendable _ in
                _ = one.x + other.x + one.x
              }
              let change = one.registrar._beginChangeInPlace(one, \.x, number: 0)
              one.registrar._endChangeInPlace(one, \.x, number: 0, change)
              token.cancel()
              let state = unsafe ob_this_thread().pointee
              #expect(unsafe state.known_links != nil && state.change_count != nil)
              #expect(unsafe state.asker != nil || TrackingBackend.current == .exact)
            }
          }
        }
        // The runtime allocates what stays before the second time, also for the types of the waiting: it takes memory for
        // types in blocks of 16 kB, more than all threads may leave.
        threads()
        var hasWaited = false
        await eventually { exchange(&hasWaited, with: true) }
        let before = try #require(liveHeapBytes())
        threads()
        // A count of changes has 16 bytes. The public backend releases some objects a little later.
        await eventually {
          guard let bytes = liveHeapBytes() else { return false }
          return bytes - before < 8 * count
        }
      }
    }
  }
#endif
