import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Observations that start inside a pass.
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

  /// What the pass has read so far has to be registered whenever another one begins inside: once for each reading.
  @Test(.exactBackend) func aReadingIsRegisteredOnceHoweverManyPassesBeginInside() async {
    let rows = (0..<20).map { _ in SharedCounter() }
    let scope = ObservationScope()
    var passes = 0
    var most = 0
    let token = withPortableContinuousObservation { _ in
      passes += 1
      scope.cancelAll()
      for row in rows {
        _ = row.first
        scope.observe { _ in _ = parent.name }
      }
      most = max(most, rows[0].registrationCount)
    }
    #expect(most == 1)
    rows[0].first = 1
    await eventually { passes == 2 }
    #expect(most == 1, "nor is anything registered by a pass that reads what the last one read")
    #expect(rows.map(\.registrationCount) == Array(repeating: 1, count: rows.count))
    rows[19].first = 1
    await eventually { passes == 3 }
    token.cancel()
    #expect(rows.map(\.registrationCount) == Array(repeating: 0, count: rows.count))
  }

  /// Random passes that read, begin others inside, and begin them while the standard library tracks as well.
  @Test(.exactBackend, arguments: 0..<8) func readingsAroundNestedPassesAllCount(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let models = (0..<8).map { _ in SharedCounter() }
    let scope = ObservationScope()
    var read: Set<Int> = []
    var passes = 0
    let token = withPortableContinuousObservation { _ in
      passes += 1
      scope.cancelAll()
      read = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let index = Int.random(in: 0..<8, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          scope.observe { _ in _ = models[index].second }
        case 1:
          read.insert(index)
          withObservationTracking {
            _ = models[index].first
            scope.observe { _ in _ = models[index].second }
          } onChange: {
          }
        default:
          read.insert(index)
          _ = models[index].first
        }
      }
      _ = parent.name
    }
    for round in 0..<200 {
      let index = Int.random(in: 0..<8, using: &random)
      let (before, isRead) = (passes, read.contains(index))
      models[index].first += 1
      await mainActorTurns(1)
      #expect(passes == before + (isRead ? 1 : 0), "round \(round)")
      if passes == before {
        parent.name += "!"
        await mainActorTurns(1)
      }
    }
    token.cancel()
    scope.cancelAll()
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
