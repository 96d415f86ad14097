import Foundation

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var paths: [String] = []
  var format = Format.text
  var threads = ProcessInfo.processInfo.activeProcessorCount
  var help = false

  static let helpText = """
    Usage: parallel-checksums [--json] [--threads N] FILE|FOLDER...

    Prints the SHA-256 checksum of each file, and of each regular file below a folder, as sha256sum does.
    A terminal also shows the progress.

      --json         print a JSON object per file, and one for the totals, each in a line
      --threads N    read N files at a time (1 to 256; by default, one for each processor)
      --help         print this text

    Exit status: 0, or 1 if a file can't be read, 64 for a wrong option, 130 after Ctrl-C.

    """

  init() {}

  init(parsing arguments: [String]) throws(OptionError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": format = .json
      case "--help", "-h": help = true
      case "--threads":
        let value = rest.popFirst()
        guard let number = value.flatMap({ Int($0) }), (1...256).contains(number) else {
          throw OptionError(message: "The option --threads needs a number from 1 to 256, not \"\(value ?? "")\".")
        }
        threads = number
      case "--":
        paths += rest
        rest = []
      case let option where option.hasPrefix("-") && option != "-":
        throw OptionError(message: "There is no option \"\(option)\".")
      default: paths.append(argument)
      }
    }
    if paths.isEmpty, !help { throw OptionError(message: "No file is named.") }
  }
}

/// Why a command line can't be followed.
struct OptionError: Error, Equatable {
  var message: String
}
