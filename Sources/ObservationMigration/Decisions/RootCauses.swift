/// What holds types back: which places, and through what they are tied to the types.
///
/// Types that are tied to each other convert together or not at all. So a place that stands against one of them holds all of
/// them back, and so does each further place that stands against any of them.
struct RootCauses: Sendable {
  /// Types that convert only together because of something at one place.
  struct Tie: Sendable, Hashable {
    let types: [TypeSymbol.ID]
    let place: Place
  }

  /// What one place holds back.
  struct Cause: Sendable, Equatable {
    /// All types that wait for it, in order.
    var held: [TypeSymbol.ID] = []
    /// The types that wait for nothing else.
    var heldByItAlone: [TypeSymbol.ID] = []
    /// The ties over which it reaches types beyond its own, each with how many, the nearest first.
    var ties: [(tie: Tie, types: Int)] = []

    static func == (left: Cause, right: Cause) -> Bool {
      left.held == right.held && left.heldByItAlone == right.heldByItAlone
        && left.ties.map(\.tie) == right.ties.map(\.tie) && left.ties.map(\.types) == right.ties.map(\.types)
    }
  }

  /// In the order of the places that were given.
  let causes: [Cause]
  private let ties: [Tie]
  private let tiesByType: [TypeSymbol.ID: [Int]]

  /// - Parameters:
  ///   - places: For each place the types that it holds back.
  ///   - ties: What ties types together.
  /// - Complexity: O(places · (types + sizes of the ties)) at worst, where all are tied together.
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
      causes.append(Cause(held: reach.types.sorted(), ties: reach.ties.map { (ties[$0.tie], $0.types) }))
    }
    for index in causes.indices {
      causes[index].heldByItAlone = causes[index].held.filter { placesByType[$0] == 1 }
    }
    self.causes = causes
  }

  /// How some types are tied to all others.
  func paths(from types: [TypeSymbol.ID]) -> Paths {
    Paths(ties: ties, reach: Reach(from: types, ties, tiesByType))
  }

  /// The ties that lead from some types to others.
  struct Paths: Sendable {
    fileprivate let ties: [Tie]
    fileprivate let reach: Reach

    /// The ties that lead to a type: the fewest; none if it is where they begin, or isn't tied to that.
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

/// All types that some types are tied to, found tie by tie, breadth first.
private struct Reach {
  private(set) var types: Set<TypeSymbol.ID>
  private(set) var ties: [(tie: Int, types: Int)] = []
  /// For each type that was found: the tie, and from which type.
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
