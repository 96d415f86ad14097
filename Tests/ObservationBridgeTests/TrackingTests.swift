import Observation
import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct TrackingTests {
  private let profile = Profile()

  /// On the toolchains that it was verified on the exact backend must not fall back on the public one unnoticed.
  #if EXACT_TRACKING
    @Test func exactBackendIsAvailable() {
      #expect(ExactTracking.isAvailable, "not with \(ObservationLibrary.current): see Documentation/Backends.md")
      #expect(ExactTracking.SelfCheck.passes(), "also when it is asked again")
    }

    @Test func selfCheckPassesInsideATracking() {
      var passes = false
      withObservationTracking {
        _ = profile.age
        passes = ExactTracking.SelfCheck.passes()
      } onChange: {
      }
      #expect(passes)
    }
  #elseif STANDARD_TRACKING
    @Test func standardBackendIsUsed() {
      #expect(Tracking.isStandard && !Tracking.isExact)
    }
  #else
    @Test func publicBackendIsUsed() {
      #expect(!Tracking.isExact && !Tracking.isStandard)
    }
  #endif

  @Test(.exactBackend, .plainModels("about the registrations with the standard library's registrar"))
  func registrationsStayWhileThePassReadsTheSame() throws {
    let observer = ContinuousObservation([.didSet], on: nil, PassBody { @Sendable _ in })
    let counter = SharedCounter()
    let first = try #require(Tracking.track(for: observer, replacing: nil) { _ = (counter.first, counter.second) })
    let same = try #require(Tracking.track(for: observer, replacing: first) { _ = (counter.second, counter.first) })
    #expect(same.platform === first.platform)
    let fewer = try #require(Tracking.track(for: observer, replacing: first) { _ = counter.first })
    #expect(fewer.platform !== first.platform)
    let others = SharedCounter()
    let other = try #require(Tracking.track(for: observer, replacing: fewer) { _ = others.first })
    #expect(other.platform !== fewer.platform)
    #expect(counter.registrationCount == 2)
    for dependencies in [first, fewer, other] { dependencies.cancel() }
    #expect(counter.registrationCount == 0)
    #expect(others.registrationCount == 0)
  }

  @Test(.knowsWhatIsRead) func readingNothingRegistersNothing() {
    let observer = ContinuousObservation([.didSet], on: nil, PassBody { @Sendable _ in })
    #expect(Tracking.track(for: observer, replacing: nil) {} == nil)
  }

  /// Code of others that tracks with the standard library, around and inside passes.
  @Test(.knowsWhatIsRead) func standardTrackingAroundAndInsidePassesIsLeftAlone() async {
    var (outer, inner) = (0, 0)
    var tokens: [PortableObservationToken] = []
    let counter = SharedCounter()
    let fired = Log<String>()
    withObservationTracking {
      _ = profile.name
      tokens.append(
        withPortableContinuousObservation { _ in
          outer += 1
          _ = profile.age
          withObservationTracking {
            inner += 1
            _ = counter.first
          } onChange: {
            fired.append("inner")
          }
        }
      )
      _ = profile.isShown
    } onChange: {
      fired.append("outer")
    }
    profile.age += 1
    await mainActorTurns()
    #expect((outer, inner) == (2, 2))
    #expect(fired.elements == [], "the pass's reads are not those of the tracking around it")
    counter.first = 1
    #expect(fired.elements == ["inner", "inner"])
    await mainActorTurns()
    #expect(outer == 3, "an inner standard tracking hands its reads on, as it does")
    profile.isShown = false
    #expect(fired.elements == ["inner", "inner", "outer"])
    for token in tokens { token.cancel() }
  }
}
