/// A property that announces its changes before they are made.
@propertyWrapper public struct Published<Value> {
  final class Storage {
    var value: Value
    var objectWillChange: ObservableObjectPublisher?
    let subscribers = Subscribers<Value>()
    /// What assigns to the property.
    var sources: [AnyCancellable] = []

    init(_ value: Value) {
      self.value = value
    }

    /// The object announces its change, then subscribers are given the new value, then it is stored.
    func set(_ newValue: Value) {
      objectWillChange?.send()
      subscribers.send(newValue)
      value = newValue
    }
  }

  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    let storage: Storage

    public func attach(_ receive: @escaping (Value) -> Void) -> AnyCancellable {
      let cancellable = storage.subscribers.add(receive)
      receive(storage.value)
      return cancellable
    }
  }

  let storage: Storage

  public init(wrappedValue: Value) {
    storage = Storage(wrappedValue)
  }

  public init(initialValue: Value) {
    storage = Storage(initialValue)
  }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }

  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    set {}
  }

  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].storage.value }
    set { object[keyPath: storage].storage.set(newValue) }
  }
}

/// A published property of any type.
protocol PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? {
    get { storage.objectWillChange }
    nonmutating set { storage.objectWillChange = newValue }
  }
}
