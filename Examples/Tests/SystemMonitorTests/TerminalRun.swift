#if os(Linux)
  import Foundation
  import Glibc

  /// The built tool in a terminal of its own.
  final class TerminalRun {
    private let master: FileHandle
    private let slave: FileHandle
    private let tool = Process()
    private let errors = Pipe()
    private(set) var output = ""

    init(_ arguments: [String], environment: [String: String] = [:], rows: UInt16 = 24, columns: UInt16 = 80) throws {
      var descriptors: (master: CInt, slave: CInt) = (-1, -1)
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      guard unsafe openpty(&descriptors.master, &descriptors.slave, nil, nil, &size) == 0 else {
        throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
      }
      master = FileHandle(fileDescriptor: descriptors.master, closeOnDealloc: true)
      slave = FileHandle(fileDescriptor: descriptors.slave, closeOnDealloc: true)
      tool.executableURL = URL(fileURLWithPath: Folder.products + "/system-monitor")
      tool.arguments = arguments
      tool.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }
        .merging(environment) { $1 }
      tool.standardInput = slave
      tool.standardOutput = slave
      tool.standardError = errors
      try tool.run()
    }

    deinit {
      // A test that fails leaves before the end.
      if tool.isRunning { tool.terminate() }
    }

    /// The modes of the terminal, which the shell would find.
    var localModes: tcflag_t {
      var settings = termios()
      return unsafe tcgetattr(slave.fileDescriptor, &settings) == 0 ? settings.c_lflag : 0
    }

    /// Reads until the output contains a text. Returns false if that takes more than ten seconds.
    func waitFor(_ text: String) -> Bool {
      let end = ContinuousClock.now + .seconds(10)
      while !output.contains(text) {
        guard ContinuousClock.now < end else { return false }
        var request = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, 10_000) > 0 else { return false }
        output += String(decoding: master.availableData, as: UTF8.self)
      }
      return true
    }

    func forgetOutput() {
      output = ""
    }

    func type(_ text: String) throws {
      try master.write(contentsOf: Data(text.utf8))
    }

    func send(_ signal: CInt) {
      kill(tool.processIdentifier, signal)
    }

    func resize(rows: UInt16, columns: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = unsafe ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
      // The terminal is not the controlling one of the tool, which otherwise would get the signal by itself.
      send(SIGWINCH)
    }

    /// Waits for the end. Returns the exit status and what came to the standard error.
    func end() throws -> (status: Int32, errors: String) {
      tool.waitUntilExit()
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      return (tool.terminationStatus, String(decoding: text, as: UTF8.self))
    }
  }
#endif
