#if os(Linux)
  import Foundation
  import Glibc
  import TerminalPicture
  import Testing

  /// Runs the built tool in a terminal and looks at what it leaves behind.
  @Suite struct TerminalTests {
    private static let entered = "\u{1B}[?1049h"
    private static let left = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Ways to end the dashboard.
    enum Ending: CaseIterable {
      case key, interrupt, termination, hangup, time
    }

    @Test(arguments: Ending.allCases)
    func theTerminalIsLeftAsItWas(_ ending: Ending) throws {
      let arguments = ending == .time ? ["--passes", "--seconds", "0.5"] : ["--passes"]
      let run = try TerminalRun.monitor(arguments)
      try #require(run.waitFor(Self.entered) && run.waitFor("samples \u{1B}[0m1"))
      if ending != .time { #expect(run.localModes & tcflag_t(ECHO | ICANON) == 0) }
      switch ending {
      case .key: try run.type("xq")
      case .interrupt: run.send(SIGINT)
      case .termination: run.send(SIGTERM)
      case .hangup: run.send(SIGHUP)
      case .time: break
      }
      #expect(run.waitFor("passes: cpu "))
      let (status, errors) = try run.end()
      #expect(status == 0 && errors.isEmpty)
      #expect(run.output.contains(Self.left))
      #expect(run.localModes == run.initialLocalModes)
    }

    @Test func aFailureLeavesTheTerminalAsItWas() throws {
      let root = FileManager.default.temporaryDirectory.path + "/system-monitor-\(UUID())"
      try FileManager.default.copyItem(atPath: Folder.fixtures + "/proc", toPath: root)
      defer { try? FileManager.default.removeItem(atPath: root) }
      let run = try TerminalRun.monitor(["--proc", root, "--interval", "100", "--passes"])
      try #require(run.waitFor("samples \u{1B}[0m1"))
      try FileManager.default.removeItem(atPath: root + "/loadavg")
      #expect(run.waitFor(Self.left))
      let (status, errors) = try run.end()
      #expect(status == 1)
      #expect(errors.hasPrefix("system-monitor: Can't read \(root)/loadavg: No such file or directory. "))
      #expect(run.localModes == run.initialLocalModes)
    }

    @Test func theSizeOfTheWindowIsFollowed() throws {
      let run = try TerminalRun.monitor(["--interval", "100"])
      #expect(run.waitFor("Network"))
      run.forgetOutput()
      run.resize(rows: 10, columns: 40)
      #expect(run.waitFor("\u{1B}[2J") && run.waitFor("Net"))
      run.forgetOutput()
      run.resize(rows: 50, columns: 120)
      #expect(run.waitFor("Network") && run.waitFor("\u{1B}[50;1H"))
      try run.type("q")
      #expect(try run.end().status == 0)
    }

    @Test func keysSortFilterAndSelect() throws {
      let run = try TerminalRun.monitor(["--interval", "100"])
      try #require(run.waitFor("CPU▼"))
      try run.type("p")
      try #require(run.waitFor("PID▲"))
      try run.type("/system-mon")
      // As soon as there is a process that matches.
      try #require(run.waitFor("/system-mon  \u{1B}[0m1–"))
      try run.type("\r\u{1B}[Bk")
      try #require(run.waitFor("Send TERM to ") && run.waitFor("system-monitor?"))
      try run.type("n?")
      try #require(run.waitFor("any key returns"))
      run.forgetOutput()
      try run.type("q")
      try #require(run.waitFor("Processes"))
      try run.type("q")
      #expect(try run.end().status == 0)
      #expect(!run.output.contains("passes: cpu "))
    }

    @Test func aSignalReachesItsProcess() throws {
      let sleeper = Process()
      sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
      // A command line that nothing else has.
      let argument = "1\(UInt32.random(in: 0...UInt32.max))"
      sleeper.arguments = [argument]
      try sleeper.run()
      defer { kill(sleeper.processIdentifier, SIGKILL) }
      let run = try TerminalRun.monitor(["--interval", "100"])
      try #require(run.waitFor("CPU▼"))
      try run.type("/\(argument)\r")
      try #require(run.waitFor("1–1 of 1"))
      try run.type("\u{1B}[Bk")
      try #require(run.waitFor("Send TERM to \(sleeper.processIdentifier) "))
      // Not TERM, which a process may have inherited as blocked from the tests.
      try run.type("\u{1B}[C")
      try #require(run.waitFor("Send KILL to \(sleeper.processIdentifier) "))
      try run.type("y")
      try #require(run.waitFor("Sent KILL to \(sleeper.processIdentifier)."))
      sleeper.waitUntilExit()
      #expect(sleeper.terminationReason == .uncaughtSignal && sleeper.terminationStatus == SIGKILL)
      try run.type("q")
      #expect(try run.end().status == 0)
    }

    @Test func colorsCanBeTurnedOff() throws {
      let colored = try TerminalRun.monitor(["--seconds", "0.5"])
      #expect(colored.waitFor(Self.left) && colored.output.contains("\u{1B}[36m"))
      let plain = try TerminalRun.monitor(["--seconds", "0.5"], environment: ["NO_COLOR": "1"])
      #expect(plain.waitFor(Self.left) && !plain.output.contains("\u{1B}[36m"))
    }

    @Test func aTerminalThatCanDoNothingGetsTheReport() throws {
      let run = try TerminalRun.monitor(["--interval", "100"], environment: ["TERM": "dumb"])
      #expect(run.waitFor("COMMAND") && !run.output.contains("\u{1B}"))
      #expect(try run.end().status == 0)
    }
  }
#endif
