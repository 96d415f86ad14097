/// An object that sends messages to its observers.
///
/// An observable object only needs its own messenger:
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
/// In a file that also imports Combine or SwiftUI, write `SwiftObserver.ObservableObject` to distinguish this protocol
/// from theirs.
public protocol ObservableObject<Message>: AnyObject {
  /// The message for observers.
  associatedtype Message

  /// Sends the messages, and knows the observers. The same object each time.
  var messenger: Messenger<Message> { get }
}

extension ObservableObject {
  /// Sends a message to all observers, in the order in which they began to observe, before this method returns.
  ///
  /// A message that a handler sends during a delivery waits until the current message has reached all observers; in
  /// this case the method returns before the delivery.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - author: The sender: this object, unless you pass another one. The author is kept alive until the message is
  ///     delivered.
  /// - Complexity: O(number of observers). Allocates nothing.
  @inlinable
  public func send(_ message: Message, from author: AnyAuthor? = nil) {
    messenger.deliver(message, from: author ?? self)
  }

  /// Ends all observations of this object.
  ///
  /// You can call this method while a message is being delivered. Observers that haven't received the message won't
  /// receive it.
  public func stopBeingObserved() {
    messenger.endConnections()
  }
}
