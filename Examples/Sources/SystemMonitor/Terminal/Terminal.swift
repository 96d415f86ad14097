#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user's terminal, taken over by ``enter()`` and given back by ``leave()`` as it was.
///
/// The unsafe calls read or fill a variable of the type they expect, during the call only.
@MainActor
final class Terminal {
  private let output: FileOutput
  private let input: CInt
  /// How the input was set before; nil where it is no terminal.
  private var settings: termios?
  private var isEntered = false

  init(output: FileOutput = .standard, input: CInt = STDIN_FILENO) {
    self.output = output
    self.input = input
  }

  /// The size of the window; a usual one where the terminal does not tell.
  var size: WindowSize {
    var size = winsize()
    let result = unsafe ioctl(output.descriptor, UInt(TIOCGWINSZ), &size)
    guard result == 0, size.ws_col > 0, size.ws_row > 0 else { return WindowSize(columns: 80, rows: 24) }
    return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Turns to the alternate screen without a cursor, and has keys come one by one and unseen.
  func enter() {
    guard !isEntered else { return }
    isEntered = true
    var current = termios()
    if unsafe tcgetattr(input, &current) == 0 {
      settings = current
      current.c_lflag &= ~tcflag_t(ICANON | ECHO)
      unsafe tcsetattr(input, TCSAFLUSH, &current)
    }
    // Alternate screen, no cursor, no wrapping at the right edge, all blank.
    output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J".utf8)
  }

  func leave() {
    guard isEntered else { return }
    isEntered = false
    output.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
    if var settings {
      unsafe tcsetattr(input, TCSAFLUSH, &settings)
    }
  }
}
