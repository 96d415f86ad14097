// What the tests use of Apple's SwiftUI, as declarations only: sources are type-checked against it.

@_exported import Combine
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public typealias Body = Never
}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<V: View>(_ view: V) -> V { view }
    public static func buildBlock<each V: View>(_ views: repeat each V) -> some View { Group() }
    public static func buildOptional<V: View>(_ view: V?) -> some View { Group() }
    public static func buildEither<V: View>(first: V) -> some View { Group() }
    public static func buildEither<V: View>(second: V) -> some View { Group() }
}

public struct Group: View {
    public typealias Body = Never
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ViewModifierContent<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct ViewModifierContent<Modifier: ViewModifier>: View {
    public typealias Body = Never
}

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

@MainActor @preconcurrency public protocol Scene {}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @MainActor @preconcurrency var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

// MARK: - Wrappers

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public init() {}
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
    public subscript<T>(dynamicMember keyPath: WritableKeyPath<Value, T>) -> Binding<T> { fatalError() }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

@dynamicMemberLookup public struct ObjectWrapper<Object> {
    public subscript<T>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, T>) -> Binding<T> { fatalError() }
}

@MainActor @preconcurrency @propertyWrapper public struct StateObject<Object: ObservableObject> {
    public init(wrappedValue: @autoclosure @escaping () -> Object) {}
    public var wrappedValue: Object { fatalError() }
    public var projectedValue: ObjectWrapper<Object> { fatalError() }
}

@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<Object: ObservableObject> {
    public typealias Wrapper = ObjectWrapper<Object>
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
    public init(initialValue: Object) { wrappedValue = initialValue }
    public var wrappedValue: Object
    public var projectedValue: ObjectWrapper<Object> { fatalError() }
}

@MainActor @preconcurrency @propertyWrapper public struct EnvironmentObject<Object: ObservableObject> {
    public init() {}
    public var wrappedValue: Object { fatalError() }
    public var projectedValue: ObjectWrapper<Object> { fatalError() }
}

@MainActor @preconcurrency @propertyWrapper public struct FocusedObject<Object: ObservableObject> {
    public init() {}
    public var wrappedValue: Object? { fatalError() }
    public var projectedValue: ObjectWrapper<Object>? { fatalError() }
}

@propertyWrapper public struct FocusedValue<Value> {
    public init(_ type: Value.Type) where Value: AnyObject & Observable {}
    public var wrappedValue: Value? { fatalError() }
}

public struct EnvironmentValues {}

@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public init(_ type: Value.Type) where Value: AnyObject & Observable {}
    public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {}
    public var wrappedValue: Value { fatalError() }
}

@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
    public init(wrappedValue: Value) { fatalError() }
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
    public subscript<T>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, T>) -> Binding<T> { fatalError() }
}

extension Bindable where Value: Observable {
    public init(wrappedValue: Value) { fatalError() }
    public init(_ wrappedValue: Value) { fatalError() }
}

@propertyWrapper public struct AppStorage<Value> {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {}
    public init<T>(_ key: String, store: UserDefaults? = nil) where Value == T? {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper public struct SceneStorage<Value> {
    public init(wrappedValue: Value, _ key: String) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}

// MARK: - Views

extension View where Body == Never {
    public var body: Never { fatalError() }
}

extension View {
    public func environmentObject(_ object: some ObservableObject) -> some View { self }
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { self }
    public func focusedObject(_ object: (some ObservableObject)?) -> some View { self }
    public func focusedSceneObject(_ object: (some ObservableObject)?) -> some View { self }
    public func focusedValue(_ object: (some AnyObject & Observable)?) -> some View { self }
    public func focusedSceneValue(_ object: (some AnyObject & Observable)?) -> some View { self }
    public func padding() -> some View { self }
    public func tag(_ tag: Int) -> some View { self }
    public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }
    public func swipeActions<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
    public func searchable(text: Binding<String>) -> some View { self }
    public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
    public func tint(_ color: Color?) -> some View { self }
    public func onAppear(perform action: (() -> Void)?) -> some View { self }
    public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P.Failure == Never { self }
    public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ old: V, _ new: V) -> Void
    ) -> some View { self }
    public func disabled(_ isDisabled: Bool) -> some View { self }
    public func navigationTitle(_ title: String) -> some View { self }
}

public struct Color: Sendable {
    public static let green = Color()
}

public struct Text: View {
    public typealias Body = Never
    public init(_ text: some StringProtocol) {}
}

public struct Spacer: View {
    public typealias Body = Never
    public init() {}
}

public struct VStack<Content: View>: View {
    public typealias Body = Never
    public init(@ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: View {
    public typealias Body = Never
    public init(@ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Content: View>: View {
    public typealias Body = Never
    public init(@ViewBuilder root: () -> Content) {}
}

public struct TabView<Content: View>: View {
    public typealias Body = Never
    public init(selection: Binding<Int>?, @ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: View {
    public typealias Body = Never
    public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: View {
    public typealias Body = Never
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: View {
    public typealias Body = Never
    public init(@ViewBuilder content: () -> Content) {}
    public init<Data: RandomAccessCollection>(
        _ data: Data,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable {}
    public init<Data: RandomAccessCollection, ID: Hashable>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Content
    ) {}
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: View where Data.Element: Identifiable {
    public typealias Body = Never
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct Button: View {
    public typealias Body = Never
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct Toggle: View {
    public typealias Body = Never
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
}

public struct Stepper: View {
    public typealias Body = Never
    public init(_ title: some StringProtocol, value: Binding<Int>) {}
}

public struct TextField: View {
    public typealias Body = Never
    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct ColorPicker: View {
    public typealias Body = Never
    public init(_ title: some StringProtocol, selection: Binding<Color>) {}
}

public struct LabeledContent: View {
    public typealias Body = Never
    public init<Format: FormatStyle>(_ title: some StringProtocol, value: Format.FormatInput, format: Format)
    where Format.FormatInput: Equatable, Format.FormatOutput == String {}
}

// MARK: - Previews

@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
