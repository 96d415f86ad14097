/// A frame as text, written into the same buffer each time.
@MainActor
struct TextFrame {
  private(set) var bytes: [UInt8] = []
  private let game: Game
  private let colors: Bool
  /// The flower on each square, if there is one.
  private var flowers: [Flower?]

  /// - Parameters:
  ///   - game: What it shows.
  ///   - colors: Whether the frame begins at the top of a terminal, and is colored.
  init(of game: Game, colors: Bool) {
    self.game = game
    self.colors = colors
    flowers = [Flower?](repeating: nil, count: game.meadow.size.squares)
    for flower in game.meadow.flowers { flowers[game.meadow.size.square(of: flower.place)] = flower }
  }

  mutating func draw() {
    let (meadow, size) = (game.meadow, game.meadow.size)
    let hive = size.square(of: meadow.hive)
    bytes.removeAll(keepingCapacity: true)
    if colors { bytes += "\u{1B}[H".utf8 }
    for square in 0..<size.squares {
      if square > 0, square % size.width == 0 { endLine() }
      if square == hive {
        draw("⌂", color: "\u{1B}[1;33m")
      } else if let flower = flowers[square] {
        draw(flower.nectar > 0 ? "✿" : "·", color: flower.nectar > 0 ? "\u{1B}[35m" : "\u{1B}[2m")
      } else {
        bytes += Self.glyph(bees: game.map.counts[square]).utf8
      }
    }
    endLine()
    bytes += game.board.text
    bytes += "  (step ".utf8
    bytes.append(number: meadow.step)
    bytes += ", line written ".utf8
    bytes.append(number: game.board.timesWritten)
    bytes += " times)".utf8
    if colors { bytes += "\u{1B}[K".utf8 }
  }

  private mutating func draw(_ glyph: String, color: String) {
    if colors { bytes += color.utf8 }
    bytes += glyph.utf8
    if colors { bytes += "\u{1B}[0m".utf8 }
  }

  private mutating func endLine() {
    bytes += (colors ? "\r\n" : "\n").utf8
  }

  private static func glyph(bees: Int) -> String {
    switch bees {
    case 0: " "
    case 1: "."
    case 2...3: ":"
    case 4...7: "*"
    default: "#"
    }
  }
}

extension [UInt8] {
  /// Appends the digits of a number that isn't negative, without a string.
  mutating func append(number: Int) {
    if number > 9 { append(number: number / 10) }
    append(UInt8(48 + number % 10))
  }
}
