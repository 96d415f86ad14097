import Foundation
import Synchronization

/// Whether the user has pressed Ctrl-C.
private let isInterrupted = Atomic(false)

/// The program: reads the command line, plays, and ends the process.
@MainActor
public enum BeeMeadow {
  /// Runs the program to its end.
  public static func run() async -> Never {
    // A reader that has gone is noticed by the failing write.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in isInterrupted.store(true, ordering: .relaxed) } }
    do {
      let options = try Options(parsing: Array(CommandLine.arguments.dropFirst()))
      if options.help {
        print(Options.helpText, terminator: "")
        exit(0)
      }
      exit(try await play(options))
    } catch let error as OptionError {
      fail("\(error.message) See bee-meadow --help.", 64)
    } catch {
      fail(error.localizedDescription, 1)
    }
  }

  private static func play(_ options: Options) async throws -> CInt {
    let isTerminal = isatty(STDOUT_FILENO) == 1 && options.image == nil && !options.allocations
    let size = isTerminal ? terminalSize : Size(width: 80, height: 22)
    let game = Game(Meadow(size, bees: options.bees, flowers: 40, seed: options.seed))
    if isTerminal { return status(try await show(game, options)) }
    if options.allocations { return reportAllocations(of: game, frames: options.steps ?? 600) }
    for _ in 0..<(options.steps ?? 1000) where !isInterrupted.load(ordering: .relaxed) { game.meadow.advance() }
    if let image = options.image {
      // The path is copied by the call.
      let file = unsafe open(image, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      if let error = file < 0 ? errno : write(ImageFrame(of: game).bytes, to: file) {
        fail("Can't write \(image): \(reason(error)).", 1)
      }
      return 0
    }
    var frame = TextFrame(of: game, colors: false)
    frame.draw()
    return status(write(frame.bytes + "\n".utf8))
  }

  /// Plays at sixty steps a second, and shows thirty frames a second. Returns the error that has ended that, if there is one.
  private static func show(_ game: Game, _ options: Options) async throws -> CInt? {
    var frame = TextFrame(of: game, colors: true)
    var steps = FixedSteps(length: .seconds(1) / 60)
    let clock = ContinuousClock()
    var last = clock.now
    // An empty screen without a cursor until the end, on which a line that is too long is cut.
    if let error = write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J".utf8)) { return error }
    defer { _ = write(Array("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)) }
    while !isInterrupted.load(ordering: .relaxed), game.meadow.step < options.steps ?? .max {
      let now = clock.now
      for _ in 0..<steps.due(after: now - last) { game.meadow.advance() }
      last = now
      frame.draw()
      if let error = write(frame.bytes) { return error }
      try await clock.sleep(until: now + .seconds(1) / 30)
    }
    return nil
  }

  /// Plays without showing it. Succeeds if no frame has allocated anything.
  private static func reportAllocations(of game: Game, frames: Int) -> CInt {
    let counts = game.allocations(frames: frames) { isInterrupted.load(ordering: .relaxed) }
    guard let counts else { fail("Allocations can't be counted here.", 1) }
    if counts.count < frames { return 128 + SIGINT }
    print("\(counts.reduce(0, +)) allocations in \(counts.count) frames, with \(game.meadow.bees.count) bees")
    return counts.allSatisfy { $0 == 0 } ? 0 : 1
  }

  private static var terminalSize: Size {
    var size = winsize()
    // The address is used during the call.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 1 else {
      return Size(width: 80, height: 22)
    }
    return Size(width: Int(size.ws_col), height: Int(size.ws_row) - 1)
  }

  /// Writes all bytes. Returns the error, if there is one.
  private static func write(_ bytes: [UInt8], to descriptor: CInt = STDOUT_FILENO) -> CInt? {
    var rest = bytes[...]
    while !rest.isEmpty {
      // As many bytes as there are.
      let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(0, count))
    }
    return nil
  }

  /// How the process ends after its output has been written, or hasn't.
  private static func status(_ error: CInt?) -> CInt {
    guard let error else { return 0 }
    // The reader of the pipe has gone, or the terminal has been closed.
    if error == EPIPE || error == EIO { return 128 + SIGPIPE }
    fail("Can't write the frame: \(reason(error)).", 1)
  }

  private static func reason(_ error: CInt) -> String {
    // The text belongs to the C library and is copied at once.
    unsafe String(cString: strerror(error))
  }

  private static func fail(_ message: String, _ status: CInt) -> Never {
    // The message may have no reader any more, which doesn't change the status.
    try? FileHandle.standardError.write(contentsOf: Data("bee-meadow: \(message)\n".utf8))
    exit(status)
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var bees = 3000
  var steps: Int?
  var seed: UInt64 = 1
  var image: String?
  var allocations = false
  var help = false

  static let helpText = """
    Usage: bee-meadow [--bees N] [--steps N] [--seed N] [--image FILE | --allocations]

    Bees bring nectar from flowers to their hive, until Ctrl-C. If the output isn't a terminal, it plays 1000 steps as fast as
    it can, and prints the last frame.

      --bees N       how many bees (1 to 100000, default 3000)
      --steps N      how many steps to play (1 to 1000000)
      --seed N       another game
      --image FILE   write the last frame as an image in the format BMP, and show nothing
      --allocations  show nothing, and print how often a frame has allocated memory (build with -c release)
      --help         print this text

    """

  init(parsing arguments: [String]) throws(OptionError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func number(_ range: ClosedRange<Int>) throws(OptionError) -> Int {
        let value = rest.popFirst() ?? ""
        guard let number = Int(value), range.contains(number) else {
          throw OptionError(
            message:
              "The option \(option) needs a number from \(range.lowerBound) to \(range.upperBound), not \"\(value)\"."
          )
        }
        return number
      }
      switch option {
      case "--bees": bees = try number(1...100_000)
      case "--steps": steps = try number(1...1_000_000)
      case "--seed": seed = UInt64(try number(0...Int.max))
      case "--image":
        guard let path = rest.popFirst() else { throw OptionError(message: "The option --image needs a file.") }
        image = path
      case "--allocations": allocations = true
      case "--help", "-h": help = true
      default: throw OptionError(message: "There is no option \"\(option)\".")
      }
    }
  }
}

/// Why a command line can't be followed.
struct OptionError: Error, Equatable {
  var message: String
}
