import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Cancellation probes that share a registrar.
struct ProbeRegistrarTests {
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

  @Test func theEndOfOneProbeIsNotReportedToItsNeighbours() {
    var slots = ProbeRegistrar.Slots()
    let ends = Mutex<[Int]>([])
    let probes = (0..<40).map { _ in CancellationProbe(slots.next()) }
    for (index, probe) in probes.enumerated() {
      Self.track(probe) {
      } onChange: {
        ends.withLock { $0.append(index) }
      }
    }
    for (index, probe) in probes.enumerated() {
      probe.end(after: nil)
      #expect(ends.withLock { $0 } == Array(0...index))
    }
  }

  /// The list of the outer tracking gets the reads of each inner tracking, and of each foreign tracker, and is hashed
  /// anew when it grows.
  @Test func aTrackingIsKnownAfterManyInsideIt() {
    var slots = ProbeRegistrar.Slots()
    for _ in 0..<100 {
      let (outer, inner) = (CancellationProbe(slots.next()), (0..<20).map { _ in CancellationProbe(slots.next()) })
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

  @Test func aRegistrarThatMayKeepARegistrationGetsNoFurtherProbe() {
    var slots = ProbeRegistrar.Slots()
    let probes = (0..<3).map { _ in CancellationProbe(slots.next()) }
    weak let registrar = slots.current
    #expect(registrar != nil)
    probes[1].mayKeepRegistration()
    #expect(slots.current === registrar)
    slots.releaseUnshared()
    #expect(registrar != nil)
    _ = slots.next()
    #expect(slots.current !== registrar)
    for probe in probes { probe.end(after: nil) }
    #expect(registrar == nil)
  }

  private final class Captured: Sendable {
    private let whenFreed: @Sendable () -> Void

    init(whenFreed: @escaping @Sendable () -> Void = {}) {
      self.whenFreed = whenFreed
    }

    deinit { whenFreed() }
  }

  /// Registers a tracking with the probe's registrar. The registration stays there until the registrar is freed.
  private static func track(_ probe: CancellationProbe, keeping captured: Captured) {
    track(probe) {
    } onChange: {
      withExtendedLifetime(captured) {}
    }
  }

  // On threads of their own: otherwise, probes of other tests may share the registrars.

  /// The next asker takes the place of one that a foreign tracking has read. The earlier one lives a little longer.
  @Test func aReplacedAskerKeepsNoRegistrar() {
    let isFreed = Thread.run {
      withObservationTracking {
        _ = TrackingAsker.isTracking
      } onChange: {
      }
      weak var captured: Captured?
      do {
        let (kept, probe) = (Captured(), CancellationProbe(TrackingAsker.nextSlot()))
        captured = kept
        Self.track(probe, keeping: kept)
        _ = TrackingAsker.isTracking
        probe.mayKeepRegistration()
      }
      return captured == nil
    }
    #expect(isFreed)
  }

  /// A registrar may be released while the slots of the thread change, with the last reference to an object that starts
  /// an observation when it is freed.
  @Test func anObservationMayStartWhenARegistrarIsReleased() {
    let slots = Mutex<[ProbeRegistrar.Slot]>([])
    Thread.run {
      do {
        let slot = TrackingAsker.nextSlot()
        let captured = Captured {
          let slot = TrackingAsker.nextSlot()
          slots.withLock { $0.append(slot) }
        }
        Self.track(CancellationProbe(slot), keeping: captured)
        slot.stopSharing()
      }
      TrackingAsker.releaseUnsharedRegistrar()
    }
    #expect(slots.withLock { $0.count } == 1)
  }

  /// The question whether a tracking is foreign registers the foreign tracker with the registrar of the probe.
  @Test(.enabled(if: TrackingBackend.current == .public, "about the public backend's registrations"))
  func aForeignTrackerInsideAPassIsReleasedWithTheObservation() {
    let isFreed = Thread.run {
      weak var captured: Captured?
      do {
        let (model, kept) = (SharedCounter(), Captured())
        captured = kept
        let token = withPortableContinuousObservation { @Sendable _ in
          withObservationTracking {
            _ = model.first
          } onChange: {
            withExtendedLifetime(kept) {}
          }
        }
        token.cancel()
      }
      return captured == nil
    }
    #expect(isFreed)
  }
}
