// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// As much of Combine as `CombineObserver` and its check use, for systems without it: same declarations, simplest
// behaviour.

public struct Subscribers {
  public struct Demand: Equatable, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Cancellable {
  func cancel()
}

public protocol Subscription: Cancellable, AnyObject {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public protocol ObservableObject: AnyObject {}

/// A subject's subscription: belongs to the subscriber and to the subject.
private final class SubjectSubscription<Output>: Subscription {
  var deliver: ((Output) -> Void)?

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    deliver = nil
  }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private var subscriptions: [SubjectSubscription<Output>] = []

  public init() {}

  public func send(_ value: Output) {
    for subscription in subscriptions { subscription.deliver?(value) }
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = SubjectSubscription<Output>()
    subscription.deliver = { _ = subscriber.receive($0) }
    subscriptions.append(subscription)
    subscriber.receive(subscription: subscription)
  }
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  public private(set) var value: Output
  private let changes = PassthroughSubject<Output, Failure>()

  public init(_ value: Output) {
    self.value = value
  }

  public func send(_ value: Output) {
    self.value = value
    changes.send(value)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    changes.receive(subscriber: subscriber)
    _ = subscriber.receive(value)
  }
}

public enum Publishers {
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    let upstream: Upstream
    let transform: (Upstream.Output) -> Output

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: Inner(subscriber: subscriber, transform: transform))
    }

    private struct Inner<S: Subscriber>: Subscriber where S.Input == Output, S.Failure == Failure {
      let subscriber: S
      let transform: (Upstream.Output) -> Output

      func receive(subscription: any Subscription) { subscriber.receive(subscription: subscription) }
      func receive(_ input: Upstream.Output) -> Subscribers.Demand { subscriber.receive(transform(input)) }
      func receive(completion: Subscribers.Completion<Failure>) { subscriber.receive(completion: completion) }
    }
  }
}

public final class AnyCancellable: Cancellable {
  private var onCancel: (() -> Void)?

  init(_ cancel: @escaping () -> Void) {
    onCancel = cancel
  }

  deinit {
    cancel()
  }

  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}

extension Publisher {
  public func map<Mapped>(_ transform: @escaping (Output) -> Mapped) -> Publishers.Map<Self, Mapped> {
    Publishers.Map(upstream: self, transform: transform)
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let sink = Sink(receiveValue)
    receive(subscriber: sink)
    return AnyCancellable { sink.cancel() }
  }
}

private final class Sink<Input>: Subscriber, Cancellable {
  typealias Failure = Never
  private let receiveValue: (Input) -> Void
  private var subscription: (any Subscription)?

  init(_ receiveValue: @escaping (Input) -> Void) {
    self.receiveValue = receiveValue
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    receiveValue(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}
