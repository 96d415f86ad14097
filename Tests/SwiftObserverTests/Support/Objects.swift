import SwiftObserver

final class Listener: Observer {
  let receiver = Receiver()
  /// What is to live as long.
  var kept: [AnyObject] = []
}

/// An observable object with a messenger of its own.
final class Radio: ObservableObject {
  let messenger = Messenger<String>()
}

/// An object that somebody may be the author of messages.
final class Author {}

/// Tells of its end.
final class Canary {
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  func sing() {}
}

/// What was received, in order.
final class Log<Entry> {
  var entries: [Entry] = []

  func callAsFunction(_ entry: Entry) {
    entries.append(entry)
  }
}
