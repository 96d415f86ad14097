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
  ///   - keyPath: The property whose getter this is. It tells which value is meant: call this once in the getter, and not in functions or
  ///     subscripts, where it stops the program.
  ///   - name: Names the property in messages. Use the default.
  ///   - file: Says in messages where the getter is, together with `line`. Use the default.
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

  /// Does the same as ``derived(_:_:name:file:line:_:)-91upm`` for a registrar that is a stored property of its model, at a place in a
  /// getter.
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

  /// Does the same as ``derived(_:_:name:file:line:_:)-1vvhs`` for a registrar that is a stored property of its model, at a place in a
  /// getter.
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

  /// Does the same as ``derived(_:_:comparingBy:name:file:line:_:)`` for a registrar that is a stored property of its model, at a place in
  /// a getter.
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

  /// The value of a derived property, whatever its comparison. The comparison tracks nothing, and is asked for once.
  ///
  /// What is read at one place of a getter is one property, since the registrar is that of one level of one class. To find it by that takes
  /// less time than to make a key path, which is needed once.
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
    assert(DerivedPull.note(name))
    // Two ways that don't meet, of which the first releases nothing: a loop that reads many models needn't retain each of them.
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
    guard let current else { read.failForNothingKept() }
    return current
  }

  /// Begins to read the derived value that a getter reads at a place.
  @usableFromInline
  @_effects(releasenone)
  func beginRead(at place: DerivedPropertyPlace) -> DerivedPropertyNode.Read {
    guard let node = GraphNode(at: word.load(ordering: .acquiring)),
      let property = unsafe ModelNode.derived(node, at: place)
    else { return DerivedPropertyNode.Read() }
    return unsafe property._withUnsafeGuaranteedRef { $0.beginRead() }
  }

  // MARK: All of them

  /// Reads the derived value of a key path, made if need be: with a comparison that tracks nothing, and is asked for once.
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
    assert(DerivedPull.note(name))
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

  /// Reads a property.
  // In the getter, where the key path is known, the compiler makes a call of the getter of it.
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
    return unsafe ModelNode.derived(node, keyPath, name, at: place)
  }

  /// Fails where a new derived value isn't that of the property whose getter has made it: true otherwise.
  @usableFromInline
  func checkGetter(of new: Unmanaged<DerivedPropertyNode>, in model: AnyObject) -> Bool {
    unsafe new._withUnsafeGuaranteedRef { $0.checkGetter(in: model, ModelNode.contents(of: node)) }
  }

  @usableFromInline
  func addDerived(_ new: DerivedPropertyNode) -> Unmanaged<DerivedPropertyNode> {
    unsafe ModelNode.add(new, to: node)
  }
}

/// Stops the program outside the getter of a property, which alone has a key path without arguments.
private func failIfFunction(_ name: StaticString, at place: DerivedPropertyPlace) {
  // As `#function` has it, the name of a property has no parentheses.
  guard name.hasPointerRepresentation, name.utf8CodeUnitCount > 0,
    unsafe name.utf8Start[name.utf8CodeUnitCount - 1] == UInt8(ascii: ")")
  else { return }
  // Its message is printed by release builds, too.
  fatalError(
    "Call 'derived' in the getter of a property; '\(name)' (\(place.description)) is a function or a subscript."
  )
}
