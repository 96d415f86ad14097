/// Types of the frameworks whose instances have nothing to show that changes.
enum IdleTypes {
  static let names: Set = [
    "AnyCancellable", "DispatchQueue", "Logger", "NSLock", "NSRecursiveLock", "NotificationCenter", "OSLog", "Task",
    "Timer",
    "PassthroughSubject", "Void",
  ]

  private static let others: Set = [
    "AnyPublisher", "Bundle", "Calendar", "ClosedRange", "KeyPath", "Locale", "NSRegularExpression", "Range", "Regex",
    "TimeZone",
  ]

  /// Whether an instance gives the same answer each time it's asked.
  static func alwaysAnswerTheSame(_ name: String) -> Bool {
    names.contains(name) || others.contains(name)
      || ["Formatter", "Encoder", "Decoder"].contains(where: name.hasSuffix)
  }
}
