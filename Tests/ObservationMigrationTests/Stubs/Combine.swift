// swift-format-ignore-file

// As much of Combine's interface as the sources of the tests use, to type-check them where there is no Combine.

import Foundation

public protocol ObservableObject: AnyObject {}

extension ObservableObject {
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

public protocol Scheduler {}

extension DispatchQueue: Scheduler {}
extension RunLoop: Scheduler {}

public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  public init() {}
  public func send() {}
}

@propertyWrapper public struct Published<Value> {
  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
  }

  public init(initialValue: Value) { wrappedValue = initialValue }
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Publisher {
    get { Publisher() }
    set {}
  }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {}

public final class AnyCancellable: Hashable {
  public func cancel() {}
  public func store(in set: inout Set<AnyCancellable>) {}
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) {}
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  public init() {}
  public func send(_ value: Output) {}
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  public init(_ value: Output) {}
  public func send(_ value: Output) {}
}

public struct Interval: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) {}
  public init(floatLiteral value: Double) {}
  public static func seconds(_ value: Double) -> Interval { 0 }
  public static func milliseconds(_ value: Int) -> Interval { 0 }
}

extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }
  public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> { AnyPublisher() }
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> { AnyPublisher() }
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { AnyPublisher() }
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> { AnyPublisher() }
  public func removeDuplicates() -> AnyPublisher<Output, Failure> where Output: Equatable { AnyPublisher() }
  public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> { AnyPublisher() }
  public func debounce(for interval: Interval, scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher()
  }
  public func throttle(for interval: Interval, scheduler: some Scheduler, latest: Bool) -> AnyPublisher<Output, Failure>
  {
    AnyPublisher()
  }
  public func combineLatest<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure> { AnyPublisher() }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { AnyCancellable() }
  public func assign<Root>(to path: ReferenceWritableKeyPath<Root, Output>, on root: Root) -> AnyCancellable {
    AnyCancellable()
  }
  public func assign(to published: inout Published<Output>.Publisher) {}
}
