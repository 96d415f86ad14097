#if canImport(Combine)
  public import Combine
  public import SwiftObserver

  /// Publishes the latest message of an observable cache, then each message.
  ///
  /// It keeps the object alive, and stays alive as long as it has a subscription. Subscribers that haven't asked for
  /// more get the latest message when they do, as with `CurrentValueSubject`.
  ///
  /// Like the object, it isn't `Sendable`: subscribe and cancel on the object's isolation.
  public final class PublisherOnObservableCache<O: ObservableCache>: Publisher, Observer {
    /// The messages.
    public typealias Output = O.Message
    /// There are no failures.
    public typealias Failure = Never

    /// Keeps the observation of the object.
    public let receiver = Receiver()
    private let observable: O
    private let subject: CurrentValueSubject<O.Message, Never>

    init(_ observable: O) {
      self.observable = observable
      subject = CurrentValueSubject(observable.latestMessage)
      observe(observable) { [subject] message in subject.send(message) }
    }

    /// Sends the subscriber the latest message, and each message from now on.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == O.Message, S.Failure == Never {
      // The subscription keeps this publisher, without which nothing would arrive any more.
      subject.map { [self] message in withExtendedLifetime(self) { message } }.receive(subscriber: subscriber)
    }
  }

  extension ObservableCache {
    /// A publisher of the latest message and then of each one, which keeps this object alive.
    public func publisher() -> PublisherOnObservableCache<Self> {
      PublisherOnObservableCache(self)
    }
  }
#endif
