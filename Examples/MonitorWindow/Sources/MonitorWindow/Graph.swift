import CGTK
import MonitorModels

/// How the graph of a trend is drawn.
struct Graph {
  /// The width of one value, in pixels.
  static let step = 3.0

  let isDark: Bool

  /// Draws the values of one trend or several up to the right edge, the newest last.
  func draw(_ trends: [[Level?]], _ context: OpaquePointer, width: Double, height: Double) {
    let line = isDark ? 0.25 : 0.85
    cairo_set_source_rgb(context, line, line, line)
    cairo_set_line_width(context, 1)
    for share in [0, 0.5, 1] {
      let y = (share * (height - 1)).rounded() + 0.5
      cairo_move_to(context, 0, y)
      cairo_line_to(context, width, y)
    }
    cairo_stroke(context)
    for levels in trends {
      draw(levels.compactMap { $0?.share }, context, width, height, opacity: 0.3 / Double(trends.count))
    }
  }

  private func draw(_ shares: [Double], _ context: OpaquePointer, _ width: Double, _ height: Double, opacity: Double) {
    guard let first = shares.first else { return }
    let start = width - Double(shares.count - 1) * Self.step
    func y(_ share: Double) -> Double { height - 1 - share * (height - 2) }
    cairo_move_to(context, start, y(first))
    for (index, share) in shares.enumerated() {
      cairo_line_to(context, start + Double(index) * Self.step, y(share))
    }
    let outline = cairo_copy_path(context)
    cairo_line_to(context, width, height)
    cairo_line_to(context, start, height)
    cairo_close_path(context)
    setColor(context, opacity: opacity)
    cairo_fill(context)
    cairo_append_path(context, outline)
    cairo_path_destroy(outline)
    setColor(context, opacity: 1)
    cairo_set_line_width(context, 1.5)
    cairo_stroke(context)
  }

  private func setColor(_ context: OpaquePointer, opacity: Double) {
    if isDark {
      cairo_set_source_rgba(context, 0.47, 0.68, 0.93, opacity)
    } else {
      cairo_set_source_rgba(context, 0.11, 0.44, 0.85, opacity)
    }
  }
}
