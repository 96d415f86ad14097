import Foundation

/// The two outputs of a program, and what is redrawn below them in a terminal.
@MainActor
final class Console {
  private let output: CInt
  private let errors: CInt
  private let name = "parallel-checksums"
  private var progress: [String] = []
  /// Why the output can't be written.
  private(set) var failure: JobEnd?
  /// Without it, nothing but whole lines is ever written.
  let showsProgress: Bool

  init(output: CInt = STDOUT_FILENO, errors: CInt = STDERR_FILENO, terminal: String?) {
    self.output = output
    self.errors = errors
    showsProgress = isatty(errors) == 1 && terminal != nil && terminal != "dumb"
  }

  /// How many columns and rows the terminal has. A user may change that at any time.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    // The address is used during the call.
    let isKnown = unsafe ioctl(errors, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  /// Replaces the lines of progress.
  func show(_ lines: [String]) {
    _ = write(erasure + lines.map { "\($0)\n" }.joined(), to: errors)
    progress = lines
  }

  /// Adds lines to the output, above the progress.
  func print(_ lines: [String]) {
    guard failure == nil else { return }
    failure = write(lines, to: output)
  }

  /// Tells the user what went wrong.
  func complain(_ problem: String) {
    note("\(name): \(problem)")
  }

  /// Tells the user something that isn't output of the program.
  func note(_ text: String) {
    // A failure is ignored: if the reader of the errors has gone, the output may still have one.
    _ = write([text], to: errors)
  }

  private func write(_ lines: [String], to descriptor: CInt) -> JobEnd? {
    guard !lines.isEmpty else { return nil }
    let shown = progress
    show([])
    defer { show(shown) }
    return write(lines.map { "\($0)\n" }.joined(), to: descriptor)
  }

  /// Leads back to the first line of progress, and empties the screen from there.
  private var erasure: String {
    // The terminal may have shown what was typed, such as ^C.
    progress.isEmpty ? "" : "\r\u{1B}[\(progress.count)A\u{1B}[J"
  }

  private func write(_ text: String, to descriptor: CInt) -> JobEnd? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // As many bytes as there are.
      let count = unsafe rest.withUnsafeBytes { unsafe writeBytes(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE || errno == EIO {
        return .outputClosed
      } else if errno != EINTR {
        // The text belongs to the C library and is copied at once.
        return .outputFailed(reason: unsafe String(cString: strerror(errno)))
      }
    }
    return nil
  }
}

// A name of its own: within the type `write` is the method.
private func writeBytes(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
