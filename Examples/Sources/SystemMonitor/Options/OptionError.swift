/// Why a command line can't be followed.
enum OptionError: Error, Equatable {
  case unknown(String)
  case missingValue(String)
  case unexpectedValue(String)
  case invalidValue(String, option: String, expected: String)

  /// What happened and the next step, for the user.
  var message: String {
    problem + " See system-monitor --help."
  }

  private var problem: String {
    switch self {
    case .unknown(let argument):
      "There is no option \"\(argument)\"."
    case .missingValue(let option):
      "The option \(option) needs a value."
    case .unexpectedValue(let option):
      "The option \(option) takes no value."
    case .invalidValue(let value, let option, let expected):
      "The option \(option) needs \(expected), not \"\(value)\"."
    }
  }
}
