/// The height of one column of a graph, in eighths of a line.
public struct Level: Equatable, Sendable {
  /// How many steps a line of the screen has.
  package static let steps = 8
  private static let glyphs = Array(" ▁▂▃▄▅▆▇█")

  private let eighths: Int
  private let rows: Int

  /// A share of the graph's height, from 0 to 1. Nothing is one step: what is not known is left blank.
  package init(share: Double, rows: Int = 1) {
    self.rows = max(1, rows)
    let all = self.rows * Self.steps
    eighths = share.isFinite ? min(all, max(1, Int(min(max(0, share), 1) * Double(all) + 0.5))) : 1
  }

  /// The part of the graph's height that it takes.
  public var share: Double {
    Double(eighths) / Double(rows * Self.steps)
  }

  /// What stands in a line of the graph.
  ///
  /// - Parameter row: The line, counted from the bottom.
  /// - Returns: A block character, or a space above the level.
  package func glyph(inRow row: Int = 0) -> Character {
    Self.glyphs[min(max(0, eighths - row * Self.steps), Self.steps)]
  }
}
