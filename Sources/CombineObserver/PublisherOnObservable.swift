#if canImport(Combine)
  public import Combine
  public import SwiftObserver

  /// Publishes the messages of an observable object.
  ///
  /// Nothing is published at the start. It holds the object, and lives as long as it has a subscription. Subscribers
  /// that have not asked for more when a message is sent miss it, as with `PassthroughSubject`.
  ///
  /// Not `Sendable`, as the object: subscribe and cancel on its isolation.
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
    /// A publisher of the messages, which holds this object.
    public func publisher() -> PublisherOnObservable<Self> {
      PublisherOnObservable(self)
    }
  }
#endif
