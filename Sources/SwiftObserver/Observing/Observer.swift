/// An object that observes other objects.
///
/// ```swift
/// class Dashboard: Observer {
///   let receiver = Receiver()
///
///   init(_ sky: Sky) {
///     observe(sky) { color in print("The sky turns \(color)") }
///   }
/// }
/// ```
///
/// There is nothing to keep and nothing to cancel: an observation ends when the observer or the observed object is
/// deallocated. Handlers that need the observer should capture it weakly, because an observed object holds its
/// observers' handlers.
///
/// Not `Sendable`; a class of the main actor conforms there: `class Dashboard: @MainActor Observer`.
public protocol Observer: AnyObject {
  /// Keeps the observations. The same object each time, and of no other observer.
  var receiver: Receiver { get }
}

extension Observer {
  /// Receives the messages of an object from now on.
  ///
  /// Nothing is sent at the start. An observer may add several handlers for one object; all are called, in the order of
  /// their addition.
  ///
  /// - Parameters:
  ///   - observable: The object to observe, which isn't kept alive.
  ///   - receive: Called with each message, before `send` returns.
  /// - Complexity: O(n) for the smaller number of the observations of the observer and of the observed object; for a
  ///   second handler, O(n) for the observations of the observed object.
  @inlinable
  public func observe<Observable: ObservableObject>(
    _ observable: Observable,
    receive: @escaping (Observable.Message) -> Void
  ) {
    observable.messenger.connect(receiver, .message(receive))
  }

  /// Receives the messages of an object from now on, with their authors.
  ///
  /// - Parameters:
  ///   - observable: The object to observe, which isn't kept alive.
  ///   - receive: Called with each message and its author, before `send` returns.
  @inlinable
  public func observe<Observable: ObservableObject>(
    _ observable: Observable,
    receive: @escaping (Observable.Message, AnyAuthor) -> Void
  ) {
    observable.messenger.connect(receiver, .messageAndAuthor(receive))
  }

  /// Begins the description of an observation that transforms messages on their way: `observe(text).new().filter { …
  /// }`.
  ///
  /// Nothing is observed until a handler is given.
  ///
  /// - Parameter observable: The object to observe. The description keeps the object alive, the observation doesn't.
  /// - Returns: The description, to be ended with a handler.
  @inlinable
  public func observe<Observable: ObservableObject>(
    _ observable: Observable
  ) -> ObservationTransformer<Observable.Message> {
    ObservationTransformer { [receiver, messenger = observable.messenger] handler in
      messenger.connect(receiver, handler)
    }
  }

  /// Whether this object has an observation of the other one.
  public func isObserving(_ observable: some ObservableObject) -> Bool {
    observable.messenger.isConnected(to: receiver)
  }

  /// Ends all observations of an object by this one.
  ///
  /// - Parameter observable: The object. If nil, this method does nothing.
  public func stopObserving(_ observable: (some ObservableObject)?) {
    observable?.messenger.endConnections(with: receiver)
  }

  /// Ends all observations by this object.
  public func stopObserving() {
    receiver.endConnections()
  }
}
