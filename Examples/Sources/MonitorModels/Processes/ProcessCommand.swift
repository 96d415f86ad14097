/// The command line of a process, in the parts that are shown differently.
public struct ProcessCommand: Equatable, Sendable {
  /// The folder of the program with the slash at its end. Empty where the command line doesn't name it.
  package private(set) var folder = ""
  package private(set) var program: String
  /// Everything after the program, with the space before it.
  package private(set) var arguments = ""

  /// More than any line of the screen shows.
  private static let limit = 512

  /// A command line of which only the program is known.
  package init(program: String) {
    self.program = program
  }

  /// A process without a command line, such as a thread of the kernel.
  package init(kernelThread name: String) {
    self.init(program: "[\(name)]")
  }

  /// Reads arguments that each end with a zero.
  ///
  /// - Parameters:
  ///   - bytes: The arguments, the program first.
  ///   - name: The name of the process, for one that has no arguments.
  package init(parsing bytes: ArraySlice<UInt8>, name: String) {
    let text = bytes.prefix(Self.limit)
    let end = (text.lastIndex { $0 != 0 }).map { $0 + 1 } ?? text.startIndex
    let first = text[..<end].prefix { $0 != 0 }
    guard !first.isEmpty else {
      self.init(kernelThread: name)
      return
    }
    // What isn't a path may still contain slashes: a process can replace its arguments by any text.
    let isPath = first.first == UInt8(ascii: "/") || first.first == UInt8(ascii: ".")
    let start = isPath ? first.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? first.startIndex : first.startIndex
    self.init(program: TerminalText.string(from: first[start...]))
    folder = TerminalText.string(from: first[..<start])
    arguments = TerminalText.string(from: text[first.endIndex..<end].lazy.map { $0 == 0 ? UInt8(ascii: " ") : $0 })
  }

  /// Reads what macOS tells of a process: the number of arguments, the path of the program, zeros, the arguments, and the
  /// environment.
  package init?(parsingProcessArguments bytes: ArraySlice<UInt8>) {
    let numberSize = MemoryLayout<Int32>.size
    guard bytes.count > numberSize else { return nil }
    // The number is in the order of this machine, for all of which that is little end first.
    let count = bytes.prefix(numberSize).reversed().reduce(0) { $0 << 8 | Int($1) }
    var rest = bytes.dropFirst(numberSize).drop { $0 != 0 }.drop { $0 == 0 }
    let start = rest.startIndex
    for _ in 0..<max(0, min(count, Self.limit)) {
      rest = rest.drop { $0 != 0 }.dropFirst()
    }
    guard rest.startIndex > start else { return nil }
    self.init(parsing: bytes[start..<rest.startIndex], name: "")
  }

  /// The whole command line.
  public var text: String {
    folder + program + arguments
  }
}
