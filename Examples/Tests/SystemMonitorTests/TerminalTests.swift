#if os(Linux)
  import Foundation
  import Glibc
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
      let arguments = ending == .time ? ["--seconds", "0.5"] : []
      let run = try TerminalRun(arguments)
      let before = run.localModes
      #expect(run.waitFor(Self.entered) && run.waitFor("samples \u{1B}[0m1"))
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
      #expect(run.localModes == before)
    }

    @Test func aFailureLeavesTheTerminalAsItWas() throws {
      let root = FileManager.default.temporaryDirectory.path + "/system-monitor-\(UUID())"
      try FileManager.default.copyItem(atPath: Folder.fixtures + "/proc", toPath: root)
      defer { try? FileManager.default.removeItem(atPath: root) }
      let run = try TerminalRun(["--proc", root, "--interval", "100"])
      let before = run.localModes
      #expect(run.waitFor("samples \u{1B}[0m1"))
      try FileManager.default.removeItem(atPath: root + "/loadavg")
      #expect(run.waitFor(Self.left))
      let (status, errors) = try run.end()
      #expect(status == 1)
      #expect(errors.hasPrefix("system-monitor: Can't read \(root)/loadavg: No such file or directory. "))
      #expect(run.localModes == before)
    }

    @Test func theSizeOfTheWindowIsFollowed() throws {
      let run = try TerminalRun(["--interval", "100"])
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

    @Test func colorsCanBeTurnedOff() throws {
      let colored = try TerminalRun(["--seconds", "0.5"])
      #expect(colored.waitFor("passes: cpu ") && colored.output.contains("\u{1B}[36m"))
      let plain = try TerminalRun(["--seconds", "0.5"], environment: ["NO_COLOR": "1"])
      #expect(plain.waitFor("passes: cpu ") && !plain.output.contains("\u{1B}[36m"))
    }

    @Test func aTerminalThatCanDoNothingGetsTheReport() throws {
      let run = try TerminalRun(["--interval", "100"], environment: ["TERM": "dumb"])
      #expect(run.waitFor("NAME") && !run.output.contains("\u{1B}"))
      #expect(try run.end().status == 0)
    }
  }
#endif
