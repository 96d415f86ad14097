/// A frame as an image, in the format BMP.
@MainActor
struct ImageFrame {
  private static let scale = 10

  let bytes: [UInt8]

  init(of game: Game) {
    let size = game.meadow.size
    var image = Pixels(width: size.width * Self.scale, height: size.height * Self.scale)
    for flower in game.meadow.flowers {
      image.fill(flower.place.scaled(Self.scale), radius: 5, flower.nectar > 0 ? 0xC850C0 : 0x5A5060)
    }
    for bee in game.meadow.bees {
      image.fill(bee.place.scaled(Self.scale), radius: 1, bee.isLoaded ? 0xFFD040 : 0xA0A060)
    }
    image.fill(game.meadow.hive.scaled(Self.scale), radius: 9, 0xE0A020)
    bytes = image.file
  }
}

extension Place {
  fileprivate func scaled(_ scale: Int) -> (x: Int, y: Int) {
    (Int(x * Float(scale)), Int(y * Float(scale)))
  }
}

private struct Pixels {
  let width: Int
  let height: Int
  private var colors: [UInt32]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    colors = [UInt32](repeating: 0x182818, count: width * height)
  }

  mutating func fill(_ center: (x: Int, y: Int), radius: Int, _ color: UInt32) {
    for y in max(0, center.y - radius)...max(0, min(height - 1, center.y + radius)) {
      for x in max(0, center.x - radius)...max(0, min(width - 1, center.x + radius)) {
        let (dx, dy) = (x - center.x, y - center.y)
        if dx * dx + dy * dy <= radius * radius { colors[y * width + x] = color }
      }
    }
  }

  /// A header of 54 bytes, and the rows from the bottom to the top.
  var file: [UInt8] {
    var bytes: [UInt8] = Array("BM".utf8)
    for number in [54 + 4 * colors.count, 0, 54, 40, width, height, 1 | 32 << 16, 0, 4 * colors.count, 0, 0, 0, 0] {
      bytes.append(littleEndian: UInt32(number))
    }
    for y in (0..<height).reversed() {
      for x in 0..<width { bytes.append(littleEndian: colors[y * width + x]) }
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: UInt32) {
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
