public import Observation
import Synchronization

extension ModelRegistrar {
  /// Returns a derived value of the model, for the getter of a computed property; see ``DerivedValue``.
  ///
  /// ```swift
  /// var total: Int {
  ///   registrar.derived(self, \.total) { lines.reduce(0) { $0 + $1.price } }
  /// }
  /// ```
  ///
  /// The value is stored with the model, and doesn't keep the model alive. An observation that depends on it finds out
  /// whether the value has changed by reading the property, on the thread that is about to run the observation.
  ///
  /// - Parameters:
  ///   - subject: The model.
  ///   - keyPath: The property whose getter this is. The key path determines the value: call this method once in the
  ///     getter. In a function or a subscript, the call stops the program.
  ///   - name: Names the property in messages. Use the default.
  ///   - file: Names the location of the getter in messages, together with `line`. Use the default.
  ///   - line: See `file`.
  ///   - compute: Computes the value. It's called before this method returns, or not at all.
  /// - Returns: The current value, computed if necessary.
  @inlinable
  public func derived<Subject: AnyObject & Observable, Value>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    name: StaticString = #function,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ compute: () -> Value
  ) -> Value {
    derivedValue(
      subject,
      keyPath,
      comparingBy: { _, _ in false },
      name,
      at: DerivedPropertyPlace(file, line, 0, name, ObjectIdentifier(Value.self)),
      Self.read { keyPath },
      compute
    )
  }

  /// Returns a derived value of the model that counts as changed only if it isn't equal to the previous one; see
  /// ``derived(_:_:name:file:line:_:)-91upm``.
  @inlinable
  public func derived<Subject: AnyObject & Observable, Value: Equatable>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    name: StaticString = #function,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ compute: () -> Value
  ) -> Value {
    derivedValue(
      subject,
      keyPath,
      comparingBy: { compare($0, $1, by: ==) },
      name,
      at: DerivedPropertyPlace(file, line, 0, name, ObjectIdentifier(Value.self)),
      Self.read { keyPath },
      compute
    )
  }

  /// Returns a derived value of the model that counts as changed only if `areEqual` returns `false`; see
  /// ``derived(_:_:name:file:line:_:)-91upm``.
  @inlinable
  public func derived<Subject: AnyObject & Observable, Value>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    comparingBy areEqual: @escaping (Value, Value) -> Bool,
    name: StaticString = #function,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ compute: () -> Value
  ) -> Value {
    derivedValue(
      subject,
      keyPath,
      comparingBy: { one, other in withoutObservation { areEqual(one, other) } },
      name,
      at: DerivedPropertyPlace(file, line, 0, name, ObjectIdentifier(Value.self)),
      Self.read { keyPath },
      compute
    )
  }

  // MARK: Derived values, for generated code

  /// Does the same as ``derived(_:_:name:file:line:_:)-91upm`` for a registrar that is a stored property of its model,
  /// at a location in a getter.
  @inlinable
  @inline(__always)
  public func _derived<Owner: AnyObject & Observable, Value>(
    owner: Owner,
    _ keyPath: @escaping () -> KeyPath<Owner, Value>,
    name: StaticString,
    file: StaticString,
    line: UInt,
    column: UInt,
    _ compute: () -> Value
  ) -> Value {
    ownDerivedValue(
      owner,
      keyPath,
      comparingBy: { _, _ in false },
      name,
      DerivedPropertyPlace(file, line, column, name, ObjectIdentifier(Value.self)),
      compute
    )
  }

  /// Does the same as ``derived(_:_:name:file:line:_:)-1vvhs`` for a registrar that is a stored property of its model,
  /// at a location in a getter.
  @inlinable
  @inline(__always)
  public func _derived<Owner: AnyObject & Observable, Value: Equatable>(
    owner: Owner,
    _ keyPath: @escaping () -> KeyPath<Owner, Value>,
    name: StaticString,
    file: StaticString,
    line: UInt,
    column: UInt,
    _ compute: () -> Value
  ) -> Value {
    ownDerivedValue(
      owner,
      keyPath,
      comparingBy: { compare($0, $1, by: ==) },
      name,
      DerivedPropertyPlace(file, line, column, name, ObjectIdentifier(Value.self)),
      compute
    )
  }

  /// Does the same as ``derived(_:_:comparingBy:name:file:line:_:)`` for a registrar that is a stored property of its
  /// model, at a location in a getter.
  @inlinable
  @inline(__always)
  public func _derived<Owner: AnyObject & Observable, Value>(
    owner: Owner,
    _ keyPath: @escaping () -> KeyPath<Owner, Value>,
    comparingBy areEqual: @escaping (Value, Value) -> Bool,
    name: StaticString,
    file: StaticString,
    line: UInt,
    column: UInt,
    _ compute: () -> Value
  ) -> Value {
    ownDerivedValue(
      owner,
      keyPath,
      comparingBy: { one, other in withoutObservation { areEqual(one, other) } },
      name,
      DerivedPropertyPlace(file, line, column, name, ObjectIdentifier(Value.self)),
      compute
    )
  }

  /// Reads a derived property with any comparison. The comparison isn't tracked, and is evaluated once.
  ///
  /// The registrar belongs to one class of the model's class hierarchy, so a location in a getter determines the
  /// property. The search by location is faster than making a key path, which is needed once only.
  @inlinable
  @inline(__always)
  func ownDerivedValue<Owner: AnyObject & Observable, Value>(
    _ owner: Owner,
    _ keyPath: @escaping () -> KeyPath<Owner, Value>,
    comparingBy areEqual: @autoclosure () -> (Value, Value) -> Bool,
    _ name: StaticString,
    _ place: DerivedPropertyPlace,
    _ compute: () -> Value
  ) -> Value {
    defer { withExtendedLifetime(owner) {} }
    assert(DerivedRecomputation.note(name))
    // Two separate paths: the first releases nothing, so a loop that reads many models needn't retain each of them.
    let read = beginRead(at: place)
    guard read.isOfKept else {
      assert(read.checkKeyPath(keyPath))
      if let known = unsafe read.property { return unsafe DerivedProperty<Value>.value(of: known, compute) }
      return derivedValue(
        owner,
        keyPath(),
        comparingBy: areEqual(),
        name,
        at: place,
        Self.read(keyPath),
        compute
      )
    }
    let current = DerivedProperty<Value>.kept(by: read)
    read.end()
    assert(read.checkKeyPath(keyPath))
    guard let current else { DerivedPropertyNode.failForNothingKept() }
    return current
  }

  @usableFromInline
  @_effects(releasenone)
  func beginRead(at place: DerivedPropertyPlace) -> DerivedPropertyNode.Read {
    guard let node = GraphNode(at: word.load(ordering: .acquiring)),
      let property = unsafe ModelNode.derived(node, at: place)
    else { return DerivedPropertyNode.Read() }
    return unsafe property._withUnsafeGuaranteedRef { $0.beginRead() }
  }

  // MARK: All derived properties

  /// Reads the derived value of a key path, made if necessary. The comparison isn't tracked, and is evaluated once.
  @inlinable
  @inline(__always)
  func derivedValue<Subject: AnyObject & Observable, Value>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Value>,
    comparingBy areEqual: @autoclosure () -> (Value, Value) -> Bool,
    _ name: StaticString,
    at place: DerivedPropertyPlace,
    _ read: @autoclosure () -> (AnyObject) -> Void,
    _ compute: () -> Value
  ) -> Value {
    defer { withExtendedLifetime(subject) {} }
    assert(DerivedRecomputation.note(name))
    if let known = unsafe knownDerived(keyPath, name, at: place) {
      return unsafe DerivedProperty<Value>.value(of: known, compute)
    }
    let new = unsafe addDerived(
      DerivedProperty(
        keyPath,
        named: name,
        at: place,
        in: subject,
        reading: read(),
        comparingBy: areEqual()
      )
    )
    let value = unsafe DerivedProperty<Value>.value(of: new, compute)
    assert(unsafe checkGetter(of: new, in: subject))
    return value
  }

  /// Returns a function that reads a property: in the getter, with a literal key path, by a call of the getter.
  @inlinable
  @inline(__always)
  static func read<Subject: AnyObject, Value>(_ keyPath: @escaping () -> KeyPath<Subject, Value>) -> (AnyObject) -> Void
  {
    { _ = unsafe unsafeDowncast($0, to: Subject.self)[keyPath: keyPath()] }
  }

  @usableFromInline
  func knownDerived(
    _ keyPath: AnyKeyPath,
    _ name: StaticString,
    at place: DerivedPropertyPlace
  ) -> Unmanaged<DerivedPropertyNode>? {
    failIfFunction(name, at: place)
    return unsafe ModelNode.contents(of: node)?.derived(keyPath, name, at: place)
  }

  /// Fails unless a new derived value belongs to the property of the getter that made the value; returns true.
  @usableFromInline
  func checkGetter(of new: Unmanaged<DerivedPropertyNode>, in model: AnyObject) -> Bool {
    unsafe new._withUnsafeGuaranteedRef { $0.checkGetter(in: model, ModelNode.contents(of: node)) }
  }

  @usableFromInline
  func addDerived(_ new: DerivedPropertyNode) -> Unmanaged<DerivedPropertyNode> {
    unsafe ModelNode.knownOrNewContents(of: node).add(new)
  }
}

/// Stops the program outside the getter of a property: only a property has a key path without arguments.
private func failIfFunction(_ name: StaticString, at place: DerivedPropertyPlace) {
  // In `#function`, the name of a property has no parentheses.
  guard name.hasPointerRepresentation, name.utf8CodeUnitCount > 0,
    unsafe name.utf8Start[name.utf8CodeUnitCount - 1] == UInt8(ascii: ")")
  else { return }
  // Release builds print the message of `fatalError`, too.
  fatalError(
    "Call 'derived' in the getter of a property; '\(name)' (\(place.description)) is a function or a subscript."
  )
}
