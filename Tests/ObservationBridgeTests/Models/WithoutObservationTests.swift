import Observation
import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct WithoutObservationTests {
  private let cell = Cell(1)

  @Test func readsWithoutObservationAreNoDependencies() {
    var seen: [Int] = []
    let token = effect { _ in seen.append(cell.x + withoutObservation { cell.y }) }
    cell.y = 10
    #expect(seen == [1])
    cell.x = 2
    #expect(seen == [1, 12])
    token.cancel()
  }

  @Test func withoutObservationThrowsWhatItsClosureThrows() {
    struct Failure: Error {}
    var (seen, failureCount): ([Int], Int) = ([], 0)
    let token = effect { _ in
      do {
        try withoutObservation {
          _ = cell.y
          throw Failure()
        }
      } catch {
        failureCount += 1
      }
      // Depends on what it reads again.
      seen.append(cell.x)
    }
    cell.y = 10
    #expect(seen == [1])
    cell.x = 2
    #expect(seen == [1, 2])
    #expect(failureCount == 2)
    token.cancel()
  }
}
