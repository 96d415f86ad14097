import Dispatch
import Foundation

/// The program: reads the command line, computes the checksums, and ends the process.
@MainActor
public enum ParallelChecksums {
  /// Runs the program to its end.
  public static func run() async -> Never {
    // A reader that has gone is noticed by the failing write.
    signal(SIGPIPE, SIG_IGN)
    let console = Console(terminal: ProcessInfo.processInfo.environment["TERM"])
    do throws(OptionError) {
      let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
      if options.help {
        print(Options.helpText, terminator: "")
        exit(0)
      }
      exit(await run(options, console))
    } catch {
      console.complain("\(error.message) See parallel-checksums --help.")
      exit(64)
    }
  }

  private static func run(_ options: Options, _ console: Console) async -> CInt {
    let job = ChecksumJob(InputFile.files(at: options.paths))
    let interruptions = [SIGINT, SIGTERM].map { stop(job, at: $0) }
    defer { interruptions.forEach { $0.cancel() } }

    // Threads, because reading a file blocks, and tasks must not. One that waits for a pipe doesn't keep the process alive.
    for _ in 0..<min(options.threads, max(1, job.files.count)) { Thread.detachNewThread { job.work() } }

    switch await Report(on: job, console, options.format).run() {
    case .finished: return job.totals.failures == 0 ? 0 : 1
    case .interrupted: return 128 + SIGINT
    case .outputClosed: return 128 + SIGPIPE
    case .outputFailed(let reason):
      console.complain("Can't write the checksums: \(reason).")
      return 1
    }
  }

  // Isolated to nothing, as the handler runs on a thread of Dispatch.
  private nonisolated static func stop(_ job: ChecksumJob, at number: CInt) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { job.stop(.interrupted) }
    source.activate()
    return source
  }
}
