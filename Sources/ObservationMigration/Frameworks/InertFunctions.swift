/// Global functions that do nothing which an initializer should leave to others.
enum InertFunctions {
  static let names: Set = [
    "NSLocalizedString", "NSLog", "abs", "assert", "assertionFailure", "debugPrint", "fatalError", "max", "min",
    "os_log", "precondition", "preconditionFailure", "print", "stride", "type", "zip",
  ]

  /// Whether a method only writes to a log: `logger.info`, `Logger.network.error`, `log.debug`.
  static func logs(_ method: String, _ receiver: String) -> Bool {
    let names: Set = ["critical", "debug", "error", "fault", "info", "log", "notice", "trace", "verbose", "warning"]
    return names.contains(method) && receiver.lowercased().contains("log")
  }

  /// Whether a function, or an initializer, is known to keep nothing of an object that it's given.
  static func keepNothing(_ name: String) -> Bool {
    names.contains(name) || ["Mirror", "ObjectIdentifier", "String"].contains(name)
  }
}
