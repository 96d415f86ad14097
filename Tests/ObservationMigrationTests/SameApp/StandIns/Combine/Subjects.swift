public protocol Subject<Output, Failure>: Publisher, AnyObject {
  func send(_ value: Output)
}

extension Subject where Output == Void {
  public func send() {
    send(())
  }
}

public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let subscribers = Subscribers<Output>()

  public init() {}

  public func send(_ value: Output) {
    subscribers.send(value)
  }

  public func attach(_ receive: @escaping (Output) -> Void) -> AnyCancellable { subscribers.add(receive) }
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let subscribers = Subscribers<Output>()
  private var current: Output

  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  public init(_ value: Output) {
    current = value
  }

  public func send(_ value: Output) {
    current = value
    subscribers.send(value)
  }

  public func attach(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    let cancellable = subscribers.add(receive)
    receive(current)
    return cancellable
  }
}

public struct Just<Output>: Publisher {
  public typealias Failure = Never
  private let value: Output

  public init(_ value: Output) {
    self.value = value
  }

  public func attach(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    receive(value)
    return AnyCancellable {}
  }
}
