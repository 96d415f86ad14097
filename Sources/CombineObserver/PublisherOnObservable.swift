#if canImport(Combine)
  public import Combine
  public import SwiftObserver

  /// Publishes the messages of an observable object.
  ///
  /// Nothing is published at the start. It keeps the object alive, and stays alive as long as it has a subscription.
  /// Subscribers that haven't asked for more when a message is sent miss it, as with `PassthroughSubject`.
  ///
  /// Like the object, it isn't `Sendable`: subscribe and cancel on the object's isolation.
  public final class PublisherOnObservable<O: SwiftObserver.ObservableObject>: Publisher, Observer {
    /// The messages.
    public typealias Output = O.Message
    /// There are no failures.
    public typealias Failure = Never

    /// Keeps the observation of the object.
    public let receiver = Receiver()
    private let observable: O
    private let subject = PassthroughSubject<O.Message, Never>()

    init(_ observable: O) {
      self.observable = observable
      observe(observable) { [subject] message in subject.send(message) }
    }

    /// Sends the subscriber each message from now on.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == O.Message, S.Failure == Never {
      // The subscription keeps this publisher, without which nothing would arrive any more.
      subject.map { [self] message in withExtendedLifetime(self) { message } }.receive(subscriber: subscriber)
    }
  }

  extension SwiftObserver.ObservableObject {
    /// A publisher of the messages, which keeps this object alive.
    public func publisher() -> PublisherOnObservable<Self> {
      PublisherOnObservable(self)
    }
  }
#endif
