import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Objects that belong to one pass of an observation, and are released with the pass.
@Suite @MainActor struct PassContentsTests {
  private let cell = Cell(1)

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
