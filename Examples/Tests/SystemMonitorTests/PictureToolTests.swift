#if os(Linux)
  import Foundation
  import Testing

  /// Runs the built tool that makes pictures.
  @Suite struct PictureToolTests {
    private let tool = Process()
    private let errors = Pipe()

    /// Returns the message and the status.
    private func run(_ arguments: String...) throws -> (String, Int32) {
      tool.executableURL = URL(fileURLWithPath: Folder.products + "/terminal-picture")
      tool.arguments = arguments
      tool.standardError = errors
      try tool.run()
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      tool.waitUntilExit()
      return (String(decoding: text, as: UTF8.self), tool.terminationStatus)
    }

    @Test func aPictureShowsWhatAProgramHasWritten() throws {
      let picture = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: picture) }
      let outcome = try run(picture.path, "20", "3", "600", "Echo", "/bin/echo", "shown")
      #expect(outcome == ("", 0))
      #expect(try String(contentsOf: picture, encoding: .utf8).contains(">shown\u{A0}"))
    }

    @Test func aWrongNumberEndsWithTheUsage() throws {
      let usage = "Usage: terminal-picture OUTPUT COLUMNS ROWS SECONDS TITLE PROGRAM [ARGUMENT …]\n"
      #expect(try run("/dev/null", "wide", "3", "1", "Echo", "/bin/echo") == (usage, 64))
    }

    @Test func aFileThatCannotBeWrittenIsAnError() throws {
      let (message, status) = try run("/nowhere/picture.svg", "20", "3", "600", "Echo", "/bin/echo")
      #expect(message.hasPrefix("terminal-picture: ") && status == 1)
    }

    @Test func aReaderOfErrorsThatHasGoneDoesNotChangeTheStatus() throws {
      try errors.fileHandleForReading.close()
      tool.executableURL = URL(fileURLWithPath: Folder.products + "/terminal-picture")
      tool.standardError = errors.fileHandleForWriting
      try tool.run()
      tool.waitUntilExit()
      #expect(tool.terminationReason == .exit && tool.terminationStatus == 64)
    }
  }
#endif
