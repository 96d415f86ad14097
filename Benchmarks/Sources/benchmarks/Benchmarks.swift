import Foundation
import ObservationBridge

@main
struct Benchmarks {
  private static let rows: [Row] = [
    PassRows.rows, BindingRows.rows, FanOutRows.rows, PendingRows.rows, PropertyRows.rows, LifetimeRows.rows,
    StreamRows.rows, MessageRows.rows, MemoryRows.rows, RegistrarModelRows.rows, RegistrarDerivedRows.rows,
    RegistrarMemoryRows.rows,
    ObservableRivalRows.rows, [UnrelatedWriters.row], SignalRows.rows,
  ].flatMap { $0 }

  private static let stressNames = [
    LostUpdates.burstsName, LostUpdates.firstPassName, NonisolatedRoundTrips.name, MigrationRows.name,
  ]

  static func main() async {
    do throws(Arguments.Failure) {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      switch arguments.mode {
      case .help: print(Arguments.usage)
      case .list: for name in rows.map(\.name) + stressNames { print(name) }
      case .report: report(arguments)
      case .run: await run(arguments)
      }
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error.message)\n\n\(Arguments.usage)\n".utf8))
      // EX_USAGE of sysexits.h.
      exit(64)
    }
  }

  private static func run(_ arguments: Arguments) async {
    let report = Report(isJSON: arguments.isJSON)
    let selected = rows.filter { arguments.selects($0.name) && !($0.isLong && arguments.isQuick) }
    let confined = selected.filter { !$0.usesAllProcessors }
    if arguments.isConfined {
      await measure(confined, arguments, report)
      return
    }
    if !selected.isEmpty { report.note(Outcome.tableHeader) }
    if !confined.isEmpty, !ConfinedProcess.run(Array(CommandLine.arguments.dropFirst())) {
      await measure(confined, arguments, report)
      report.note("The rows ran on all processors.")
    }
    await measure(selected.filter(\.usesAllProcessors), arguments, report)
    if arguments.isRowsOnly { return }
    await LostUpdates(effort: arguments.effort).run(report, selects: arguments.selects)
    if arguments.selects(NonisolatedRoundTrips.name) { await NonisolatedRoundTrips.run(arguments.effort, report) }
    if arguments.selects(MigrationRows.name) {
      let exceeding = MigrationRows.run(arguments.effort, report)
      if arguments.enforcesLimits { failIfAnyExceed(exceeding) }
    }
  }

  private static func failIfAnyExceed(_ names: [String]) {
    if names.isEmpty { return }
    let names = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let message = "benchmarks: These rows exceed their limits with the \(TrackingBackend.current) backend: \(names).\n"
    FileHandle.standardError.write(Data(message.utf8))
    exit(1)
  }

  private static func report(_ arguments: Arguments) {
    do {
      try ReportRun(arguments: arguments).run()
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func measure(_ rows: [Row], _ arguments: Arguments, _ report: Report) async {
    let runner = RowRunner(effort: arguments.effort)
    var exceeding: [Row] = []
    for row in rows {
      let outcome = await runner.measure(row)
      report.add(outcome) { outcome.tableLine }
      if outcome.exceedsLimit { exceeding.append(row) }
    }
    if !arguments.enforcesLimits { return }
    // The few rounds of a quick run may all fall into a bad moment.
    let rest = await RowRunner(effort: .full).measureAgain(exceeding) { outcome in
      report.add(outcome) { outcome.tableLine }
    }
    failIfAnyExceed(rest.map(\.name))
  }
}
