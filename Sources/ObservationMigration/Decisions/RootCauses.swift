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

  struct Cause: Sendable, Equatable {
    /// A tie, with the number of further types that it reaches.
    struct Reached: Sendable, Equatable {
      let tie: Tie
      let types: Int
    }

    /// All types waiting for the place, in order.
    var held: [TypeSymbol.ID] = []
    var heldByItAlone: [TypeSymbol.ID] = []
    /// The ties reaching further types, nearest first.
    var ties: [Reached] = []
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
      let reached = reach.ties.map { Cause.Reached(tie: ties[$0.tie], types: $0.types) }
      causes.append(Cause(held: reach.types.sorted(), ties: reached))
    }
    for index in causes.indices {
      causes[index].heldByItAlone = causes[index].held.filter { placesByType[$0] == 1 }
    }
    self.causes = causes
  }

  func paths(from types: [TypeSymbol.ID]) -> Paths {
    Paths(ties: ties, reach: Reach(from: types, ties, tiesByType))
  }

  /// The ties leading from some types to others.
  struct Paths: Sendable {
    fileprivate let ties: [Tie]
    fileprivate let reach: Reach

    /// The fewest ties leading to a type; none if the type isn't reached, or is one of the first.
    ///
    /// - Complexity: O(length of the path)
    func path(to type: TypeSymbol.ID) -> [Tie] {
      var path: [Tie] = []
      var current = type
      while let (tie, previous) = reach.arrivals[current] {
        path.append(ties[tie])
        current = previous
      }
      return path.reversed()
    }
  }
}

/// All types tied to some types, found tie by tie, breadth first.
private struct Reach {
  private(set) var types: Set<TypeSymbol.ID>
  private(set) var ties: [(tie: Int, types: Int)] = []
  /// For each type found, the tie, and the type from which the tie led here.
  private(set) var arrivals: [TypeSymbol.ID: (tie: Int, from: TypeSymbol.ID)] = [:]

  init(from start: [TypeSymbol.ID], _ all: [RootCauses.Tie], _ tiesByType: [TypeSymbol.ID: [Int]]) {
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
        ties.append((tie, found.count))
        for other in found { arrivals[other] = (tie, type) }
        queue += found
      }
    }
  }
}
