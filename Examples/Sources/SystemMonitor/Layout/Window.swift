import Observation

/// The window that the panels are drawn in.
@MainActor @Observable
final class Window {
  private(set) var layout: Layout
  /// How often all was drawn anew, also where the layout stayed the same.
  private(set) var redraws = 0

  init(_ layout: Layout) {
    self.layout = layout
  }

  /// Has everything drawn in this layout. Two properties change, and each panel makes one pass.
  func redraw(_ layout: Layout) {
    self.layout = layout
    redraws += 1
  }

  /// The layout, for a pass that is to run again on each redraw.
  var layoutToDraw: Layout {
    _ = redraws
    return layout
  }
}
