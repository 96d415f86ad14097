/// What delivers values. As the apps that the tests make need no failures and no demand, a subscriber is a closure.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Calls a closure with each value, until what it returns is cancelled or released.
  func attach(_ receive: @escaping (Output) -> Void) -> AnyCancellable
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let attachment: (@escaping (Output) -> Void) -> AnyCancellable

  init(_ attachment: @escaping (@escaping (Output) -> Void) -> AnyCancellable) {
    self.attachment = attachment
  }

  public init(_ publisher: some Publisher<Output, Failure>) {
    attachment = publisher.attach
  }

  public func attach(_ receive: @escaping (Output) -> Void) -> AnyCancellable { attachment(receive) }
}

public final class AnyCancellable: Hashable {
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) {
    action = cancel
  }

  deinit {
    cancel()
  }

  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }

  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The closures that a publisher calls, in the order in which they came.
final class Subscribers<Value> {
  private var next = 0
  private var closures: [Int: (Value) -> Void] = [:]

  func add(_ closure: @escaping (Value) -> Void) -> AnyCancellable {
    let number = next
    next += 1
    closures[number] = closure
    return AnyCancellable { [weak self] in self?.closures[number] = nil }
  }

  /// A subscription that is cancelled meanwhile gets no value any more, and a new one doesn't get this value.
  func send(_ value: Value) {
    for number in closures.keys.sorted() { closures[number]?(value) }
  }
}
