// swift-format-ignore-file

// As much of SwiftUI's interface as the sources of the tests use, to type-check them where there is no SwiftUI.

@_exported import Combine
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension View where Body == Never {
  public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  public static func buildExpression<V: View>(_ view: V) -> V { view }
  public static func buildBlock<each V: View>(_ views: repeat each V) -> some View { Text("") }
}

public struct Text: View {
  public init(_ text: String) {}
}

public struct TextField: View {
  public init(_ title: String, text: Binding<String>) {}
}

public struct Stepper: View {
  public init(_ title: String, value: Binding<Int>) {}
}

public struct Toggle: View {
  public init(_ title: String, isOn: Binding<Bool>) {}
}

public struct VStack<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: View {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable {}
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public init() {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<T>(dynamicMember path: WritableKeyPath<Value, T>) -> Binding<T> { fatalError() }
}

@propertyWrapper public struct State<Value> {
  public init(initialValue: Value) {}
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  public var wrappedValue: Value
  @available(*, unavailable) public init(wrappedValue: Value) { fatalError() }
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public subscript<T>(dynamicMember path: ReferenceWritableKeyPath<Value, T>) -> Binding<T> { fatalError() }
}

@dynamicMemberLookup public struct ObjectWrapper<Object> {
  public subscript<T>(dynamicMember path: ReferenceWritableKeyPath<Object, T>) -> Binding<T> { fatalError() }
}

@propertyWrapper public struct StateObject<Object: ObservableObject> {
  public init(wrappedValue: @autoclosure @escaping () -> Object) {}
  public var wrappedValue: Object { fatalError() }
  public var projectedValue: ObjectWrapper<Object> { fatalError() }
}

@propertyWrapper public struct ObservedObject<Object: ObservableObject> {
  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
  public init(initialValue: Object) { wrappedValue = initialValue }
  public var wrappedValue: Object
  public var projectedValue: ObjectWrapper<Object> { fatalError() }
}

@propertyWrapper public struct EnvironmentObject<Object: ObservableObject> {
  public init() {}
  public var wrappedValue: Object { fatalError() }
  public var projectedValue: ObjectWrapper<Object> { fatalError() }
}

public struct EnvironmentValues {}

@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public init(_ type: Value.Type) where Value: AnyObject & Observable {}
  public var wrappedValue: Value { fatalError() }
}

@propertyWrapper public struct AppStorage<Value> {
  public init(wrappedValue: Value, _ key: String) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}

extension View {
  public func environmentObject(_ object: some ObservableObject) -> some View { self }
  public func environment(_ object: (some AnyObject & Observable)?) -> some View { self }
  public func padding() -> some View { self }
  public func onReceive<P: Publisher>(_ publisher: P, perform: @escaping (P.Output) -> Void) -> some View
  where P.Failure == Never { self }
  public func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (V, V) -> Void
  ) -> some View { self }
}
