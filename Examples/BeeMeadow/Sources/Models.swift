import ObservationModels

/// A bee: it carries nectar from a flower to the hive.
@MainActor @ObservableModel
final class Bee {
  /// The square of the map that it flies over. An equal value isn't a change: most steps of most bees notify nothing.
  fileprivate(set) var square: Int
  fileprivate(set) var isLoaded = false

  /// Where it is exactly. Nothing follows that, so it isn't observed.
  @ObservationIgnored fileprivate(set) var place: Place
  /// The flower that it flies to, or comes from.
  @ObservationIgnored fileprivate var flower: Int

  init(at place: Place, square: Int, to flower: Int) {
    self.place = place
    self.square = square
    self.flower = flower
  }
}

/// A flower with some nectar, which grows again.
@MainActor @ObservableModel
final class Flower {
  let place: Place
  let limit: Int
  fileprivate(set) var nectar: Int

  init(at place: Place, nectar: Int) {
    self.place = place
    self.nectar = nectar
    limit = nectar
  }
}

/// Everything that the rules of the game know.
@MainActor @ObservableModel
final class Meadow {
  let size: Size
  let bees: [Bee]
  let flowers: [Flower]
  let hive: Place
  private(set) var honey = 0
  private(set) var summers = 1
  private(set) var step = 0
  @ObservationIgnored private var dice: Dice

  /// Computed again only when a flower has changed. As long as the number is the same, what reads it doesn't run.
  var blooming: Int { derived(\.blooming) { flowers.count { $0.nectar > 0 } } }
  /// What reads it runs once for a hundred drops of honey.
  var jars: Int { derived(\.jars) { honey / 100 } }

  init(_ size: Size, bees count: Int, flowers flowerCount: Int, nectar: Int = 400, seed: UInt64) {
    var dice = Dice(seed)
    let hive = Place(x: Float(size.width) / 2, y: Float(size.height) / 2)
    let flowers = (0..<flowerCount).map { _ in
      Flower(at: Place(x: dice.roll() * Float(size.width), y: dice.roll() * Float(size.height)), nectar: nectar)
    }
    self.size = size
    self.hive = hive
    self.flowers = flowers
    bees = (0..<count).map { _ in
      Bee(at: hive, square: size.square(of: hive), to: Int(dice.roll() * Float(flowerCount)))
    }
    self.dice = dice
  }

  /// One step of the game.
  func advance() {
    step += 1
    // One flower after the other regains a little.
    let flower = flowers[step % flowers.count]
    if flower.nectar < flower.limit { flower.nectar += 1 }
    for bee in bees { advance(bee) }
    if blooming == 0 { bloom() }
  }

  /// All flowers bloom again. Whatever observes the meadow sees either none of that or all of it.
  func bloom() {
    withObservationTransaction {
      summers += 1
      for flower in flowers { flower.nectar = flower.limit }
    }
  }

  private func advance(_ bee: Bee) {
    let target = bee.isLoaded ? hive : flowers[bee.flower].place
    bee.place = bee.place.step(to: target, dice.roll() - 0.5, dice.roll() - 0.5, in: size)
    bee.square = size.square(of: bee.place)
    guard bee.place.isNear(target) else { return }
    if bee.isLoaded {
      bee.isLoaded = false
      honey += 1
    } else if flowers[bee.flower].nectar > 0 {
      flowers[bee.flower].nectar -= 1
      bee.isLoaded = true
    } else {
      bee.flower = Int(dice.roll() * Float(flowers.count))
    }
  }
}
