import Testing

@testable import ObservationBridge

/// Observations that start inside a pass (R5).
@Suite @MainActor struct NestingTests {
  private let parent = Profile()
  private let child = Profile()

  @Test(.exactBackend) func innerReadsAreNoDependenciesOfTheOuterPass() async {
    var outer = 0
    var inner: [Int] = []
    var tokens: [PortableObservationToken] = []
    let token = withPortableContinuousObservation { _ in
      outer += 1
      _ = parent.name
      tokens = [withPortableContinuousObservation { _ in inner.append(child.age) }]
      _ = parent.age
    }
    child.age = 1
    await mainActorTurns()
    #expect(outer == 1)
    #expect(inner == [36, 1])
    parent.age = 1
    await mainActorTurns()
    #expect(outer == 2, "what comes after the inner observation is the outer one's again")
    #expect(inner == [36, 1, 1])
    child.age = 2
    await mainActorTurns()
    #expect(outer == 2)
    #expect(inner == [36, 1, 1, 2])
    #expect(tokens.count == 1)
    token.cancel()
  }

  /// The way around with the public backend: start the inner observation in a turn of its own.
  @Test func innerObservationStartedInATurnOfItsOwnIsIndependent() async {
    var outer = 0
    var inner: [Int] = []
    let scope = ObservationScope()
    let token = withPortableContinuousObservation { _ in
      outer += 1
      _ = parent.name
      Task { scope.observe { _ in inner.append(child.age) } }
    }
    await eventually { inner == [36] }
    child.age = 1
    await mainActorTurns()
    #expect(outer == 1)
    #expect(inner == [36, 1])
    token.cancel()
  }

  @Test(.exactBackend) func propertyHandlersThatRunInsideAPassAddNoDependencies() async {
    var passes = 0
    let handler = withPropertyObservation(of: parent, \.name) { _ in _ = child.age }
    let token = withPortableContinuousObservation { _ in
      passes += 1
      if passes == 1 { parent.name = "Grace" }
      _ = parent.isShown
    }
    child.age = 1
    await mainActorTurns()
    #expect(passes == 1)
    token.cancel()
    handler.cancel()
  }
}
