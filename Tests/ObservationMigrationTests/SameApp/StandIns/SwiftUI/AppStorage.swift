/// A value of the user's defaults.
///
/// In an observable object it announces its changes as a published property does; a view that reads it directly follows it.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let key: String
  private let initial: Value

  public init(wrappedValue: Value, _ key: String) {
    self.key = key
    initial = wrappedValue
  }

  private var value: Value { UserDefaults.standard.object(forKey: key) as? Value ?? initial }

  public var wrappedValue: Value {
    get { MainActor.assumeIsolated { StoredValues.location(of: key).read() as? Value ?? initial } }
    nonmutating set { MainActor.assumeIsolated { StoredValues.set(newValue, for: key) } }
  }

  public var projectedValue: Binding<Value> {
    Binding(read: { wrappedValue }, write: { wrappedValue = $0 }, identity: key)
  }

  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, AppStorage<Value>>
  ) -> Value {
    get { object[keyPath: storage].value }
    set {
      (object as? any ObservableObject).map { announce($0) }
      MainActor.assumeIsolated { StoredValues.set(newValue, for: object[keyPath: storage].key) }
    }
  }

  private static func announce(_ object: some ObservableObject) {
    (object.objectWillChange as? ObservableObjectPublisher)?.send()
  }

  @MainActor func install(in node: Node, as name: String) {}

  @MainActor func isSameInput(as other: any DynamicProperty) -> Bool { (other as? AppStorage)?.key == key }
}

/// The values in the user's defaults that views read.
@MainActor enum StoredValues {
  private static var locations: [String: Location<Any?>] = [:]

  static func location(of key: String) -> Location<Any?> {
    if let location = locations[key] { return location }
    let location = Location(UserDefaults.standard.object(forKey: key))
    locations[key] = location
    return location
  }

  static func set(_ value: Any?, for key: String) {
    UserDefaults.standard.set(value, forKey: key)
    location(of: key).write(value)
  }

  /// Forgets all values, as in a new installation.
  static func reset() {
    locations = [:]
    for key in UserDefaults.standard.dictionaryRepresentation().keys where key.hasPrefix("app.") {
      UserDefaults.standard.removeObject(forKey: key)
    }
  }
}
