import MonitorModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Shows the dashboard in a terminal from its start to its end.
@MainActor
struct DashboardRun {
  let options: Options
  let colors: Bool
  let sampler: Sampler

  /// Returns the counts of all passes, for a user who wants to see them.
  func run() async throws(SystemError) -> String? {
    let terminal = Terminal()
    let (events, continuation) = AsyncStream.makeStream(of: MonitorEvent.self)
    let signals = TerminalEvents { continuation.yield($0) }
    terminal.enter()
    defer {
      // After this line no signal is left to be reported.
      withExtendedLifetime(signals) { terminal.leave() }
    }

    let screen = Screen(colors: colors) { bytes in
      if FileOutput.standard.write(bytes) != .written { continuation.yield(.outputClosed) }
    }
    let coreCount = await sampler.coreCount
    let dashboard = Dashboard(
      screen,
      size: terminal.size,
      coreCount: coreCount,
      controls: Controls(showsCounts: options.passes)
    )
    dashboard.start(title: title(coreCount))
    defer { dashboard.stop() }

    let sampling = Task { await sample(for: dashboard, continuation) }
    let timer = Task { await end(continuation) }
    defer {
      sampling.cancel()
      timer.cancel()
    }

    var parser = KeyParser()
    for await event in events {
      switch event {
      case .input(let bytes):
        for key in parser.keys(in: bytes) where !dashboard.press(key) { return dashboard.summary }
      case .quit: return dashboard.summary
      case .outputClosed: return nil
      case .failure(let error): throw error
      case .resize: dashboard.redraw(in: terminal.size)
      case .suspend:
        terminal.leave()
        raise(SIGSTOP)
        // Here the user has resumed it.
        terminal.enter()
        dashboard.redraw(in: terminal.size)
      }
    }
    return dashboard.summary
  }

  private func sample(for dashboard: Dashboard, _ events: AsyncStream<MonitorEvent>.Continuation) async {
    do throws(SystemError) {
      try await sampler.run(every: options.interval) { dashboard.apply($0) }
    } catch {
      events.yield(.failure(error))
    }
  }

  private func end(_ events: AsyncStream<MonitorEvent>.Continuation) async {
    guard let duration = options.duration else { return }
    // It throws only when cancelled, and then nobody listens.
    try? await Task.sleep(for: duration)
    events.yield(.quit)
  }

  private func title(_ coreCount: Int) -> Line {
    let host = HostName.current
    let milliseconds = Int(options.interval / .milliseconds(1))
    var line = Line()
    line.pad(to: RowColumns.margin)
    line.append("system-monitor", .heading)
    line.append("  \(host), \(coreCount) \(coreCount == 1 ? "core" : "cores")")
    line.append("  every \(milliseconds) ms", .dim)
    return line
  }
}
