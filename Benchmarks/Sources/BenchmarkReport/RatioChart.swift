import Foundation

/// A chart of ratios as SVG: a bar for the spread of each, with a mark at its median, on a logarithmic scale.
package struct RatioChart: Sendable {
  private static let width = 900.0
  private static let labelWidth = 510.0
  private static let valueWidth = 60.0
  private static let rowHeight = 22.0
  private static let top = 30.0
  private static let bottom = 12.0

  private let measurements: [MeasuredRow]

  /// - Parameter measurements: What to show; those without a ratio, or without a real rival, are left out.
  package init(_ measurements: [MeasuredRow]) {
    self.measurements = measurements.filter { $0.ratio.isFinite && $0.ratio > 0 && !$0.rivalIsFloor }
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool {
    measurements.isEmpty
  }

  /// The halves and doubles of one between which the ratios are. What is beyond the last of them is shown at the link.
  package var ticks: [Double] {
    let all = [0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16]
    let values = measurements.flatMap { [$0.ratio, $0.lowestRatio, $0.highestRatio] }.filter { $0.isFinite && $0 > 0 }
    let low = min(values.min() ?? 1, 0.5)
    let high = max(values.max() ?? 1, 2)
    let first = all.lastIndex { $0 <= low } ?? 0
    let last = all.firstIndex { $0 >= high } ?? all.count - 1
    return Array(all[first...last])
  }

  /// The place of a ratio between the first tick and the last, from 0 to 1.
  package func position(_ ratio: Double) -> Double {
    let (low, high) = (log(ticks[0]), log(ticks[ticks.count - 1]))
    guard ratio > 0, ratio.isFinite else { return ratio > 1 ? 1 : 0 }
    return min(max(0, (log(ratio) - low) / (high - low)), 1)
  }

  /// The chart for light and dark surroundings.
  package var svg: String {
    let height = Self.top + Double(measurements.count) * Self.rowHeight + Self.bottom
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Number.coordinate(Self.width))" height="\(Number.coordinate(height))" \
      viewBox="0 0 \(Number.coordinate(Self.width)) \(Number.coordinate(height))" role="img">
      <title>Ratios to the rivals: below 1 the library takes less</title>
      <style>
      text { font: 12px -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #24292f }
      .tick { fill: #57606a; text-anchor: middle } .value { text-anchor: end; font-weight: 600 }
      .grid { stroke: #d0d7de } .one { stroke: #57606a }
      .less { fill: #2da44e } .more { fill: #cf222e } .median { fill: #24292f }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .tick { fill: #9198a1 } .grid { stroke: #30363d } .one { stroke: #9198a1 }
      .less { fill: #3fb950 } .more { fill: #f85149 } .median { fill: #e6edf3 }
      }
      </style>

      """
    for tick in ticks {
      let x = Number.coordinate(place(tick))
      let style = tick == 1 ? "one" : "grid"
      svg += "<line class=\"\(style)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(Number.coordinate(Self.top - 8))\" "
      svg += "y2=\"\(Number.coordinate(height - Self.bottom))\"/>\n"
      svg += "<text class=\"tick\" x=\"\(x)\" y=\"14\">\(tick < 1 ? "1/\(Int(1 / tick))" : "\(Int(tick))")×</text>\n"
    }
    for (index, measurement) in measurements.enumerated() {
      svg += row(measurement, Self.top + Double(index) * Self.rowHeight)
    }
    return svg + "</svg>\n"
  }

  private func place(_ ratio: Double) -> Double {
    Self.labelWidth + position(ratio) * (Self.width - Self.labelWidth - Self.valueWidth)
  }

  private func row(_ measurement: MeasuredRow, _ y: Double) -> String {
    let low = place(measurement.lowestRatio)
    let high = place(measurement.highestRatio)
    let style = measurement.ratio <= 1 ? "less" : "more"
    let baseline = Number.coordinate(y + Self.rowHeight * 0.65)
    return """
      <text x="4" y="\(baseline)">\(Self.escaped(measurement.name))</text>
      <rect class="\(style)" x="\(Number.coordinate(low))" y="\(Number.coordinate(y + 5))" \
      width="\(Number.coordinate(max(3, high - low)))" height="12" rx="3" opacity="0.55"/>
      <rect class="median" x="\(Number.coordinate(place(measurement.ratio) - 1.5))" y="\(Number.coordinate(y + 3))" \
      width="3" height="16" rx="1"/>
      <text class="value" x="\(Number.coordinate(Self.width - 4))" y="\(baseline)">\(Number.text(measurement.ratio))×</text>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
