#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  @testable import MonitorModels
  @testable import SystemMonitor

  @Suite struct ProcSourceTests {
    @Test func aFolderLikeProcIsRead() throws {
      var source = ProcSource(root: Folder.fixtures + "/proc")
      let reading = try source.read()
      #expect(reading.cpu == CPUTicks(busy: 180, idle: 840))
      #expect(reading.cores.count == 2)
      #expect(reading.memory.total == 8_192_000_000)
      #expect(reading.memory.swapUsed == 512_000_000)
      #expect(reading.load.fifteen.description == "12.30")
      #expect(reading.network == ByteCounters(incoming: 4_000_001_000, outgoing: 500))
      #expect(reading.disk == ByteCounters(incoming: 111 * 512, outgoing: 222 * 512))
      // The empty file of 77 is that of a process which has just ended.
      #expect(Set(reading.processes.map(\.name)) == ["init", "tmux: server (1)"])
      #expect(Set(reading.processes.map(\.command.text)) == ["[init]", "/usr/bin/tmux new-session -s main"])
    }

    @Test func thisMachineIsRead() async throws {
      let sampler = try Sampler(ProcSource(root: "/proc"))
      #expect(await sampler.coreCount > 0)
      let sample = try await sampler.sample()
      #expect(sample.memory.total > 0 && sample.memory.used <= sample.memory.total)
      let this = sample.processes.first { $0.id.pid == getpid() }
      #expect(this?.command.text.contains("Test") == true && this?.user.isEmpty == false)
    }

    @Test func aCommandLineIsReadOnceForAProgram() throws {
      let root = FileManager.default.temporaryDirectory.path + "/system-monitor-\(UUID())"
      try FileManager.default.copyItem(atPath: Folder.fixtures + "/proc", toPath: root)
      defer { try? FileManager.default.removeItem(atPath: root) }
      var source = ProcSource(root: root)
      func command() throws -> String? { try source.read().processes.first { $0.id.pid == 42 }?.command.text }
      #expect(try command() == "/usr/bin/tmux new-session -s main")
      try Data("vim\0".utf8).write(to: URL(fileURLWithPath: root + "/42/cmdline"))
      #expect(try command() == "/usr/bin/tmux new-session -s main")
      // The process runs another program: it has another name.
      let stat = try String(contentsOfFile: root + "/42/stat", encoding: .utf8)
      try Data(stat.replacing("tmux: server (1)", with: "vim").utf8).write(to: URL(fileURLWithPath: root + "/42/stat"))
      #expect(try command() == "vim")
    }

    @Test func usersHaveNames() {
      var users = UserNames()
      #expect(users.name(of: 0) == "root")
      #expect(users.name(of: 4_000_000_000) == "4000000000")
    }

    @Test func aMissingFileIsNamedWithReasonAndNextStep() {
      var source = ProcSource(root: "/nowhere")
      let error = #expect(throws: SystemError.self) { try source.read() }
      #expect(
        error?.message == """
          Can't read /nowhere/stat: No such file or directory. Check that /proc is mounted and readable, or name another \
          folder with --proc PATH.
          """
      )
    }

    @Test func aFileOfAnotherFormatIsNamed() {
      var source = ProcSource(root: Folder.fixtures + "/malformed")
      let error = #expect(throws: SystemError.self) { try source.read() }
      #expect(error == .malformed(path: Folder.fixtures + "/malformed/stat", expected: "the line \"cpu\""))
      #expect(error?.message.contains("Can't understand") == true)
    }
  }
#endif
