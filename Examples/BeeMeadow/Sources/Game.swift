import ObservationModels

/// A meadow, and what follows it. The rules don't call any of it: each part observes what it needs, inside the change.
@MainActor
final class Game {
  let meadow: Meadow
  let map: BeeMap
  let board = Scoreboard()
  private let observations = ObservationScope()

  init(_ meadow: Meadow) {
    self.meadow = meadow
    map = BeeMap(meadow)

    // Thousands of observations, of which a step runs those of the bees that have reached another square.
    for bee in meadow.bees {
      observations.observe(bee, \.square) { [map] change in map.move(from: change.old, to: change.new) }
    }
    // It reads derived values, so a step that doesn't change what is written here doesn't run it.
    observations.observe(meadow, options: .immediate) { [board] meadow in
      board.write(jars: meadow.jars, blooming: meadow.blooming, summers: meadow.summers)
    }
  }
}

/// How many bees are over each square. Kept up to date by moves, so drawing it doesn't look at the bees.
@MainActor
final class BeeMap {
  private(set) var counts: [Int]

  init(_ meadow: Meadow) {
    counts = [Int](repeating: 0, count: meadow.size.squares)
    for bee in meadow.bees { counts[bee.square] += 1 }
  }

  func move(from old: Int, to new: Int) {
    counts[old] -= 1
    counts[new] += 1
  }
}

/// A line of text, written when something in it has changed.
@MainActor
final class Scoreboard {
  private(set) var text: [UInt8] = []
  private(set) var timesWritten = 0

  func write(jars: Int, blooming: Int, summers: Int) {
    timesWritten += 1
    text.removeAll(keepingCapacity: true)
    text += "summer ".utf8
    text.append(number: summers)
    text += ", ".utf8
    text.append(number: blooming)
    text += " flowers, ".utf8
    text.append(number: jars)
    text += " jars of honey".utf8
  }
}
