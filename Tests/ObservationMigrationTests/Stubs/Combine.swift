// What the tests use of Apple's Combine, as declarations only: sources are type-checked against it.

import Foundation
@_exported import FoundationNetworking

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {}

public final class AnyCancellable: Hashable {
    public func cancel() {}
    public func store(in set: inout Set<AnyCancellable>) {}
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {}
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) {}
}

public protocol Subject<Output, Failure>: Publisher, AnyObject {
    func send(_ value: Output)
}

extension Subject where Output == Void {
    public func send() {}
}

public final class PassthroughSubject<Output, Failure: Error>: Subject {
    public init() {}
    public func send(_ value: Output) {}
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    public var value: Output
    public init(_ value: Output) { self.value = value }
    public func send(_ value: Output) {}
}

public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never
    public init() {}
    public func send() {}
}

public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { fatalError() }
}

@propertyWrapper public struct Published<Value> {
    public struct Publisher: Combine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never
    }

    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}

    public var wrappedValue: Value {
        get { fatalError() }
        set { fatalError() }
    }

    public var projectedValue: Publisher {
        get { fatalError() }
        set { fatalError() }
    }

    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object,
        wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
        storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { fatalError() }
        set { fatalError() }
    }
}

public enum Publishers {
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public init(_ a: A, _ b: B) {}
    }
}

public protocol SchedulerInterval: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    static func seconds(_ value: Double) -> Self
    static func milliseconds(_ value: Int) -> Self
}

public protocol SchedulerTime {
    associatedtype Stride: SchedulerInterval
}

public protocol Scheduler {
    associatedtype SchedulerTimeType: SchedulerTime
}

extension DispatchQueue: Scheduler {
    public struct SchedulerTimeType: SchedulerTime {
        public struct Stride: SchedulerInterval {
            public var magnitude: Int
            public init(integerLiteral value: Int) { magnitude = 0 }
            public init(floatLiteral value: Double) { magnitude = 0 }
            public static func seconds(_ value: Double) -> Stride { 0 }
            public static func milliseconds(_ value: Int) -> Stride { 0 }
        }
    }
}

extension RunLoop: Scheduler {
    public struct SchedulerTimeType: SchedulerTime {
        public struct Stride: SchedulerInterval {
            public var magnitude: TimeInterval
            public init(integerLiteral value: Int) { magnitude = 0 }
            public init(floatLiteral value: Double) { magnitude = 0 }
            public static func seconds(_ value: Double) -> Stride { 0 }
            public static func milliseconds(_ value: Int) -> Stride { 0 }
        }
    }
}

public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
}

extension Publisher {
    public func sink(
        receiveCompletion: @escaping (Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable { fatalError() }
    public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> { fatalError() }
    public func map<T>(_ keyPath: KeyPath<Output, T>) -> AnyPublisher<T, Failure> { fatalError() }
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> { fatalError() }
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride,
        scheduler: S,
        latest: Bool
    ) -> AnyPublisher<Output, Failure> { fatalError() }
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> { fatalError() }
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> { fatalError() }
    public func debounce<S: Scheduler>(
        for time: S.SchedulerTimeType.Stride,
        scheduler: S
    ) -> AnyPublisher<Output, Failure> { fatalError() }
    public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> { fatalError() }
    public func combineLatest<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure>
    where P.Failure == Failure { fatalError() }
    public func flatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> AnyPublisher<P.Output, Failure> {
        fatalError()
    }
    public func prefix(_ count: Int) -> AnyPublisher<Output, Failure> { fatalError() }
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }
}

extension Publisher where Output: Equatable {
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { fatalError() }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
    public func assign(to published: inout Published<Output>.Publisher) {}
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        fatalError()
    }
}

extension URLSession {
    public func dataTaskPublisher(
        for url: URL
    ) -> AnyPublisher<(data: Data, response: URLResponse), URLError> { fatalError() }
}

public final class TimerPublisher: Publisher {
    public typealias Output = Date
    public typealias Failure = Never
    public func autoconnect() -> AnyPublisher<Date, Never> { fatalError() }
}

extension Timer {
    public static func publish(
        every interval: TimeInterval,
        on runLoop: RunLoop,
        in mode: RunLoop.Mode
    ) -> TimerPublisher { fatalError() }
}
