// What `derived` means where `@ObservableModel` doesn't generate it, and with closures that it doesn't take. Only messages: the compiler
// prefers every other method, and none of these can be called.

extension _ObservationModelObservable {
  /// Not available: mark the subclass that declares the property with ``ObservableModel()``.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "Mark the class that declares the property with @ObservableModel, which generates 'derived'"
  )
  public nonisolated func derived<Value>(
    _ keyPath: KeyPath<Self, Value>,
    comparingBy areEqual: ((Value, Value) -> Bool)? = nil,
    _ compute: () -> Value
  ) -> Value {
    fatalError()
  }

  /// Not available: a derived property can't throw.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "A derived property can't throw; compute a Result, or use a DerivedValue"
  )
  public nonisolated func derived<Value>(
    _ keyPath: KeyPath<Self, Value>,
    comparingBy areEqual: ((Value, Value) -> Bool)? = nil,
    _ compute: () throws -> Value
  ) -> Value {
    fatalError()
  }

  /// Not available: a derived property can't wait.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "A derived property can't wait; start a task that stores the result in a property, and derive from that"
  )
  public nonisolated func derived<Value>(
    _ keyPath: KeyPath<Self, Value>,
    comparingBy areEqual: ((Value, Value) -> Bool)? = nil,
    _ compute: () async throws -> Value
  ) -> Value {
    fatalError()
  }
}

// Functions, which other methods and functions of this name hide: a class that isn't marked has no method `derived`.

/// Not available: mark the class with ``ObservableModel()``.
@_disfavoredOverload
@available(
  *,
  unavailable,
  message: "Only a class marked with @ObservableModel, or an extension of one, has derived properties"
)
public func derived<Root, Value>(
  _ keyPath: KeyPath<Root, Value>,
  comparingBy areEqual: ((Value, Value) -> Bool)? = nil,
  _ compute: () -> Value
) -> Value {
  fatalError()
}

/// Not available: mark the class with ``ObservableModel()``.
@_disfavoredOverload
@available(
  *,
  unavailable,
  message: "Only a class marked with @ObservableModel, or an extension of one, has derived properties"
)
public func derived<Value>(
  _ keyPath: KeyPath<_ObservationModelAny, Value>,
  comparingBy areEqual: ((Value, Value) -> Bool)? = nil,
  _ compute: () -> Value
) -> Value {
  fatalError()
}

/// Has every property, so that a key path without a type leads to one. For messages only.
@dynamicMemberLookup
public enum _ObservationModelAny {
  /// Not available.
  public subscript<Value>(dynamicMember name: String) -> Value { fatalError() }
}
