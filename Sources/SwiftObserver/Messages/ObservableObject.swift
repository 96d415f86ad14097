/// An object that sends messages to its observers.
///
/// All it needs is a messenger of its own:
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
  /// A message sent by a handler, while another one is being delivered, is delivered when that one has reached all
  /// observers; then this method returns before.
  ///
  /// - Parameters:
  ///   - message: What to send.
  ///   - author: Who sends it: this object, unless something else is given. Held until the message is delivered.
  /// - Complexity: O(number of observers). Allocates nothing.
  @inlinable
  public func send(_ message: Message, from author: AnyAuthor? = nil) {
    messenger.deliver(message, from: author ?? self)
  }

  /// Ends all observations of this object.
  ///
  /// May be called while a message is being delivered; who has not got it yet won't.
  public func stopBeingObserved() {
    messenger.endConnections()
  }
}
