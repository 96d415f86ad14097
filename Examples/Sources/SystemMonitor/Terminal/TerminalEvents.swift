import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reports keys and signals, from its start until it goes away.
final class TerminalEvents {
  typealias Report = @Sendable (MonitorEvent) -> Void

  private static let queue = DispatchQueue(label: "system-monitor.events")

  private var sources: [any DispatchSourceProtocol] = []

  init(input: CInt = STDIN_FILENO, report: @escaping Report) {
    for number in [SIGINT, SIGTERM, SIGHUP] { add(number, .quit, report) }
    add(SIGTSTP, .suspend, report)
    add(SIGWINCH, .resize, report)
    addKeys(input, report)
  }

  deinit {
    for source in sources { source.cancel() }
  }

  private func add(_ number: CInt, _ event: MonitorEvent, _ report: @escaping Report) {
    // Otherwise the signal would do what it does by default, besides being reported.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: Self.queue)
    source.setEventHandler { report(event) }
    start(source)
  }

  private func addKeys(_ input: CInt, _ report: @escaping Report) {
    // Without a terminal nobody presses keys, and the end of a file would be reported for ever.
    guard isatty(input) == 1 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: Self.queue)
    // The handler holds its source until that is cancelled.
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      // It fills at most the whole array.
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
      if count <= 0 {
        source.cancel()
      } else {
        report(.input(Array(bytes.prefix(count))))
      }
    }
    start(source)
  }

  private func start(_ source: some DispatchSourceProtocol) {
    source.activate()
    sources.append(source)
  }
}
