#if os(Linux)
  import Foundation
  import TerminalPicture
  import Testing

  /// Runs the built tool as a user does.
  @Suite struct ToolTests {
    private static let tool =
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/parallel-checksums"

    private typealias Outcome = (status: Int32, output: String, errors: String)

    private func run(_ arguments: [String], tool path: String = tool, output: Any = Pipe()) throws -> Outcome {
      let (errors, tool) = (Pipe(), Process())
      tool.executableURL = URL(fileURLWithPath: path)
      tool.arguments = arguments
      tool.standardOutput = output
      tool.standardError = errors
      try tool.run()
      let text = try (output as? Pipe)?.fileHandleForReading.readToEnd() ?? Data()
      let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
      tool.waitUntilExit()
      return (tool.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self))
    }

    @Test func aPipeGetsLinesOfTextOnly() throws {
      let folder = try Folder(files: 3)
      let outcome = try run([folder.path, "/nowhere"])
      #expect(outcome.status == 1)
      #expect(
        outcome.output == """
          e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  \(folder.path)/000
          353c38352a855c80f4ecb0793a76493228541b5fab5ef7af26effac91e77ec46  \(folder.path)/001
          0c70022fc37e6c83977f93693650a2e68963551acfdf512828018fdb4988a492  \(folder.path)/002

          """
      )
      #expect(
        outcome.errors == """
          parallel-checksums: /nowhere: No such file or directory
          4 files, 1 failed, 3.0 kB

          """
      )
    }

    @Test func jsonIsALinePerObject() throws {
      let outcome = try run(["--json", "/dev/null"])
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let lines = outcome.output.split(separator: "\n")
      try #require(lines.count == 2)
      #expect(
        lines[0]
          == #"{"bytes":0,"path":"/dev/null","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}"#
      )
      #expect(lines[1].hasPrefix(#"{"bytes":0,"done":1,"failed":0,"files":1,"seconds":"#))
    }

    @Test func aWrongOptionEndsWithUsageError() throws {
      let outcome = try run(["--colour"])
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(
        outcome.errors == "parallel-checksums: There is no option \"--colour\". See parallel-checksums --help.\n"
      )
    }

    @Test func aFolderThatCannotBeListedIsAnError() throws {
      let folder = try Folder(files: 2)
      let closed = folder.path + "/closed"
      try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
      // Root may list every folder, so the tool runs as another user, who can reach a copy of it.
      let copy = try Folder(files: 0)
      let tool = copy.path + "/tool"
      try FileManager.default.copyItem(atPath: Self.tool, toPath: tool)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed) }
      let outcome =
        geteuid() == 0
        ? try run(["--reuid", "65534", "--clear-groups", tool, folder.path], tool: "/usr/bin/setpriv")
        : try run([folder.path], tool: tool)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          parallel-checksums: \(closed): Permission denied
          3 files, 1 failed, 1.0 kB

          """
      )
    }

    @Test func aFullDiskIsAnError() throws {
      let outcome = try run(["/dev/null"], output: try #require(FileHandle(forWritingAtPath: "/dev/full")))
      #expect(outcome.status == 1)
      #expect(outcome.errors == "parallel-checksums: Can't write the checksums: No space left on device.\n")
    }

    @Test func aReaderThatHasGoneEndsIt() throws {
      let output = Pipe()
      try output.fileHandleForReading.close()
      let outcome = try run(["/dev/null"], output: output.fileHandleForWriting)
      #expect(outcome.status == 128 + SIGPIPE && outcome.errors.isEmpty)
    }

    @Test func aTerminalShowsProgressUntilCtrlC() throws {
      // A pipe to which nobody writes: the thread that reads it is blocked.
      let folder = try Folder(files: 1)
      let pipe = folder.path + "/pipe"
      // The path is copied by the call.
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      let run = try TerminalRun(Self.tool, [folder.path + "/000", pipe], columns: 200, showsErrors: true)
      #expect(run.waitFor("  0 % \(pipe)"))
      #expect(run.waitFor("1 of 2 files"))
      run.send(SIGINT)
      #expect(run.waitFor("1 of 2 files, 0 B\r\n"))
      #expect(try run.end().status == 128 + SIGINT)
    }
  }
#endif
