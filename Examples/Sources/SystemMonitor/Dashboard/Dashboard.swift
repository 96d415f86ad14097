import MonitorModels
import ObservationBridge

/// Draws the machine in a window: each panel by an observation of its own.
///
/// A panel's pass reads the layout and what the panel shows, and draws it. Nothing tells a panel to draw: it runs again
/// because a model changed that it has read.
@MainActor
final class Dashboard {
  /// Sends a signal to a process. Returns why that failed, or nil.
  typealias Send = @MainActor (ProcessSignal, Int32) -> String?

  let machine: Machine
  let passes = PassCounts()
  private let controls: ControlsModel
  private let window: Window
  private let screen: Screen
  private let send: Send
  private let coreCount: Int
  private var size: WindowSize
  private let observations = ObservationScope()

  init(
    _ screen: Screen,
    size: WindowSize,
    coreCount: Int,
    controls: Controls = Controls(),
    send: @escaping Send = { $0.send(to: $1) }
  ) {
    self.screen = screen
    self.size = size
    self.coreCount = coreCount
    self.send = send
    self.controls = ControlsModel(controls)
    machine = Machine(coreCount: coreCount)
    window = Window(Layout(size, coreCount: coreCount, showsCounts: controls.showsCounts))
    machine.fit(window.layout)
  }

  /// Draws everything once, and from then on what changes.
  ///
  /// - Parameter title: The first line of a window that has room for it.
  func start(title: Line) {
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
        screen.draw(panel.lines(of: machine, in: layout), in: frame)
        passes.count(panel)
      }
    }
    observations.observe { [controls, passes, window, screen] _ in
      let layout = window.layoutToDraw
      guard let frame = layout.footer else { return }
      let controls = controls.controls
      // What the counts are is read only where they are shown; otherwise each sample would have the footer drawn.
      let lines =
        controls.showsCountsNow
        ? passes.lines(height: frame.height, layout.columns) : [controls.footer(width: frame.width)]
      screen.draw(lines, in: frame)
      passes.countFooter()
    }
    observations.observe { [window, screen] _ in
      guard let frame = window.layoutToDraw.help else { return }
      screen.draw(Controls.helpPage(in: frame), in: frame)
    }
  }

  /// Takes over a sample. The panels whose content it changes are drawn in the next turn of the main actor.
  func apply(_ sample: SystemSample) {
    machine.apply(sample)
    passes.countSample()
  }

  /// Does what a key asks for. Returns whether to go on.
  func press(_ key: Key) -> Bool {
    switch controls.controls.press(key, selected: machine.processes.selected) {
    case .quit: return false
    case .redraw: redraw(in: size)
    case .sort(let key): machine.processes.update { $0.sort(by: key) }
    case .move(let move): machine.processes.update { $0.move(move) }
    case .filter(let text): machine.processes.update { $0.filter(text) }
    case .showAll:
      machine.processes.update { table in
        table.filter("")
        table.deselect()
      }
    case .send(let signal, let process): controls.controls.note(sent(signal, to: process))
    case nil: break
    }
    if layout != window.layout { redraw(in: size) }
    return true
  }

  /// Draws everything in a window of this size.
  func redraw(in size: WindowSize) {
    self.size = size
    screen.clear()
    window.redraw(layout)
    machine.fit(window.layout)
  }

  /// Draws nothing more.
  func stop() {
    observations.cancelAll()
  }

  /// The counts of all passes, for a user who wants to see them.
  var summary: String? {
    controls.controls.showsCounts ? passes.summary : nil
  }

  /// The layout that the window should have.
  private var layout: Layout {
    let controls = controls.controls
    return Layout(
      size,
      coreCount: coreCount,
      page: controls.mode == .help ? .help : .panels,
      showsCounts: controls.showsCounts
    )
  }

  /// Sends a signal, and returns what came of it.
  private func sent(_ signal: ProcessSignal, to process: ProcessRow) -> String {
    let pid = process.id.pid
    // The number may belong to another process by now.
    guard machine.processes.isRunning(process.id) else { return "Process \(pid) has already ended." }
    guard let reason = send(signal, pid) else { return "Sent \(signal.name) to \(pid)." }
    return "Can't send \(signal.name) to \(pid): \(reason)."
  }
}
