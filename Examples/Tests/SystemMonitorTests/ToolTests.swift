#if os(Linux)
  import Foundation
  import Testing

  /// Runs the built tool as a user does.
  @Suite struct ToolTests {
    private struct Outcome {
      var status: Int32
      var output: String
      var errors: String
    }

    private func run(_ arguments: String...) throws -> Outcome {
      let output = Pipe()
      let errors = Pipe()
      let tool = Process()
      tool.executableURL = URL(fileURLWithPath: Folder.products + "/system-monitor")
      tool.arguments = arguments
      tool.standardOutput = output
      tool.standardError = errors
      try tool.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
      tool.waitUntilExit()
      return Outcome(
        status: tool.terminationStatus,
        output: String(decoding: text, as: UTF8.self),
        errors: String(decoding: errorText, as: UTF8.self)
      )
    }

    @Test func aPipeGetsOneReport() throws {
      let outcome = try run("--interval", "100")
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.output.hasPrefix(" CPU ") && outcome.output.contains("COMMAND\n"))
      #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test func helpIsPrinted() throws {
      let outcome = try run("--help")
      #expect(outcome.status == 0 && outcome.output.hasPrefix("Usage: system-monitor"))
    }

    @Test func aWrongOptionEndsWithUsageError() throws {
      let outcome = try run("--colour")
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors == "system-monitor: There is no option \"--colour\". See system-monitor --help.\n")
    }

    @Test func anUnreadableFileEndsWithItsName() throws {
      let outcome = try run("--proc", "/nowhere")
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("system-monitor: Can't read /nowhere/stat: No such file or directory. "))
    }

    @Test func aReportThatCannotBeWrittenIsAnError() throws {
      let tool = Process()
      let errors = Pipe()
      tool.executableURL = URL(fileURLWithPath: Folder.products + "/system-monitor")
      tool.arguments = ["--interval", "100"]
      tool.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      tool.standardError = errors
      try tool.run()
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      tool.waitUntilExit()
      #expect(tool.terminationStatus == 1)
      #expect(
        String(decoding: text, as: UTF8.self)
          .hasPrefix("system-monitor: Can't write the report: No space left on device. ")
      )
    }

    @Test func aReaderThatGoesAwayIsNoError() throws {
      let output = Pipe()
      let errors = Pipe()
      let tool = Process()
      tool.executableURL = URL(fileURLWithPath: Folder.products + "/system-monitor")
      tool.arguments = ["--interval", "200"]
      tool.standardOutput = output
      tool.standardError = errors
      try tool.run()
      try output.fileHandleForReading.close()
      tool.waitUntilExit()
      #expect(tool.terminationStatus == 0 && tool.terminationReason == .exit)
      #expect(try errors.fileHandleForReading.readToEnd()?.isEmpty != false)
    }
  }
#endif
