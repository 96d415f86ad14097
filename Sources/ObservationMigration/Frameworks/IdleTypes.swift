/// Types of the frameworks whose instances have nothing to show that changes.
enum IdleTypes {
  static let names: Set = [
    "AnyCancellable", "DispatchQueue", "Logger", "NSLock", "NSRecursiveLock", "NotificationCenter", "OSLog", "Task",
    "Timer",
    "PassthroughSubject", "Void",
  ]
}
