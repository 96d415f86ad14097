import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct TransactionTests {
  private let cell = Cell(1)

  @Test func immediatePassesSeeAllOrNone() {
    let profile = Profile()
    var seen: [String] = []
    let token = effect { _ in seen.append("\(cell.x) \(cell.y) \(profile.age)") }
    withObservationTransaction {
      cell.x = 2
      profile.age = 37
      cell.y = 3
      #expect(seen == ["1 0 36"])
    }
    #expect(seen.allSatisfy { ["1 0 36", "2 3 37"].contains($0) })
    #expect(seen.last == "2 3 37")
    token.cancel()
  }

  @Test func oldValueAgainCountsAsUnchanged() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x) }
    withObservationTransaction {
      cell.x = 2
      cell.x = 1
    }
    #expect(seen == [1])
    cell.x = 5
    #expect(seen == [1, 5])
    token.cancel()
  }

  @Test func errorDeliversWhatWasChanged() {
    struct Failure: Error {}
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x) }
    #expect(throws: Failure.self) {
      try withObservationTransaction {
        try withObservationTransaction {
          cell.x = 2
          throw Failure()
        }
      }
    }
    #expect(seen == [1, 2])
    token.cancel()
  }

  @Test func readsWithoutObservationAreNoDependencies() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x + withoutObservation { cell.y }) }
    cell.y = 10
    #expect(seen == [1])
    cell.x = 2
    #expect(seen == [1, 12])
    token.cancel()
  }

  @Test func cleanupRunsBeforeTheNextPassAndAtTheEnd() {
    var log: [String] = []
    let token = effect { event in
      let x = cell.x
      log.append("pass \(x)")
      event.cleanup { log.append("cleanup \(x)") }
    }
    cell.x = 2
    token.cancel()
    #expect(log == ["pass 1", "cleanup 1", "pass 2", "cleanup 2"])
  }

  @Test func observationsOfAPassEndWithIt() {
    let inner = Cell(0)
    var log: [String] = []
    let token = effect { event in
      let x = cell.x
      event.scope.observe(options: [.didSet, .immediate]) { _ in log.append("\(x) \(inner.x)") }
    }
    inner.x = 1
    cell.x = 2
    inner.x = 2
    token.cancel()
    inner.x = 3
    #expect(log == ["1 0", "1 1", "2 1", "2 2"])
  }
}
