import ObservationModels
import Testing

@testable import BeeMeadow

@MainActor @Suite struct GameTests {
  private func game(bees: Int = 300, flowers: Int = 12, nectar: Int = 40, seed: UInt64 = 1) -> Game {
    Game(Meadow(Size(width: 40, height: 12), bees: bees, flowers: flowers, nectar: nectar, seed: seed))
  }

  @Test func theMapFollowsEachBeeInsideTheStep() {
    let game = game()
    for _ in 0..<200 {
      game.meadow.advance()
      var counts = [Int](repeating: 0, count: game.meadow.size.squares)
      for bee in game.meadow.bees { counts[bee.square] += 1 }
      #expect(game.map.counts == counts)
    }
  }

  @Test func theBoardIsWrittenOnlyWhenItsTextChanges() {
    let game = game(bees: 100)
    let observations = ObservationScope()
    var values: [[Int]] = []
    observations.observe(game.meadow, options: .immediate) { meadow in
      values.append([meadow.summers, meadow.blooming, meadow.jars])
    }
    for _ in 0..<300 {
      game.meadow.advance()
      let last = values.last ?? []
      #expect(
        String(decoding: game.board.text, as: UTF8.self)
          == "summer \(last[0]), \(last[1]) flowers, \(last[2]) jars of honey"
      )
    }
    #expect(game.board.timesWritten == values.count && values.count < 100)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func noObserverSeesHalfASummer() {
    let game = game()
    let (meadow, observations) = (game.meadow, ObservationScope())
    var seen: [(summer: Int, full: Int)] = []
    observations.observe(meadow, options: .immediate) { meadow in
      seen.append((meadow.summers, meadow.flowers.count { $0.nectar == $0.limit }))
    }
    meadow.advance()
    seen = []
    meadow.bloom()
    #expect(seen.count == 1 && seen.first?.summer == 2 && seen.first?.full == 12)
  }

  @Test func flowersBloomAgainInTheStepInWhichTheLastOneHasFaded() {
    let game = game()
    var steps = 0
    while game.meadow.summers == 1, steps < 100_000 {
      #expect(game.meadow.blooming > 0)
      game.meadow.advance()
      steps += 1
    }
    #expect(game.meadow.summers == 2 && game.meadow.blooming == 12)
  }

  // A debug build allocates for values that an optimized one keeps in registers.
  @Test(.enabled(if: isOptimized)) func aFrameAllocatesNothing() throws {
    let game = game(bees: 3000, nectar: 400)
    let counts = try #require(game.allocations(frames: 120))
    #expect(counts.allSatisfy { $0 == 0 })
  }

  @Test func theSameSeedIsTheSameGame() {
    let games = [game(seed: 3), game(seed: 3), game(seed: 4)]
    for game in games {
      for _ in 0..<200 { game.meadow.advance() }
    }
    #expect(games[0].map.counts == games[1].map.counts && games[0].map.counts != games[2].map.counts)
  }

  @Test func stepsHaveTheSameLengthAtAnySpeed() {
    var steps = FixedSteps(length: .milliseconds(10))
    #expect([5, 5, 25, 4, 1, 0].map { steps.due(after: .milliseconds($0)) } == [0, 1, 2, 0, 1, 0])
    // A machine that has slept for an hour doesn't play an hour.
    #expect(steps.due(after: .seconds(3600)) == 10)
  }

  @Test func framesAreTextAndImages() {
    let game = Game(Meadow(Size(width: 5, height: 3), bees: 4, flowers: 1, seed: 1))
    var frame = TextFrame(of: game, colors: false)
    frame.draw()
    let lines = String(decoding: frame.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines.prefix(3).allSatisfy { $0.count == 5 } && lines[1].contains("⌂"))
    #expect(lines[3] == "summer 1, 1 flowers, 0 jars of honey  (step 0, line written 1 times)")
    #expect(ImageFrame(of: game).bytes.count == 54 + 4 * 50 * 30)
  }

  @Test func wrongOptionsAreNamed() {
    #expect(throws: OptionError(message: "There is no option \"--wasps\".")) { try Options(parsing: ["--wasps"]) }
    #expect(throws: OptionError(message: "The option --bees needs a number from 1 to 100000, not \"0\".")) {
      try Options(parsing: ["--bees", "0"])
    }
  }
}

private var isOptimized: Bool {
  #if DEBUG
    false
  #else
    true
  #endif
}
