import Observation

/// The window that the panels are drawn in.
@MainActor @Observable
final class Window {
  private(set) var layout: Layout
  /// How often all was drawn anew, also where the layout stayed the same.
  private(set) var redraws = 0
  @ObservationIgnored private let coreCount: Int

  init(_ size: WindowSize, coreCount: Int) {
    self.coreCount = coreCount
    layout = Layout(size, coreCount: coreCount)
  }

  /// Has everything drawn in a window of this size. Two properties change, and each panel makes one pass.
  func redraw(in size: WindowSize) {
    layout = Layout(size, coreCount: coreCount)
    redraws += 1
  }

  /// The layout, for a pass that is to run again on each redraw.
  var layoutToDraw: Layout {
    _ = redraws
    return layout
  }
}
