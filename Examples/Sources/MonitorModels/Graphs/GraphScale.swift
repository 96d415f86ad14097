/// What the height of a graph stands for: the texts beside it.
package struct GraphScale: Equatable, Sendable {
  /// The columns that the texts take, with a space after them.
  package static let width = 4

  package var top: String
  package var middle: String
  package var bottom: String

  package static let percent = GraphScale(top: "100", middle: "50", bottom: "0")

  /// Rates span so much that each step up stands for a multiple: see ``share(ofRate:)``.
  package static let rate = GraphScale(top: "1G", middle: "1M", bottom: "1K")

  /// The load is full when each core has a process to run.
  package static func load(coreCount: Int) -> GraphScale {
    let middle = coreCount.isMultiple(of: 2) ? "\(coreCount / 2)" : coreCount < 10 ? "\(coreCount / 2).5" : ""
    return GraphScale(top: "\(coreCount)", middle: middle, bottom: "0")
  }

  /// The height for a rate in bytes per second: logarithmic, from 1 KiB/s to 1 GiB/s.
  ///
  /// The scale is fixed, so that a new value never changes the others.
  package static func share(ofRate rate: Double) -> Double {
    // Each KiB is ten doublings below the next unit.
    rate > 1024 ? (logarithm(rate) - 10) / 20 : 0
  }

  /// To the base of 2, as exact as a graph shows it, without the C library.
  private static func logarithm(_ value: Double) -> Double {
    // Between two powers of 2 a straight line is less than a tenth off.
    Double(value.exponent) + value.significand - 1
  }

  /// The text beside a line of a graph.
  ///
  /// - Parameters:
  ///   - row: The line, counted from the top.
  ///   - rows: How many lines the graph has.
  /// - Returns: The text, empty for most lines.
  package func label(row: Int, of rows: Int) -> String {
    switch row {
    case 0: top
    case rows - 1: bottom
    case rows / 2: middle
    default: ""
    }
  }
}
