/// Global functions that do nothing which an initializer should leave to others.
enum InertFunctions {
  static let names: Set = [
    "NSLocalizedString", "NSLog", "abs", "assert", "assertionFailure", "debugPrint", "fatalError", "max", "min",
    "os_log", "precondition", "preconditionFailure", "print", "stride", "type", "zip",
  ]

  /// Whether a function, or an initializer, is known to keep nothing of an object that it's given.
  static func keepNothing(_ name: String) -> Bool {
    names.contains(name) || ["Mirror", "ObjectIdentifier", "String"].contains(name)
  }
}
