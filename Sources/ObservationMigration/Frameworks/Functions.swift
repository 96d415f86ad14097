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

/// Methods of the standard library's and Foundation's values that change the value.
enum MutatingMethods {
  static let names: Set = [
    "addTimeInterval", "append", "appendLiteral", "appendPathComponent", "formIntersection", "formRemainder",
    "formSquareRoot", "formSymmetricDifference", "formTruncatingRemainder", "formUnion", "insert", "merge", "move",
    "negate", "partition", "popFirst", "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "replace", "replaceSubrange", "reserveCapacity", "resetBytes", "reverse", "round", "setValue",
    "shuffle", "sort", "standardize", "subtract", "swapAt", "toggle", "trimPrefix", "update", "updateValue", "write",
  ]
}

/// Members of the standard library's collections by what they make of the elements.
enum CollectionMembers {
  /// They are made of the elements of another one.
  static let types: Set = ["Array", "ContiguousArray", "Set"]

  /// They lead to one of the elements.
  static let ofAnElement: Set = [
    "first", "last", "max", "min", "popFirst", "popLast", "randomElement", "removeFirst", "removeLast",
  ]

  /// They lead to some of the elements, or to all.
  static let ofSuchElements: Set = [
    "dropFirst", "dropLast", "filter", "lazy", "prefix", "reversed", "shuffled", "sorted", "suffix", "values",
  ]
}
