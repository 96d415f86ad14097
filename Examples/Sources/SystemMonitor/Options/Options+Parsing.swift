extension Options {
  /// Reads a command line without the name of the program. `--option value` and `--option=value` mean the same.
  init(parsing arguments: [String]) throws(OptionError) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = parts[0]
      let attached = parts.count == 2 ? parts[1] : nil

      func value() throws(OptionError) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else { throw .missingValue(option) }
        return value
      }

      switch option {
      case "--once":
        guard attached == nil else { throw .unexpectedValue(option) }
        once = true
      case "--passes":
        guard attached == nil else { throw .unexpectedValue(option) }
        passes = true
      case "--help", "-h":
        guard attached == nil else { throw .unexpectedValue(option) }
        help = true
      case "--seconds":
        duration = try Self.duration(of: value(), option)
      case "--interval":
        interval = try Self.interval(of: value(), option)
      case "--proc":
        procRoot = try value()
      default:
        throw .unknown(argument)
      }
    }
  }

  private static func duration(of text: String, _ option: String) throws(OptionError) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
      throw .invalidValue(text, option: option, expected: "a number of seconds above 0 and up to 1000000")
    }
    return .seconds(seconds)
  }

  private static func interval(of text: String, _ option: String) throws(OptionError) -> Duration {
    guard let milliseconds = Int(text), (100...3_600_000).contains(milliseconds) else {
      throw .invalidValue(text, option: option, expected: "a whole number of milliseconds from 100 to 3600000")
    }
    return .milliseconds(milliseconds)
  }
}
