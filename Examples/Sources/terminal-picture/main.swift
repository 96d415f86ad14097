#if os(Linux)
  import Foundation
  import TerminalPicture

  // terminal-picture OUTPUT COLUMNS ROWS SECONDS TITLE PROGRAM [ARGUMENT …]
  //
  // Runs a program in a terminal of its own for some time and writes what it shows then as a picture.

  func fail(_ message: String, _ status: CInt) -> Never {
    // The message may have no reader anymore, which doesn't change the status. The signal isn't ignored earlier, because the program in the
    // terminal would inherit that.
    signal(SIGPIPE, SIG_IGN)
    try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    exit(status)
  }

  let arguments = CommandLine.arguments
  guard arguments.count >= 7, let columns = UInt16(arguments[2]), let rows = UInt16(arguments[3]),
    let seconds = Double(arguments[4]), columns > 0, rows > 0, seconds.isFinite
  else {
    fail("Usage: terminal-picture OUTPUT COLUMNS ROWS SECONDS TITLE PROGRAM [ARGUMENT …]", 64)
  }
  do {
    let run = try TerminalRun(arguments[6], Array(arguments.dropFirst(7)), rows: rows, columns: columns)
    run.read(until: .now + .seconds(seconds))
    var grid = TerminalGrid(columns: Int(columns), rows: Int(rows))
    grid.show(run.output)
    try Data(grid.svg(title: arguments[5]).utf8).write(to: URL(fileURLWithPath: arguments[1]))
  } catch {
    fail("terminal-picture: \(error.localizedDescription)", 1)
  }
#else
  print("Pictures are made on Linux.")
#endif
