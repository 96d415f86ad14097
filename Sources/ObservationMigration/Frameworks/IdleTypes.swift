/// Types of the frameworks whose instances have nothing to show that changes.
enum IdleTypes {
  static let names: Set = [
    "AnyCancellable", "DispatchQueue", "Logger", "NSLock", "NSRecursiveLock", "NotificationCenter", "OSLog", "Task",
    "Timer",
    "PassthroughSubject", "Void",
  ]

  private static let others: Set = ["Bundle", "Calendar", "Locale", "NSRegularExpression", "Regex", "TimeZone"]

  /// Whether what code asks of an instance is always answered in the same way.
  static func alwaysAnswerTheSame(_ name: String) -> Bool {
    names.contains(name) || others.contains(name)
      || ["Formatter", "Encoder", "Decoder"].contains(where: name.hasSuffix)
  }
}
