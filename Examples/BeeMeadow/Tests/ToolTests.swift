#if os(Linux)
  import Foundation
  import TerminalPicture
  import Testing

  /// Runs the built tool as a user does.
  @Suite struct ToolTests {
    private static let tool =
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/bee-meadow"

    @Test func ctrlCRestoresTheTerminal() throws {
      let run = try TerminalRun(Self.tool, ["--bees", "10"])
      #expect(run.waitFor("jars of honey"))
      run.send(SIGINT)
      #expect(run.waitFor("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
      let end = try run.end()
      #expect(end.status == 0 && end.errors.isEmpty)
    }

    @Test func aPipeGetsTheLastFrame() throws {
      let (tool, output) = (Process(), Pipe())
      tool.executableURL = URL(fileURLWithPath: Self.tool)
      tool.arguments = ["--bees", "10", "--steps", "20"]
      tool.standardOutput = output
      try tool.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      tool.waitUntilExit()
      #expect(tool.terminationStatus == 0 && !text.contains("\u{1B}"))
      #expect(text.hasSuffix("\nsummer 1, 40 flowers, 0 jars of honey  (step 20, line written 1 times)\n"))
    }

    @Test func anImageThatCannotBeWrittenIsAnError() throws {
      let (tool, errors) = (Process(), Pipe())
      tool.executableURL = URL(fileURLWithPath: Self.tool)
      tool.arguments = ["--bees", "10", "--steps", "1", "--image", "/nowhere/meadow.bmp"]
      tool.standardError = errors
      try tool.run()
      let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      tool.waitUntilExit()
      #expect(tool.terminationStatus == 1)
      #expect(text == "bee-meadow: Can't write /nowhere/meadow.bmp: No such file or directory.\n")
    }

    @Test func aFullDiskIsAnError() throws {
      let (tool, errors) = (Process(), Pipe())
      tool.executableURL = URL(fileURLWithPath: Self.tool)
      tool.arguments = ["--bees", "10", "--steps", "1"]
      tool.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      tool.standardError = errors
      try tool.run()
      let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      tool.waitUntilExit()
      #expect(tool.terminationStatus == 1)
      #expect(text == "bee-meadow: Can't write the frame: No space left on device.\n")
    }

    @Test func aReaderOfErrorsThatHasGoneDoesNotChangeTheStatus() throws {
      let (tool, errors) = (Process(), Pipe())
      try errors.fileHandleForReading.close()
      tool.executableURL = URL(fileURLWithPath: Self.tool)
      tool.arguments = ["--wasps"]
      tool.standardError = errors.fileHandleForWriting
      try tool.run()
      tool.waitUntilExit()
      #expect(tool.terminationReason == .exit && tool.terminationStatus == 64)
    }
  }
#endif
