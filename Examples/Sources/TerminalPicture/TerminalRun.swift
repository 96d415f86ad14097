#if os(Linux)
  package import Foundation
  import Glibc

  /// A program in a terminal of its own.
  package final class TerminalRun {
    private let master: FileHandle
    private let slave: FileHandle
    private let program = Process()
    private let errors = Pipe()
    private var bytes: [UInt8] = []
    /// The terminal's modes before the program started.
    package let initialLocalModes: tcflag_t

    /// What it has written since this was last emptied.
    package var output: String {
      // All at once: a piece can end within a character.
      String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - environment: What is added to the environment.
    ///   - rows: The lines of the terminal.
    ///   - columns: The width of the terminal.
    ///   - showsErrors: Whether its standard error is the terminal, too, and not kept for `end`.
    /// - Throws: The error of the call that makes the terminal, or of the start.
    package init(
      _ path: String,
      _ arguments: [String],
      environment: [String: String] = [:],
      rows: UInt16 = 24,
      columns: UInt16 = 80,
      showsErrors: Bool = false
    ) throws {
      var descriptors: (master: CInt, slave: CInt) = (-1, -1)
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      guard unsafe openpty(&descriptors.master, &descriptors.slave, nil, nil, &size) == 0 else {
        throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
      }
      master = FileHandle(fileDescriptor: descriptors.master, closeOnDealloc: true)
      slave = FileHandle(fileDescriptor: descriptors.slave, closeOnDealloc: true)
      initialLocalModes = Self.localModes(of: slave)
      program.executableURL = URL(fileURLWithPath: path)
      program.arguments = arguments
      program.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }
        .merging(environment) { $1 }
      program.standardInput = slave
      program.standardOutput = slave
      if showsErrors { program.standardError = slave } else { program.standardError = errors }
      try program.run()
    }

    deinit {
      // A test that fails leaves before the end.
      if program.isRunning { program.terminate() }
    }

    /// The modes of the terminal, which the shell would find.
    package var localModes: tcflag_t { Self.localModes(of: slave) }

    private static func localModes(of terminal: FileHandle) -> tcflag_t {
      var settings = termios()
      return unsafe tcgetattr(terminal.fileDescriptor, &settings) == 0 ? settings.c_lflag : 0
    }

    /// Reads until the output contains a text. Returns false if that takes more than two minutes.
    package func waitFor(_ text: String) -> Bool {
      let end = ContinuousClock.now + .seconds(120)
      while !output.contains(text) {
        let rest = end - .now
        guard rest > .zero else { return false }
        var request = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, CInt(rest / .milliseconds(1)) + 1) > 0 else { return false }
        bytes += master.availableData
      }
      return true
    }

    /// Reads what comes until a moment, or until the program has ended; what is being written then, to its end, if that takes less than a second.
    package func read(until end: ContinuousClock.Instant) {
      while ContinuousClock.now < end + .seconds(1) {
        // Asked first: what the program has written before its end is still read.
        let isRunning = program.isRunning
        var request = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
        // Often enough to notice the end.
        let hasMore = unsafe poll(&request, 1, isRunning ? 100 : 0) > 0
        if hasMore {
          bytes += master.availableData
        } else if !isRunning || ContinuousClock.now >= end {
          return
        }
      }
    }

    package func forgetOutput() {
      bytes = []
    }

    package func type(_ text: String) throws {
      try master.write(contentsOf: Data(text.utf8))
    }

    package func send(_ signal: CInt) {
      kill(program.processIdentifier, signal)
    }

    package func resize(rows: UInt16, columns: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = unsafe ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
      // The terminal is not the controlling one of the program, which otherwise would get the signal by itself.
      send(SIGWINCH)
    }

    /// Waits for the end. Returns the exit status and what came to the standard error.
    package func end() throws -> (status: Int32, errors: String) {
      program.waitUntilExit()
      // Of a pipe without a writer this is the end.
      try? errors.fileHandleForWriting.close()
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      return (program.terminationStatus, String(decoding: text, as: UTF8.self))
    }
  }
#endif
