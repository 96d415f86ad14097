import MonitorModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: reads the command line, shows the dashboard or prints the report, and ends the process.
@MainActor
public enum SystemMonitor {
  private static let usageError: CInt = 64

  /// Runs the program to its end.
  public static func run() async -> Never {
    // A reader that has gone is noticed by the failing write.
    signal(SIGPIPE, SIG_IGN)
    do throws(OptionError) {
      let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
      exit(await run(options))
    } catch {
      fail(error.message, usageError)
    }
  }

  private static func run(_ options: Options) async -> CInt {
    if options.help {
      FileOutput.standard.write(Options.help.utf8)
      return 0
    }
    do throws(SystemError) {
      let sampler = try Sampler(source(options))
      if options.once || !FileOutput.standard.isTerminal || environment("TERM") == "dumb" {
        try await printReport(sampler, options)
      } else {
        let dashboard = DashboardRun(options: options, colors: environment("NO_COLOR") == nil, sampler: sampler)
        if let summary = try await dashboard.run() { FileOutput.standard.write("\(summary)\n".utf8) }
      }
      return 0
    } catch {
      fail(error.message, 1)
    }
  }

  private static func printReport(_ sampler: Sampler, _ options: Options) async throws(SystemError) {
    // Nothing cancels this task.
    try? await Task.sleep(for: options.interval)
    let width = FileOutput.standard.isTerminal ? Terminal().size.columns : nil
    let report = Report(try await sampler.sample(), width: width)
    if case .failed(let reason) = FileOutput.standard.write(report.text.utf8) { throw .unwritable(reason: reason) }
  }

  private static func source(_ options: Options) -> some SystemSource {
    #if os(Linux)
      ProcSource(root: options.procRoot)
    #else
      DarwinSource()
    #endif
  }

  /// A variable of the environment that is set and not empty.
  private static func environment(_ name: String) -> String? {
    // Read at once: nothing in this program sets variables.
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  private static func fail(_ message: String, _ status: CInt) -> Never {
    FileOutput.error.write("system-monitor: \(message)\n".utf8)
    exit(status)
  }
}
