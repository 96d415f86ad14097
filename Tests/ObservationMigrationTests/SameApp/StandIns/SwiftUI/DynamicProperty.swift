/// A property of a view that connects it with something that changes.
protocol DynamicProperty {
  /// Before each evaluation of a view's body: finds what the view has kept of it.
  @MainActor func install(in node: Node, as name: String)

  /// Whether a view that differs in this property only has the same input as before.
  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool
}

// MARK: - State

/// Where a value is kept for a view, and the views whose bodies have read it.
public final class Location<Value> {
  private var value: Value
  private var readers: [ObjectIdentifier: Reader] = [:]

  private struct Reader {
    weak var node: Node?
    let evaluation: Int
  }

  init(_ value: Value) {
    self.value = value
  }

  func read() -> Value {
    MainActor.assumeIsolated {
      if let node = Node.current { readers[ObjectIdentifier(node)] = Reader(node: node, evaluation: node.evaluation) }
    }
    return value
  }

  /// An equal value is no change.
  func write(_ newValue: Value) {
    MainActor.assumeIsolated {
      if areSame(value, newValue) { return }
      value = newValue
      let readers = readers.values
      self.readers = [:]
      for reader in readers { reader.node?.invalidate(after: reader.evaluation) }
    }
  }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Box {
    var location: Location<Value>?
    let initial: Value

    init(_ initial: Value) {
      self.initial = initial
    }
  }

  private let box: Box

  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  public init(initialValue: Value) {
    box = Box(initialValue)
  }

  public init() where Value: ExpressibleByNilLiteral {
    box = Box(nil)
  }

  public var wrappedValue: Value {
    get { box.location?.read() ?? box.initial }
    nonmutating set { box.location?.write(newValue) }
  }

  public var projectedValue: Binding<Value> {
    Binding(read: { wrappedValue }, write: { wrappedValue = $0 }, identity: box.location.map { ObjectIdentifier($0) })
  }

  @MainActor func install(in node: Node, as name: String) {
    box.location = node.stored(name) { Location(box.initial) }
  }

  /// The initial value of another time says nothing.
  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool { true }
}

// MARK: - Bindings

@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
  private let read: () -> Value
  private let write: (Value) -> Void
  /// What is bound, and the value at that time; nil for closures, which can't be compared.
  private let identity: AnyHashable?
  private let snapshot: Value?

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(read: get, write: set, identity: nil)
  }

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void, identity: AnyHashable?, snapshot: Value? = nil) {
    self.read = read
    self.write = write
    self.identity = identity
    self.snapshot = snapshot
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<T>(dynamicMember keyPath: WritableKeyPath<Value, T>) -> Binding<T> {
    Binding<T>(
      read: { read()[keyPath: keyPath] },
      write: { newValue in
        var value = read()
        value[keyPath: keyPath] = newValue
        write(value)
      },
      identity: identity.map { [$0, keyPath] },
      snapshot: snapshot?[keyPath: keyPath]
    )
  }

  @MainActor func install(in node: Node, as name: String) {}

  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool {
    guard let other = other as? Binding, let identity, identity == other.identity else { return false }
    return areSame(snapshot as Any, other.snapshot as Any)
  }
}

@dynamicMemberLookup @propertyWrapper public struct Bindable<Value>: DynamicProperty {
  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  @MainActor func install(in node: Node, as name: String) {}

  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool {
    (other as? Bindable).map { areSame(wrappedValue, $0.wrappedValue) } ?? false
  }
}

extension Bindable where Value: AnyObject {
  /// Reads nothing: what reads through the binding follows the property.
  public subscript<T>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, T>) -> Binding<T> {
    let object = wrappedValue
    return Binding<T>(
      read: { object[keyPath: keyPath] },
      write: { object[keyPath: keyPath] = $0 },
      identity: [AnyHashable(ObjectIdentifier(object)), keyPath]
    )
  }
}

extension Bindable where Value: Observable {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: - Objects

@dynamicMemberLookup public struct ObjectWrapper<Object: AnyObject> {
  let object: Object

  /// Reads the value, as the view does that makes the binding.
  public subscript<T>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, T>) -> Binding<T> {
    let object = object
    return Binding<T>(
      read: { object[keyPath: keyPath] },
      write: { object[keyPath: keyPath] = $0 },
      identity: [AnyHashable(ObjectIdentifier(object)), keyPath],
      snapshot: object[keyPath: keyPath]
    )
  }
}

@MainActor @preconcurrency @propertyWrapper public struct StateObject<Object: ObservableObject>: DynamicProperty {
  private final class Box {
    var object: Object?
  }

  private let thunk: () -> Object
  private let box = Box()

  public init(wrappedValue: @autoclosure @escaping () -> Object) {
    thunk = wrappedValue
  }

  public var wrappedValue: Object { box.object ?? thunk() }
  public var projectedValue: ObjectWrapper<Object> { ObjectWrapper(object: wrappedValue) }

  @MainActor func install(in node: Node, as name: String) {
    let object = node.stored(name, thunk)
    box.object = object
    node.observe(object, as: name)
  }

  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool { true }
}

@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
  public typealias Wrapper = ObjectWrapper<Object>

  public var wrappedValue: Object
  public var projectedValue: ObjectWrapper<Object> { ObjectWrapper(object: wrappedValue) }

  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
  public init(initialValue: Object) { wrappedValue = initialValue }

  @MainActor func install(in node: Node, as name: String) {
    node.observe(wrappedValue, as: name)
  }

  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool {
    (other as? ObservedObject)?.wrappedValue === wrappedValue
  }
}

/// A property that takes an object from the environment.
protocol EnvironmentReader: DynamicProperty {
  @MainActor var key: ObjectIdentifier { get }
}

extension EnvironmentReader {
  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool { true }
}

@MainActor @preconcurrency @propertyWrapper public struct EnvironmentObject<Object: ObservableObject>: EnvironmentReader
{
  private final class Box {
    weak var object: Object?
  }

  private let box = Box()

  public init() {}

  public var wrappedValue: Object { box.object! }
  public var projectedValue: ObjectWrapper<Object> { ObjectWrapper(object: wrappedValue) }

  var key: ObjectIdentifier { ObjectIdentifier(Object.self) }

  @MainActor func install(in node: Node, as name: String) {
    guard let object = node.environment[key] as? Object else {
      fatalError("No ObservableObject of type \(Object.self)")
    }
    box.object = object
    node.observe(object, as: name)
  }
}

@propertyWrapper public struct Environment<Value>: EnvironmentReader {
  private final class Box {
    weak var object: AnyObject?
  }

  private let box = Box()
  let key: ObjectIdentifier

  public init(_ type: Value.Type) where Value: AnyObject & Observable {
    key = ObjectIdentifier(type)
  }

  public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {
    key = ObjectIdentifier(type)
  }

  public var wrappedValue: Value { box.object as! Value }

  @MainActor func install(in node: Node, as name: String) {
    box.object = node.environment[key]
  }
}
