import CGTK
import Foundation
import MonitorModels
import ObservationBridge
import ObservationBridgeTesting
import SwiftObserver
import Testing

@testable import MonitorWindow

/// The built tool, mostly without a display.
@Suite struct ToolTests {
  private static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "monitor-window")

  private typealias Outcome = (status: Int32, output: String, errors: String)

  private func run(_ arguments: String..., showsWindow: Bool = false) throws -> Outcome {
    let (tool, output, errors) = (Process(), Pipe(), Pipe())
    tool.executableURL = Self.tool
    tool.arguments = arguments
    tool.environment = ProcessInfo.processInfo.environment.filter {
      showsWindow || !["DISPLAY", "WAYLAND_DISPLAY"].contains($0.key)
    }
    tool.standardOutput = output
    tool.standardError = errors
    try tool.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
    tool.waitUntilExit()
    return (tool.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self))
  }

  @Test(.enabled(if: hasDisplay)) func theMainActorRunsInTheLoopAndRestsWhileTheWindowIsOpen() throws {
    let outcome = try run("--measure", "--interval", "100", showsWindow: true)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map { String($0.filter { !$0.isNumber }) }
    try #require(lines.count == 4)
    #expect(lines[0] == " hops to the main actor: median  µs,  of  within  µs")
    #expect(lines[1].hasPrefix("Load: "))
    #expect(lines[2] == "The main thread woke  times a sample")
    #expect(!outcome.output.contains("woke 0 times a sample"))
    #expect(outcome.output.hasSuffix("\nThe idle main thread woke 0 times in 5 s\n"))
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
  private func makeView(_ clock: any Clock<Duration> = ContinuousClock()) throws -> MonitorView {
    try #require(gtk_init_check() != 0)
    let view = MonitorView(Machine(coreCount: 2), clock: clock)
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

  @Test func theFieldAndTheVariableFollowEachOther() throws {
    let view = try makeView()
    ui_set_text(view.field, "ssh")
    #expect(view.search.value == "ssh")
    view.search <- "root"
    #expect(text(of: view) == "root" && view.search.value == "root")
  }

  @Test func typingDoesNotMoveTheCursor() throws {
    let view = try makeView()
    ui_set_text(view.field, "abc")
    gtk_editable_set_position(OpaquePointer(view.field), 1)
    ui_insert(view.field, "x", 1)
    #expect(view.search.value == "axbc" && gtk_editable_get_position(OpaquePointer(view.field)) == 1)
  }

  @Test func theListIsFilteredWhenNobodyHasTypedForAQuarterOfASecond() async throws {
    let clock = ManualClock()
    let view = try makeView(clock)
    let filters = SequenceRecorder(ObservationBridge { view.machine.processes.list.filter })
    #expect(await filters.waitUntilValue("", timeout: .seconds(60)))
    await settle()
    ui_set_text(view.field, "ro")
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(200))
    ui_set_text(view.field, "root")
    await settle()
    clock.advance(by: .milliseconds(200))
    await settle()
    #expect(filters.snapshot() == [""])
    clock.advance(by: .milliseconds(50))
    #expect(await filters.waitUntilValue("root", timeout: .seconds(60)))
    #expect(filters.snapshot() == ["", "root"])
  }

  @Test func aClickOnAHeadingSortsAndAClickOnAProcessLooksForItsUser() async throws {
    let view = try makeView()
    let processes = view.machine.processes
    let sampler = try Sampler(ProcSource(root: "/proc"))
    let sampling = Task { try await sampler.run(every: .milliseconds(100)) { view.machine.apply($0) } }
    defer { sampling.cancel() }
    ui_click(view.processes.headings[0])
    #expect(processes.list.order.key == .pid)
    let isReversed = processes.list.order.isReversed
    // Two messages in one turn: a pass would have seen neither.
    ui_click(view.processes.headings[0])
    #expect(processes.list.order.isReversed != isReversed)
    await wait { !processes.list.rows.isEmpty }
    await settle()
    sampling.cancel()
    let user = try #require(processes.list.rows.first?.user)
    ui_click_first(view.processes.list)
    #expect(view.search.value == user && text(of: view) == user)
  }

  @Test func theListShowsTheProcesses() async throws {
    let view = try makeView()
    let sampler = try Sampler(ProcSource(root: "/proc"))
    let sampling = Task { try await sampler.run(every: .milliseconds(100)) { view.machine.apply($0) } }
    defer { sampling.cancel() }
    await wait { view.machine.processes.list.rows.count > 1 }
    await settle()
    let count = view.machine.processes.list.rows.count
    let list = view.processes.list
    var rows = 0
    var row = gtk_widget_get_first_child(list)
    while row != nil { (rows, row) = (rows + 1, gtk_widget_get_next_sibling(row)) }
    #expect(rows == count)
    view.search <- "a process of this name does not exist"
    await wait { view.machine.processes.list.rows.isEmpty }
    await settle()
    #expect(gtk_widget_get_first_child(list) == nil)
  }
}

private let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { ProcessInfo.processInfo.environment[$0] != nil }
