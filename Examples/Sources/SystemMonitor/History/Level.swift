/// The height of one bar of a sparkline.
struct Level: Equatable, Sendable {
  private static let glyphs = Array("▁▂▃▄▅▆▇█")
  private static let highest = glyphs.count - 1

  private let height: Int

  static let zero = Level(height: 0)

  private init(height: Int) {
    self.height = min(max(0, height), Self.highest)
  }

  /// A share of a fixed whole, from 0 to 1.
  init(share: Double) {
    self.init(height: share.isFinite ? Int(min(max(0, share), 1) * Double(Self.highest + 1)) : 0)
  }

  /// A rate in bytes per second, where each step up stands for eight times as much: from 4 KiB/s to 128 MiB/s.
  ///
  /// The scale is fixed, so that a new value never changes the bars of the others.
  init(bytesPerSecond: Double) {
    var height = bytesPerSecond >= 0.5 ? 1 : 0
    var limit = 4096.0
    while height > 0, height < Self.highest, bytesPerSecond >= limit {
      height += 1
      limit *= 8
    }
    self.init(height: height)
  }

  var glyph: Character {
    Self.glyphs[height]
  }
}
