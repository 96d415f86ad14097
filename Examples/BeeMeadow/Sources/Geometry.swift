/// A place in the meadow; a square is 1 wide and high.
struct Place: Equatable, Sendable {
  var x: Float
  var y: Float

  func isNear(_ other: Place) -> Bool {
    let (dx, dy) = (other.x - x, other.y - y)
    return dx * dx + dy * dy < 1
  }

  /// A step of at most half a square, not quite straight.
  func step(to target: Place, _ turnX: Float, _ turnY: Float, in size: Size) -> Place {
    let (dx, dy) = (target.x - x, target.y - y)
    let distance = max(1, (dx * dx + dy * dy).squareRoot())
    return Place(
      x: min(max(0, x + 0.4 * dx / distance + 0.6 * turnX), Float(size.width) - 0.01),
      y: min(max(0, y + 0.4 * dy / distance + 0.6 * turnY), Float(size.height) - 0.01)
    )
  }
}

struct Size: Equatable, Sendable {
  var width: Int
  var height: Int

  var squares: Int { width * height }

  func square(of place: Place) -> Int {
    Int(place.y) * width + Int(place.x)
  }
}

/// Random numbers that are the same for the same seed, so that a game can be repeated.
struct Dice: Sendable {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  /// A number from 0 up to, but not including, 1.
  mutating func roll() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(state >> 40) / 16_777_216
  }
}

/// Turns the time that has passed into steps of the same length, whatever the speed of the display.
struct FixedSteps: Sendable {
  let length: Duration
  private var rest = Duration.zero

  init(length: Duration) {
    self.length = length
  }

  /// How many steps are due. After a pause of the machine, what was missed is left out.
  mutating func due(after time: Duration) -> Int {
    rest = min(rest + time, length * 10)
    var count = 0
    while rest >= length {
      rest -= length
      count += 1
    }
    return count
  }
}
