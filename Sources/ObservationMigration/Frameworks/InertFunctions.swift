/// Global functions that do nothing which an initializer should leave to others.
enum InertFunctions {
  static let names: Set = [
    "NSLocalizedString", "NSLog", "abs", "assert", "assertionFailure", "debugPrint", "fatalError", "max", "min",
    "os_log", "precondition", "preconditionFailure", "print", "stride", "type", "zip",
  ]
}
