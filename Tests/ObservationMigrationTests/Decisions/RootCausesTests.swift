import TestSupport
import Testing

@testable import ObservationMigration

@Suite struct RootCausesTests {
  private func tie(_ types: Int..., at offset: Int) -> RootCauses.Tie {
    RootCauses.Tie(types: types, place: Place(file: 0, offset: offset))
  }

  @Test func aPlaceHoldsBackItsOwnTypesWhenNothingTiesThem() {
    let causes = RootCauses(places: [[3], [7, 5]], ties: []).causes
    #expect(causes.map(\.held) == [[3], [5, 7]])
    #expect(causes.map(\.heldByItAlone) == [[3], [5, 7]])
    #expect(causes.allSatisfy { $0.ties.isEmpty })
  }

  @Test func tiesPassItOnNearestFirst() {
    let ties = [tie(2, 3, at: 23), tie(0, 1, at: 1), tie(1, 2, 4, at: 124), tie(8, 9, at: 89)]
    let cause = RootCauses(places: [[0]], ties: ties).causes[0]
    #expect(cause.held == [0, 1, 2, 3, 4])
    #expect(cause.ties.map(\.tie.place.offset) == [1, 124, 23])
    #expect(cause.ties.map(\.types) == [1, 2, 1])
  }

  @Test func aTieThatReachesNothingNewIsNotNamed() {
    let cause = RootCauses(places: [[0]], ties: [tie(0, 1, at: 1), tie(1, 0, at: 2), tie(0, 0, at: 3)]).causes[0]
    #expect(cause.held == [0, 1])
    #expect(cause.ties.map(\.tie.place.offset) == [1])
  }

  @Test func twoPlacesInOneGroupHoldAllOfItAndNeitherHoldsAnythingAlone() {
    let causes = RootCauses(places: [[0], [2], [5]], ties: [tie(0, 1, at: 1), tie(1, 2, at: 2)]).causes
    #expect(causes.map(\.held) == [[0, 1, 2], [0, 1, 2], [5]])
    #expect(causes.map(\.heldByItAlone) == [[], [], [5]])
    #expect(causes[1].ties.map(\.tie.place.offset) == [2, 1])
  }

  @Test func aPlaceOfTwoGroupsHoldsAloneWhatNothingElseHolds() {
    let causes = RootCauses(places: [[0, 2], [3]], ties: [tie(0, 1, at: 1), tie(2, 3, at: 2)]).causes
    #expect(causes.map(\.held) == [[0, 1, 2, 3], [2, 3]])
    #expect(causes.map(\.heldByItAlone) == [[0, 1], []])
  }

  @Test func theShortestPathIsNamed() {
    let ties = [tie(0, 1, at: 1), tie(1, 2, at: 2), tie(2, 3, at: 3), tie(0, 2, at: 4)]
    let causes = RootCauses(places: [], ties: ties)
    #expect(causes.reach(from: [0]).path(to: 3).map(\.place.offset) == [4, 3])
    #expect(causes.reach(from: [0, 3]).path(to: 3).isEmpty)
    #expect(causes.reach(from: [0]).path(to: 9).isEmpty)
  }

  @Test func itFindsWhatPlainSearchFinds() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<200 {
      let types = 8
      let ties = (0..<Int.random(in: 0...6, using: &generator)).map { index in
        RootCauses.Tie(
          types: (0..<Int.random(in: 2...4, using: &generator)).map { _ in Int.random(in: 0..<types, using: &generator)
          },
          place: Place(file: 0, offset: index)
        )
      }
      let places = (0..<3).map { _ in [Int.random(in: 0..<types, using: &generator)] }
      let causes = RootCauses(places: places, ties: ties).causes
      // Groups by repeated joining.
      var group = Array(0..<types)
      for _ in 0..<types {
        for tie in ties {
          let least = tie.types.map { group[$0] }.min() ?? 0
          for type in tie.types { group[type] = least }
        }
      }
      for (place, cause) in zip(places, causes) {
        let held = (0..<types).filter { group[$0] == group[place[0]] }
        let others = places.count { group[$0[0]] == group[place[0]] }
        #expect(cause.held == held, "\(places) \(ties)")
        #expect(cause.heldByItAlone == (others == 1 ? held : []), "\(places) \(ties)")
        #expect(cause.ties.map(\.types).reduce(1, +) == held.count, "\(places) \(ties)")
      }
    }
  }
}
