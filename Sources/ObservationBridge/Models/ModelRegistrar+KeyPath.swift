import CObservationRuntime
public import Observation

/// Access by key path in classes whose properties have numbers: reaches the observers that have read by number.
extension ModelRegistrar {
  /// Returns the number of a property, or the numbers of all properties to which the key path may lead.
  ///
  /// The function has the isolation of its class, since the key paths of the properties can be written only there. But
  /// it only compares key paths, and is also called on other isolations.
  public typealias _NumbersOf<Subject> = @isolated(any) (PartialKeyPath<Subject>) -> [Int]

  /// Does the same as ``access(_:keyPath:)`` in a class whose properties have numbers.
  public func _access<Subject: Observable, Member>(
    _ subject: Subject,
    keyPath: KeyPath<Subject, Member>,
    numbers: @autoclosure () -> _NumbersOf<Subject>
  ) {
    if ob_current_list() != 0 {
      trackRead(word, GraphInterest.bits(of: keyPath, numbers())) { $0.access(subject, keyPath: keyPath) }
    }
  }

  /// Does the same as ``withMutation(of:keyPath:_:)`` in a class whose properties have numbers.
  public func _withMutation<Subject: Observable, Member, Result, Failure: Error>(
    of subject: Subject,
    keyPath: KeyPath<Subject, Member>,
    numbers: @autoclosure () -> _NumbersOf<Subject>,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    assert(DerivedNode.mayWrite(address))
    if isTracked { reportWillSet(subject, { keyPath }, bit: GraphInterest.bits(of: keyPath, numbers())) }
    defer {
      if isTracked { reportDidSet(subject, { keyPath }, bit: GraphInterest.bits(of: keyPath, numbers())) }
    }
    return try MutationByHand.run(
      in: word,
      of: isTracked ? GraphInterest.bits(of: keyPath, numbers()) : GraphInterest.properties,
      mutation
    )
  }

  /// Returns a number for a property without a number of its own. It differs from the first `count` numbers, and from
  /// the numbers of other such properties, as long as there are enough.
  public static func _number(of keyPath: AnyKeyPath, after count: Int) -> Int {
    let rest = GraphInterest.propertyCount - count % GraphInterest.propertyCount
    return count + PropertyNumbers.number(of: keyPath, in: ObjectIdentifier(type(of: keyPath).rootType)) % rest
  }
}

extension GraphInterest {
  /// The bits of the properties to which a key path may lead. `numbers` finds their numbers.
  fileprivate static func bits<Subject>(
    of keyPath: PartialKeyPath<Subject>,
    _ numbers: @escaping ModelRegistrar._NumbersOf<Subject>
  ) -> UInt64 {
    // The function uses no state of the class, so it's safe on any isolation.
    typealias Numbers = SynchronousFunction<PartialKeyPath<Subject>, [Int], Never>
    let numbers: Numbers = withoutIsolation(Numbers.Isolated(numbers))
    return numbers.call(keyPath).reduce(0) { $0 | bit($1) }
  }
}
