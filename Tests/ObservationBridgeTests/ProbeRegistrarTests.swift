import Observation
import Testing

@testable import ObservationBridge

/// Cancellation probes that share a registrar.
@Suite struct ProbeRegistrarTests {
  private final class Count: Sendable {
    private let count = LockedState(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
  }

  private static func track(
    _ probe: CancellationProbe,
    _ body: () -> Void = {},
    onChange: @escaping @Sendable () -> Void = {}
  ) {
    withObservationTracking {
      probe.read()
      probe.whileMarking(body)
    } onChange: {
      onChange()
    }
  }

  @Test func theEndOfOneIsNotReportedToItsNeighbours() {
    var slots = ProbeRegistrar.Slots()
    let probes = (0..<40).map { _ in (probe: CancellationProbe(in: &slots), ends: Count()) }
    for (probe, ends) in probes { Self.track(probe, onChange: { ends.add() }) }
    for (index, last) in probes.enumerated() {
      last.probe.end(after: nil)
      #expect(probes.map(\.ends.value) == probes.indices.map { $0 <= index ? 1 : 0 })
    }
  }

  /// The list of the outer tracking grows with each inner one, and is hashed anew.
  @Test func aTrackingIsKnownAfterManyInsideIt() {
    var slots = ProbeRegistrar.Slots()
    for _ in 0..<100 {
      let (outer, inner) = (CancellationProbe(in: &slots), (0..<20).map { _ in CancellationProbe(in: &slots) })
      var answers: [Bool] = []
      Self.track(outer) {
        answers.append(outer.marksInnermostTracking)
        for probe in inner {
          Self.track(probe) { answers.append(probe.marksInnermostTracking) }
          answers.append(outer.marksInnermostTracking)
        }
        withObservationTracking {
          answers.append(!outer.marksInnermostTracking)
        } onChange: {
        }
      }
      #expect(answers.count == 42)
      #expect(!answers.contains(false))
      for probe in inner { probe.end(after: nil) }
      outer.end(after: nil)
    }
  }
}
