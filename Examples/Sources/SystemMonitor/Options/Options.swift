import MonitorModels

/// What the command line asks for.
struct Options: Equatable, Sendable {
  /// Print one report instead of showing the dashboard.
  var once = false
  /// Start with the counts of passes in the footer, and print them at the end.
  var passes = false
  /// Print the help text and end.
  var help = false
  /// When to end; nil for not before the user does.
  var duration: Duration?
  /// The time between two samples.
  var interval = Duration.milliseconds(1000)
  /// The folder to read instead of `/proc`.
  var procRoot = "/proc"

  static let help = """
    Usage: system-monitor [options]

    Shows what this machine is doing. If the output isn't a terminal, it prints one report and ends.

      --once           print one report, measured over one interval, and end
      --seconds N      end after N seconds (more than 0, at most 1000000; fractions are fine)
      --interval MS    milliseconds between two samples (100 to 3600000, default 1000)
      --proc PATH      read PATH instead of /proc (Linux only)
      --passes         show how often each panel was drawn, and print it at the end
      --help           print this text

    The key ? shows what the other keys do. NO_COLOR=1 turns colours off.

    """
}
