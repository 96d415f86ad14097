import CGTK
import Foundation
import MonitorModels
import ObservationBridge
import Testing

@testable import MonitorWindow

/// The built tool, mostly without a display.
@Suite struct ToolTests {
  private static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "monitor-window")

  private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let (tool, output, errors) = (Process(), Pipe(), Pipe())
    tool.executableURL = Self.tool
    tool.arguments = arguments
    tool.environment = ProcessInfo.processInfo.environment.filter { !["DISPLAY", "WAYLAND_DISPLAY"].contains($0.key) }
    tool.standardOutput = output
    tool.standardError = errors
    try tool.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
    tool.waitUntilExit()
    return (tool.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self))
  }

  @Test func theMainActorRunsInTheLoopAndRests() throws {
    let outcome = try run("--measure")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("5000 hops to the main actor: median "))
    #expect(outcome.output.hasSuffix("\nThe idle main thread woke 0 times in 2 s\n"))
  }

  @Test func withoutADisplayItSaysWhatToDo() throws {
    let outcome = try run()
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "monitor-window: Can't open a window: no display. Set DISPLAY or WAYLAND_DISPLAY, or run it with xvfb-run.\n"
    )
  }

  @Test func aWrongOptionEndsWithUsageError() throws {
    let outcome = try run("--light")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "monitor-window: There is no option \"--light\". See monitor-window --help.\n")
  }
}

#if os(Linux)
  extension ToolTests {
    @Test(.enabled(if: hasDisplay)) func ctrlCEndsIt() throws {
      let tool = Process()
      tool.executableURL = Self.tool
      // A process inherits which signals are blocked, and Dispatch's threads block all of them.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      defer { pthread_sigmask(SIG_BLOCK, &signals, nil) }
      try tool.run()
      // It catches the signal once its window has been made.
      while tool.isRunning, !catches(SIGINT, tool.processIdentifier) { sched_yield() }
      tool.interrupt()
      tool.waitUntilExit()
      #expect(tool.terminationReason == .exit && tool.terminationStatus == 0)
    }

    private func catches(_ signal: Int32, _ process: Int32) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      let mask = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
      return mask & 1 << UInt64(signal - 1) != 0
    }
  }
#endif

/// The window's content. GTK needs a display: run the tests with `xvfb-run`.
@MainActor @Suite(.serialized, .enabled(if: hasDisplay)) struct WindowTests {
  private func makeView() async throws -> MonitorView {
    try #require(gtk_init_check() != 0)
    let view = MonitorView(Machine(coreCount: 2))
    // A widget without a parent belongs to whoever takes it first.
    g_object_ref_sink(view.content)
    g_object_ref_sink(view.field)
    return view
  }

  private func wait(until isTrue: @escaping @MainActor () -> Bool) async {
    for await value in ObservationBridge(isTrue) where value { return }
  }

  /// Lets all passes run that are due.
  private func settle() async {
    for _ in 0..<4 { await Task.detached { @MainActor in }.value }
  }

  private func text(of view: MonitorView) -> String {
    String(cString: ui_text(view.field))
  }

  @Test func theFieldAndTheModelFollowEachOther() async throws {
    let view = try await makeView()
    ui_set_text(view.field, "ssh")
    #expect(view.search.text == "ssh")
    view.search.text = "root"
    await settle()
    #expect(text(of: view) == "root")
    // The list follows when nobody has typed for a while.
    await wait { view.machine.processes.list.filter == "root" }
  }

  @Test func typingDoesNotMoveTheCursor() async throws {
    let view = try await makeView()
    ui_set_text(view.field, "abc")
    gtk_editable_set_position(OpaquePointer(view.field), 1)
    await settle()
    #expect(gtk_editable_get_position(OpaquePointer(view.field)) == 1)
  }

  @Test func theListShowsTheProcesses() async throws {
    let view = try await makeView()
    let sampler = try Sampler(ProcSource(root: "/proc"))
    let sampling = Task { try await sampler.run(every: .milliseconds(100)) { view.machine.apply($0) } }
    defer { sampling.cancel() }
    await wait { view.machine.processes.list.rows.count > 1 }
    await settle()
    let count = view.machine.processes.list.rows.count
    let list = view.list
    var rows = 0
    var row = gtk_widget_get_first_child(list)
    while row != nil { (rows, row) = (rows + 1, gtk_widget_get_next_sibling(row)) }
    #expect(rows == count)
    view.search.text = "a process of this name does not exist"
    await wait { view.machine.processes.list.rows.isEmpty }
    await settle()
    #expect(gtk_widget_get_first_child(list) == nil)
  }
}

private let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { ProcessInfo.processInfo.environment[$0] != nil }
