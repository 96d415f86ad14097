public import Observation

extension ModelRegistrar {
  /// Returns a derived value of the model, for the getter of a computed property; see ``DerivedValue``.
  ///
  /// ```swift
  /// var total: Int {
  ///   registrar.derived(self, \.total) { lines.reduce(0) { $0 + $1.price } }
  /// }
  /// ```
  ///
  /// The value is stored with the model, and doesn't keep the model alive. To find out whether the value has changed for an observation that
  /// depends on it, the property is read, on the thread that is about to run the observation.
  ///
  /// - Parameters:
  ///   - subject: The model.
  ///   - keyPath: The property whose getter this is.
  ///   - name: Names the property in messages. Use the default.
  ///   - compute: Computes the value. It's called before this method returns, or not at all.
  /// - Returns: The current value, computed if necessary.
  @inlinable
  public func derived<Subject: AnyObject & Observable, Value>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    name: StaticString = #function,
    _ compute: () -> Value
  ) -> Value {
    derivedValue(subject, keyPath, comparingBy: { _, _ in false }, name, compute)
  }

  /// Returns a derived value of the model that counts as changed only if it isn't equal to the previous one; see ``derived(_:_:name:_:)-xfuu``.
  @inlinable
  public func derived<Subject: AnyObject & Observable, Value: Equatable>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    name: StaticString = #function,
    _ compute: () -> Value
  ) -> Value {
    derivedValue(subject, keyPath, comparingBy: { compare($0, $1, by: ==) }, name, compute)
  }

  /// Returns a derived value of the model that counts as changed only if `areEqual` returns `false`; see ``derived(_:_:name:_:)-xfuu``.
  @inlinable
  public func derived<Subject: AnyObject & Observable, Value>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    comparingBy areEqual: @escaping (Value, Value) -> Bool,
    name: StaticString = #function,
    _ compute: () -> Value
  ) -> Value {
    derivedValue(
      subject,
      keyPath,
      comparingBy: { one, other in withoutObservation { areEqual(one, other) } },
      name,
      compute
    )
  }

  /// The same with a comparison that tracks nothing, and that is asked for once.
  @inlinable
  @inline(__always)
  func derivedValue<Subject: AnyObject & Observable, Value>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    comparingBy areEqual: @autoclosure () -> (Value, Value) -> Bool,
    _ name: StaticString,
    _ compute: () -> Value
  ) -> Value {
    withExtendedLifetime(subject) {
      let property =
        unsafe knownDerived(keyPath, name)
        ?? addDerived(
          DerivedProperty(keyPath, named: name, reading: Self.read(subject, keyPath), comparingBy: areEqual())
        )
      // Equal key paths have values of one type. It lives as long as the model.
      return unsafe property._withUnsafeGuaranteedRef {
        unsafe unsafeDowncast($0, to: DerivedProperty<Value>.self).value(compute)
      }
    }
  }

  /// Reads a property as long as its object is there.
  @inlinable
  static func read<Subject: AnyObject, Value>(_ subject: Subject, _ keyPath: KeyPath<Subject, Value>) -> () -> Void {
    { [weak subject] in
      guard let subject else { return }
      _ = subject[keyPath: keyPath]
    }
  }

  @usableFromInline
  func knownDerived(_ keyPath: AnyKeyPath, _ name: StaticString) -> Unmanaged<DerivedPropertyNode>? {
    unsafe ModelNode.derived(node, keyPath, name)
  }

  @usableFromInline
  func addDerived(_ new: DerivedPropertyNode) -> Unmanaged<DerivedPropertyNode> {
    unsafe ModelNode.add(new, to: node)
  }
}
