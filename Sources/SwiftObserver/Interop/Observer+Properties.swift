public import Observation
public import ObservationBridge

extension Observer {
  /// Begins the description of an observation of a property, whose changes are `Update` messages.
  ///
  /// ```swift
  /// observer.observe(profile, \.name).new().filter({ !$0.isEmpty }) { name in print(name) }
  /// ```
  ///
  /// Changes made on the actor are delivered one by one, inside the mutation. Changes made elsewhere are coalesced: one
  /// update in the next turn of the actor, whose `old` is the value that was last delivered or current. With the public
  /// tracking backend all changes are coalesced. The author is the object. Nothing is delivered at the start, and a
  /// handler isn't called for its own changes. Several observations of a property are independent of each other, and
  /// run in no particular order.
  ///
  /// An actor whose own observer observes a property stays alive until the observation is stopped.
  ///
  /// The observation ends with the observer or the object, or by `stopObserving(_:)`. The runtime doesn't report the
  /// object's deallocation, so the handler's captures are released with the observer, or when that makes room for new
  /// observations.
  ///
  /// - Parameters:
  ///   - object: An object of a class with `@Observable`. The object isn't kept alive once a handler is given.
  ///   - keyPath: The property, stored or computed.
  ///   - isolation: The actor of the observer and the object. Leave out this argument.
  /// - Returns: The description, to be ended with a handler.
  @inlinable
  public func observe<Object: AnyObject & Observation.Observable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    isolation: isolated any Actor = #isolation
  ) -> ObservationTransformer<Update<Value>> {
    ObservationTransformer { [receiver] handler in
      connect(receiver, to: object, keyPath, isolation: isolation, handler)
    }
  }

  /// Receives the changes to a property as `Update` messages.
  ///
  /// Works like ``observe(_:_:isolation:)``, but takes the handler as an argument.
  @inlinable
  public func observe<Object: AnyObject & Observation.Observable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    isolation: isolated any Actor = #isolation,
    receive: @escaping (Update<Value>) -> Void
  ) {
    observe(object, keyPath, isolation: isolation).receive(receive)
  }

  /// Receives the changes to a property as `Update` messages, with the object as their author.
  ///
  /// Works like ``observe(_:_:isolation:)``, but takes the handler as an argument.
  @inlinable
  public func observe<Object: AnyObject & Observation.Observable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    isolation: isolated any Actor = #isolation,
    receive: @escaping (Update<Value>, AnyAuthor) -> Void
  ) {
    observe(object, keyPath, isolation: isolation).receive(receive)
  }

  /// Whether this object has an observation of a property of the other one.
  public func isObserving(_ object: some AnyObject & Observation.Observable) -> Bool {
    receiver.isConnected(to: .object(ObjectIdentifier(object)))
  }

  /// Whether this object observes the other one, or one of its properties.
  public func isObserving(_ object: some ObservableObject & Observation.Observable) -> Bool {
    object.messenger.isConnected(to: receiver) || receiver.isConnected(to: .object(ObjectIdentifier(object)))
  }

  /// Ends all observations of properties of an object by this one.
  ///
  /// - Parameter object: The object. If nil, this method does nothing.
  public func stopObserving(_ object: (some AnyObject & Observation.Observable)?) {
    if let object { receiver.endConnections(to: .object(ObjectIdentifier(object))) }
  }

  /// Ends all observations of an object and of its properties by this one.
  ///
  /// - Parameter object: The object. If nil, this method does nothing.
  public func stopObserving(_ object: (some ObservableObject & Observation.Observable)?) {
    guard let object else { return }
    object.messenger.endConnections(with: receiver)
    receiver.endConnections(to: .object(ObjectIdentifier(object)))
  }
}

@inlinable
func connect<Object: AnyObject & Observation.Observable, Value>(
  _ receiver: Receiver,
  to object: Object,
  _ keyPath: KeyPath<Object, Value>,
  isolation: isolated any Actor,
  _ handler: MessageHandler<Update<Value>>
) {
  let token =
    switch handler {
    case .message(let receive):
      withPropertyObservation(of: object, keyPath, isolation: isolation) { change in
        receive(Update(change.old, change.new))
      }
    case .messageAndAuthor(let receive):
      // Unowned: whoever delivers a change has read the object.
      withPropertyObservation(of: object, keyPath, isolation: isolation) { [unowned object] change in
        receive(Update(change.old, change.new), object)
      }
    }
  receiver.add(PropertyConnection(token, from: object, to: receiver))
}
