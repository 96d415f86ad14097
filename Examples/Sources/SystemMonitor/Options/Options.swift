/// What the command line asks for.
struct Options: Equatable, Sendable {
  /// Print one report instead of showing the dashboard.
  var once = false
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

    Shows what this machine is doing. When the output is no terminal it prints one report and ends.

      --once           print one report, measured over one interval, and end
      --seconds N      end after N seconds (more than 0, at most 1000000; fractions are fine)
      --interval MS    milliseconds between two samples (100 to 3600000, default 1000)
      --proc PATH      read PATH instead of /proc (Linux only)
      --help           print this text

    Keys: q or Ctrl-C ends, Ctrl-Z suspends. NO_COLOR=1 turns colours off.

    """
}
