import Testing

@testable import ObservationBridge

/// A testing build stops where locks nest.
@Suite struct LockOrderTests {
  @Test func aLockInsideAnotherLockStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let outer = LockedState(0)
      let inner = LockedState(0)
      outer.withLock { $0 = inner.withLock { $0 } }
    }
  }

  @Test func aLockInsideTheLockOfTheGraphStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let node = GraphNode.take()
      let state = LockedState(0)
      Graph.withLock(of: node) { _ in state.withLock { $0 += 1 } }
    }
  }

  @Test func aLockOfTheGraphInsideAnotherStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let (one, other) = (GraphNode.take(), GraphNode.take())
      Graph.withLock(of: one) { _ in Graph.withLock(of: other) { _ in } }
    }
  }

  @Test func aPassInsideALockStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let state = LockedState<PortableObservationToken?>(nil)
      state.withLock { $0 = withPortableContinuousObservation { @Sendable _ in } }
    }
  }

  @Test func locksInSuccessionDoNot() async {
    await #expect(processExitsWith: .success) {
      let one = LockedState(0)
      let other = LockedState(0)
      let node = GraphNode.take()
      one.withLock { $0 += 1 }
      Graph.withLock(of: node) { _ in }
      one.withLock { _ in Graph.withLock(of: node) { _ in } }
      one.withLock { _ in other.withLock(isInner: true) { $0 += 1 } }
      Graph.putBack(node)
    }
  }
}
