/// An object that sends messages to its observers.
///
/// All it needs is its own messenger:
///
/// ```swift
/// class Sky: SwiftObserver.ObservableObject {
///   let messenger = Messenger<Color>()
///
///   func turn(_ color: Color) {
///     send(color)
///   }
/// }
/// ```
///
/// Not `Sendable`: an observable object, its observers and the handlers stay on one isolation, which the compiler
/// checks. A class of the main actor conforms there: `class Sky: @MainActor ObservableObject`.
///
/// Write `SwiftObserver.ObservableObject` in a file that also imports Combine or SwiftUI, which have a protocol of that
/// name.
public protocol ObservableObject<Message>: AnyObject {
  /// What is sent to observers.
  associatedtype Message

  /// Sends the messages, and knows the observers. The same object each time.
  var messenger: Messenger<Message> { get }
}

extension ObservableObject {
  /// Sends a message to all observers, in the order in which they began to observe, before this method returns.
  ///
  /// A message that a handler sends while another one is being delivered waits until that one has reached all
  /// observers; in this case the method returns before the message is delivered.
  ///
  /// - Parameters:
  ///   - message: What to send.
  ///   - author: The sender: this object, unless you pass another one. It's kept alive until the message is delivered.
  /// - Complexity: O(number of observers). Allocates nothing.
  @inlinable
  public func send(_ message: Message, from author: AnyAuthor? = nil) {
    messenger.deliver(message, from: author ?? self)
  }

  /// Ends all observations of this object.
  ///
  /// You can call this while a message is being delivered. Observers that haven't received that message won't receive
  /// it.
  public func stopBeingObserved() {
    messenger.endConnections()
  }
}
