/// Global functions without effects that an initializer should avoid.
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

  /// Whether a function or an initializer is known not to keep an object passed to it.
  static func keepNothing(_ name: String) -> Bool {
    names.contains(name) || ["Mirror", "ObjectIdentifier", "String"].contains(name)
  }
}

/// Methods by which an object asks to be told of something.
enum RegisteringMethods {
  static func contains(_ name: String) -> Bool {
    ["listen", "observe", "register", "subscribe", "watch"].contains(where: name.hasPrefix)
      || name.hasPrefix("add") && ["Listener", "Observer"].contains(where: name.hasSuffix)
  }
}

/// Methods by which an object tells others that something has happened.
enum EventMethods {
  static let names: Set = ["post", "send", "yield"]
}

/// Methods changing a value of the standard library or Foundation.
enum MutatingMethods {
  static let names: Set = [
    "addTimeInterval", "append", "appendLiteral", "appendPathComponent", "formIntersection", "formRemainder",
    "formSquareRoot", "formSymmetricDifference", "formTruncatingRemainder", "formUnion", "insert", "merge", "move",
    "negate", "partition", "popFirst", "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "replace", "replaceSubrange", "reserveCapacity", "resetBytes", "reverse", "round", "setValue",
    "shuffle", "sort", "standardize", "subtract", "swapAt", "toggle", "trimPrefix", "update", "updateValue", "write",
  ]

  /// Methods after whose last call the earlier ones don't matter.
  static let repeatable: Set = [
    "removeAll", "reserveCapacity", "resetBytes", "round", "setValue", "sort", "standardize",
  ]
}

enum CollectionMembers {
  /// Collections made of another collection's elements.
  static let types: Set = ["Array", "ContiguousArray", "Set"]

  /// Members leading to one of the elements.
  static let ofAnElement: Set = [
    "first", "last", "max", "min", "popFirst", "popLast", "randomElement", "removeFirst", "removeLast",
  ]

  /// Members leading to some or all of the elements.
  static let ofSuchElements: Set = [
    "dropFirst", "dropLast", "filter", "lazy", "prefix", "reversed", "shuffled", "sorted", "suffix", "values",
  ]
}
