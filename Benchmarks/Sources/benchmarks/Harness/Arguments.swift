/// What the command line asks for.
struct Arguments {
  static let usage = """
    USAGE: benchmarks [--filter TEXT] [--quick] [--json] [--rows] [--list] [--help]
                      [--report FOLDER] [--baseline FILE] [--enforce]

      --filter TEXT    Run only rows whose names contain TEXT, in any letter case. Repeat it for more rows.
      --quick          Run few short rounds, and no long rows. This shows that everything runs, not how fast it is.
      --json           Print one JSON object per line instead of tables.
      --rows           Run only the comparisons with rivals, without the stress test.
      --report FOLDER  Write the comparisons to FOLDER: README.md with a chart, and run.json.
      --baseline FILE  Compare with the run.json of an earlier report.
      --enforce        Fail if a row exceeds its limit in all rounds of 31 measurements, or if the migration of twice
                       as many files takes more than 2.5 times as long. A row that exceeds its limit is measured
                       again after the others, in long rounds, every two seconds.
      --list           Print only the names.
      --help           Print this text.

    Each row and its rival take turns in the same run, on one processor if the system can confine a process to one.
    The stress test for lost updates runs on all processors. Times are medians. A ratio is the median of the rounds'
    ratios; below 1, the library takes less.
    """

  enum Mode {
    case run
    case report
    case list
    case help
  }

  struct Failure: Error {
    let message: String
  }

  private(set) var mode = Mode.run
  private(set) var effort = Effort.full
  private(set) var isQuick = false
  private(set) var isJSON = false
  /// Whether this is the process that only measures the rows.
  private(set) var isConfined = false
  /// Whether the stress is left out.
  private(set) var isRowsOnly = false
  private(set) var enforcesLimits = false
  private(set) var reportFolder: String?
  private(set) var baseline: String?
  private var filters: [String] = []

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      switch argument {
      case "--filter":
        guard let text = iterator.next(), !text.isEmpty else { throw Failure(message: "--filter needs a text.") }
        filters.append(text.lowercased())
      case "--quick": (effort, isQuick) = (.quick, true)
      case "--json": isJSON = true
      case "--rows": isRowsOnly = true
      case "--enforce": enforcesLimits = true
      case "--report":
        guard let path = iterator.next(), !path.isEmpty else { throw Failure(message: "--report needs a folder.") }
        reportFolder = path
        mode = .report
      case "--baseline":
        guard let path = iterator.next(), !path.isEmpty else { throw Failure(message: "--baseline needs a file.") }
        baseline = path
        mode = .report
      case ConfinedProcess.argument: isConfined = true
      case "--list": mode = .list
      case "--help", "-h": mode = .help
      default: throw Failure(message: "Unknown argument \"\(argument)\".")
      }
    }
  }

  /// The arguments for a process that measures the same rows and prints them as JSON.
  var forRows: [String] {
    filters.flatMap { ["--filter", $0] } + (effort == .quick ? ["--quick"] : []) + ["--json", "--rows"]
  }

  func selects(_ name: String) -> Bool {
    filters.isEmpty || filters.contains { name.lowercased().contains($0) }
  }
}
