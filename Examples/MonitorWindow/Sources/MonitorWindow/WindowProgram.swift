import CGTK
import Foundation
import MonitorModels

/// The program: reads the command line, shows the window until it's closed, and says how the process ends.
@MainActor
public enum WindowProgram {
  /// Runs the program. It isn't asynchronous, since GLib's loop is what runs the main actor.
  public static func run() -> CInt {
    // A reader that has gone is noticed by the failing write.
    signal(SIGPIPE, SIG_IGN)
    var isDark = false
    var measures = false
    var interval = 1000
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--interval":
        let value = arguments.popFirst() ?? ""
        guard let number = Int(value), (100...3_600_000).contains(number) else {
          return fail("The option --interval needs a number from 100 to 3600000, not \"\(value)\".", 64)
        }
        interval = number
      case "--dark": isDark = true
      case "--measure": measures = true
      case "--help", "-h":
        print(help, terminator: "")
        return 0
      default: return fail("There is no option \"\(argument)\". See monitor-window --help.", 64)
      }
    }
    // It would end the process with a message of its own.
    guard gtk_init_check() != 0 else {
      return fail("Can't open a window: no display. Set DISPLAY or WAYLAND_DISPLAY, or run it with xvfb-run.", 1)
    }
    do throws(SystemError) {
      try show(isDark: isDark, every: .milliseconds(interval), measures: measures)
      return 0
    } catch {
      return fail(error.message, 1)
    }
  }

  private static func show(isDark: Bool, every interval: Duration, measures: Bool) throws(SystemError) {
    let sampler = try Sampler(source)
    let machine = Machine(coreCount: ProcessInfo.processInfo.activeProcessorCount)
    GLibMainActor.start()
    let loop = g_main_loop_new(nil, 0)

    // Headings are exactly above their columns.
    ui_add_style("button.column { padding: 4px 0; border: none; } row { padding: 2px 0; }")
    let view = MonitorView(machine)
    let (window, bar) = (gtk_window_new()!, gtk_header_bar_new()!)
    let dark = gtk_toggle_button_new_with_label("Dark")!
    connect(dark, "toggled") { ui_prefer_dark(ui_is_on(dark)) }
    if isDark { ui_turn_on(dark) }
    ui_pack(bar, view.field, dark)
    ui_set_title(window, "Monitor of \(ProcessInfo.processInfo.hostName)")
    ui_show_window(window, bar, view.content, 860, 620)
    connect(window, "destroy") { g_main_loop_quit(loop) }
    for number in [SIGINT, SIGTERM] {
      g_unix_signal_add(
        number,
        { loop in
          g_main_loop_quit(OpaquePointer(loop))
          return 0
        },
        UnsafeMutableRawPointer(loop)
      )
    }

    var failure: SystemError?
    let sampling = Task {
      do throws(SystemError) {
        try await sampler.run(every: interval) { machine.apply($0) }
      } catch {
        failure = error
        g_main_loop_quit(loop)
      }
    }
    let measuring = Task {
      guard measures else { return }
      try await Measurement.run(interval, sampling)
      g_main_loop_quit(loop)
    }
    g_main_loop_run(loop)
    measuring.cancel()
    sampling.cancel()
    if let failure { throw failure }
  }

  private static var source: some SystemSource {
    #if os(Linux)
      ProcSource(root: "/proc")
    #else
      DarwinSource()
    #endif
  }

  private static func fail(_ message: String, _ status: CInt) -> CInt {
    // The message may have no reader any more, which doesn't change the status.
    try? FileHandle.standardError.write(contentsOf: Data("monitor-window: \(message)\n".utf8))
    return status
  }

  private static let help = """
    Usage: monitor-window [--dark] [--interval MS] [--measure]

    Shows what this machine is doing, in a window.

      --dark         begin with the dark theme
      --interval MS  milliseconds between two samples (100 to 3600000, default 1000)
      --measure      print how long a hop to the main actor takes while the window is open, and how often the main thread
                     wakes, at each sample and without samples; then end
      --help         print this text

    """
}
