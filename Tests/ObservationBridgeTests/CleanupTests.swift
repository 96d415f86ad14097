import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Reads of cleanup closures never become dependencies, wherever the closures run.
@Suite(.exactBackend) @MainActor struct CleanupTests {
  /// Read by the cleanup closures.
  private let read = Profile()
  /// Makes passes due.
  private let changed = Profile()
  private let log = Log<String>()

  private func observeWithCleanup(_ options: ObservationOptions = [.didSet, .immediate]) -> PortableObservationToken {
    withPortableContinuousObservation(options: options) { [read, changed, log] event in
      _ = changed.age
      event.cleanup { log.append("cleanup \(read.age)") }
    }
  }

  private func expectNoPasses(after count: Int, _ sourceLocation: SourceLocation = #_sourceLocation) async {
    read.age += 1
    await mainActorTurns()
    #expect(log.elements.count { $0.hasPrefix("outer") } == count, sourceLocation: sourceLocation)
  }

  @Test(arguments: [.didSet, [.didSet, .immediate]] as [ObservationOptions])
  func itRunsWhereAPassCancels(options: ObservationOptions) async {
    let inner = observeWithCleanup(options)
    let outer = withPortableContinuousObservation(options: options) { [changed, log] _ in
      log.append("outer \(changed.name)")
      inner.cancel()
    }
    #expect(log.elements == ["outer Ada", "cleanup 36"])
    await expectNoPasses(after: 1)
    outer.cancel()
  }

  @Test func itRunsWhereAPassMakesAChange() async {
    let inner = observeWithCleanup()
    let outer = withPortableContinuousObservation(options: [.didSet, .immediate]) { [changed, log] _ in
      log.append("outer \(changed.name)")
      changed.age += 1
    }
    #expect(log.elements == ["outer Ada", "cleanup 36"])
    await expectNoPasses(after: 1)
    changed.name = "Grace"
    #expect(log.elements.suffix(2) == ["outer Grace", "cleanup 37"])
    await expectNoPasses(after: 2)
    inner.cancel()
    outer.cancel()
  }

  @Test func itRunsWhereAnObservationOfAPassEnds() async {
    let outer = withPortableContinuousObservation(options: [.didSet, .immediate]) { [read, changed, log] event in
      log.append("outer \(changed.name)")
      event.scope.observe { inner in
        inner.cleanup { log.append("cleanup \(read.age)") }
        inner.scope.observe { innermost in innermost.cleanup { log.append("innermost cleanup \(read.age)") } }
      }
    }
    changed.name = "Grace"
    #expect(log.elements == ["outer Ada", "innermost cleanup 36", "cleanup 36", "outer Grace"])
    await expectNoPasses(after: 2)
    outer.cancel()
    #expect(log.elements.suffix(2) == ["innermost cleanup 37", "cleanup 37"])
  }

  @Test func itRunsWhereACleanupCancels() async {
    let innermost = observeWithCleanup()
    let inner = withPortableContinuousObservation { [log] event in
      event.cleanup {
        innermost.cancel()
        log.append("end")
      }
    }
    let outer = withPortableContinuousObservation(options: [.didSet, .immediate]) { [changed, log] _ in
      log.append("outer \(changed.name)")
      inner.cancel()
    }
    #expect(log.elements == ["outer Ada", "cleanup 36", "end"])
    await expectNoPasses(after: 1)
    outer.cancel()
  }

  @Test func itRunsWhereADerivedValueIsComputed() async {
    let inner = observeWithCleanup()
    let value = DerivedValue { [changed, log] in
      log.append("outer \(changed.name)")
      inner.cancel()
      return changed.name.count
    }
    #expect(value.value == 3)
    #expect(log.elements == ["outer Ada", "cleanup 36"])
    read.age += 1
    #expect(value.value == 3)
    await expectNoPasses(after: 1)
  }

  @Test func itRunsWhereAPropertyIsObserved() async {
    let inner = observeWithCleanup()
    let outer = withPropertyObservation(of: changed, \.name) { [log] change in
      inner.cancel()
      log.append("outer \(change.new)")
    }
    changed.name = "Grace"
    #expect(log.elements == ["cleanup 36", "outer Grace"])
    await expectNoPasses(after: 1)
    outer.cancel()
  }

  @Test func itRunsWhereAStreamReads() async {
    let inner = observeWithCleanup()
    var names = ObservationBridge { [changed, log] in
      log.append("outer \(changed.name)")
      inner.cancel()
      return changed.name
    }.makeAsyncIterator()
    #expect(await names.next() == "Ada")
    let count = log.elements.count { $0.hasPrefix("outer") }
    changed.name = "Grace"
    #expect(await names.next() == "Grace")
    let consumer = Task { [names] in
      var names = names
      return await names.next()
    }
    await mainActorTurns()
    await expectNoPasses(after: count + 1)
    consumer.cancel()
    #expect(await consumer.value == nil)
  }

  @Test func theScopesObservationsEndBeforeTheClosuresRun() {
    let profile = changed
    let outer = withPortableContinuousObservation(options: [.didSet, .immediate]) { [log] event in
      _ = profile.name
      let inner = event.scope.observe { inner in
        inner.cleanup { log.append("inner cleanup") }
      }
      event.cleanup { log.append("cleanup, inner active: \(inner.isActive)") }
    }
    profile.name = "Grace"
    #expect(log.elements == ["inner cleanup", "cleanup, inner active: false"])
    outer.cancel()
  }
}
