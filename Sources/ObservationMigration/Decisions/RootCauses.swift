/// Which places hold types back, and through which ties?
///
/// Types tied to each other convert together or not at all. So a place that stands against one type holds back all of
/// them, and so does each further place that stands against any of them.
struct RootCauses: Sendable {
  /// Types that convert only together because of something at one place.
  struct Tie: Sendable, Hashable {
    let types: [TypeSymbol.ID]
    let place: Place
  }

  struct Cause: Sendable {
    /// All types waiting for the place, in order.
    var held: [TypeSymbol.ID] = []
    var heldByItAlone: [TypeSymbol.ID] = []
    /// The ties reaching further types, nearest first, with the number of these types.
    var ties: [(tie: Tie, types: Int)] = []
  }

  /// In the order of the places that were given.
  let causes: [Cause]
  private let ties: [Tie]
  private let tiesByType: [TypeSymbol.ID: [Int]]

  /// - Parameters:
  ///   - places: For each place, the types held back there.
  ///   - ties: The ties between types.
  /// - Complexity: O(places · (types + sizes of the ties)) at worst, where all types are tied together.
  init(places: [[TypeSymbol.ID]], ties: [Tie]) {
    self.ties = ties
    var tiesByType: [TypeSymbol.ID: [Int]] = [:]
    for (index, tie) in ties.enumerated() {
      for type in tie.types { tiesByType[type, default: []].append(index) }
    }
    self.tiesByType = tiesByType
    var causes: [Cause] = []
    var placesByType: [TypeSymbol.ID: Int] = [:]
    for types in places {
      let reach = Reach(from: types, ties, tiesByType)
      for type in reach.types { placesByType[type, default: 0] += 1 }
      causes.append(Cause(held: reach.types.sorted(), ties: reach.ties))
    }
    for index in causes.indices {
      causes[index].heldByItAlone = causes[index].held.filter { placesByType[$0] == 1 }
    }
    self.causes = causes
  }

  func reach(from types: [TypeSymbol.ID]) -> Reach { Reach(from: types, ties, tiesByType) }
}

/// All types tied to some types, found tie by tie, breadth first.
struct Reach {
  private(set) var types: Set<TypeSymbol.ID>
  private(set) var ties: [(tie: RootCauses.Tie, types: Int)] = []
  /// For each type found, the tie, and the type from which the tie led here.
  private var arrivals: [TypeSymbol.ID: (tie: RootCauses.Tie, from: TypeSymbol.ID)] = [:]

  fileprivate init(from start: [TypeSymbol.ID], _ all: [RootCauses.Tie], _ tiesByType: [TypeSymbol.ID: [Int]]) {
    types = Set(start)
    var queue = start
    var next = 0
    var seen: Set<Int> = []
    while next < queue.count {
      let type = queue[next]
      next += 1
      for tie in tiesByType[type] ?? [] where seen.insert(tie).inserted {
        let found = all[tie].types.filter { types.insert($0).inserted }
        guard !found.isEmpty else { continue }
        ties.append((all[tie], found.count))
        for other in found { arrivals[other] = (all[tie], type) }
        queue += found
      }
    }
  }

  /// The fewest ties leading to a type; none if the type isn't reached, or is one of the first.
  func path(to type: TypeSymbol.ID) -> [RootCauses.Tie] {
    sequence(state: type) { current in
      guard let (tie, previous) = arrivals[current] else { return nil }
      current = previous
      return tie
    }
    .reversed()
  }
}
