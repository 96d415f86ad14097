import ObservationBridge

/// Draws the machine in a window: each panel by an observation of its own.
///
/// A panel's pass reads the layout and what the panel shows, and draws it. Nothing tells a panel to draw: it runs again
/// because a model changed that it has read.
@MainActor
final class Dashboard {
  let machine: Machine
  let passes = PassCounts()
  private let window: Window
  private let screen: Screen
  private let observations = ObservationScope()

  init(_ screen: Screen, size: WindowSize, coreCount: Int) {
    self.screen = screen
    machine = Machine(coreCount: coreCount)
    window = Window(size, coreCount: coreCount)
    fit()
  }

  /// Draws everything once, and from then on what changes.
  ///
  /// - Parameter title: The first line.
  /// - Returns: The observation of the footer, which runs after every sample and after the panels.
  @discardableResult
  func start(title: Line) -> ObservationDelivery {
    // The closures hold what they need and not `self`, which holds them.
    observations.observe { [window, screen] _ in
      guard let frame = window.layoutToDraw.header else { return }
      screen.draw([title], in: frame)
    }
    for panel in Panel.allCases {
      observations.observe { [machine, passes, window, screen] _ in
        let layout = window.layoutToDraw
        // A panel without a place reads nothing else, and rests until the window changes.
        guard let frame = layout.frames[panel] else { return }
        screen.draw(panel.lines(of: machine, height: frame.height, layout.columns), in: frame)
        passes.count(panel)
      }
    }
    return observations.observe { [passes, window, screen] _ in
      let layout = window.layoutToDraw
      guard let frame = layout.footer else { return }
      screen.draw(passes.lines(height: frame.height, layout.columns), in: frame)
      passes.countFooter()
    }
  }

  /// Takes over a sample. The panels whose content it changes are drawn in the next turn of the main actor.
  func apply(_ sample: SystemSample) {
    machine.apply(sample)
    passes.countSample()
  }

  /// Draws everything in a window of this size.
  func redraw(in size: WindowSize) {
    screen.clear()
    window.redraw(in: size)
    fit()
  }

  /// Draws nothing more.
  func stop() {
    observations.cancelAll()
  }

  private func fit() {
    machine.fit(trend: window.layout.columns.trend, processes: window.layout.processCount)
  }
}
