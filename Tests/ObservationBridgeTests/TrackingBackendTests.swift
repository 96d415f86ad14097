import ObservationBridge
import TestSupport
import Testing

@Suite struct TrackingBackendTests {
  @Test func theCurrentBackendIsTheOneOfTheBuild() {
    #if STANDARD_TRACKING
      #expect(TrackingBackend.current == .standard)
    #elseif EXACT_TRACKING
      // With a library that it wasn't verified on, even such a build uses the public one.
      #expect(TrackingBackend.current == (Tracking.isExact ? .exact : .public))
    #else
      #expect(TrackingBackend.current == .public)
    #endif
  }

  /// With the exact backend alone, a pass that follows no change of a property says so.
  @MainActor @Test(.plainModels("about the standard library's registrar")) func itIsTheOneThatObserves() async {
    let profile = Profile()
    let log = Log<Bool>()
    let token = withPortableContinuousObservation { event in
      _ = (profile.name, profile.age)
      if event.kind != .initial { log.append(event.matches(\Profile.name)) }
    }
    profile.age = 37
    await eventually { !log.elements.isEmpty }
    #expect(log.elements.first == (TrackingBackend.current != .exact))
    token.cancel()
  }

  @Test func itHasTheNameThatTheDocumentationUses() {
    #expect(TrackingBackend.allCases.map(\.description) == ["exact", "standard", "public"])
    #expect("\(TrackingBackend.public)" == "public")
  }
}
