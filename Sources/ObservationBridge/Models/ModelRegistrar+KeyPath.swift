import CObservationRuntime
public import Observation

/// Properties by key path in a class whose properties have numbers: changes reported by hand reach observers that have read by number.
extension ModelRegistrar {
  /// Returns the number of a property.
  ///
  /// It has the isolation of its class, because the key paths of the properties can be written only there. It returns `nil` if the key path may
  /// mean any of the class's properties. It only compares key paths, and is also called on other isolations.
  public typealias NumberOf<Subject> = @isolated(any) (PartialKeyPath<Subject>) -> Int?

  /// Does the same as ``access(_:keyPath:)`` in a class whose properties have numbers.
  public func access<Subject: Observable, Member>(
    _ subject: Subject,
    keyPath: KeyPath<Subject, Member>,
    number: @autoclosure () -> NumberOf<Subject>
  ) {
    if unsafe ob_current_list() != nil {
      trackRead(word, ModelProperty.bit(of: keyPath, number())) { $0.access(subject, keyPath: keyPath) }
    }
  }

  /// Does the same as ``withMutation(of:keyPath:_:)`` in a class whose properties have numbers.
  public func withMutation<Subject: Observable, Member, Result, Failure: Error>(
    of subject: Subject,
    keyPath: KeyPath<Subject, Member>,
    number: @autoclosure () -> NumberOf<Subject>,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isTracked { reportWillSet(subject, { keyPath }, ModelProperty.bit(of: keyPath, number())) }
    defer {
      if isTracked { reportDidSet(subject, keyPath, ModelProperty.bit(of: keyPath, number())) }
    }
    return try MutationByHand.run(
      in: word,
      of: isTracked ? ModelProperty.bit(of: keyPath, number()) : GraphInterest.properties,
      mutation
    )
  }

  /// Returns a number for a property that has none of its own, other than the first `count` numbers as long as there are any.
  public static func number(of keyPath: AnyKeyPath, after count: Int) -> Int {
    let rest = GraphInterest.propertyCount - count % GraphInterest.propertyCount
    return count + Int(UInt(bitPattern: keyPath.hashValue) % UInt(rest))
  }
}

extension ModelProperty {
  /// The place of a property by what finds its number; all places if that can't tell.
  fileprivate static func bit<Subject>(
    of keyPath: PartialKeyPath<Subject>,
    _ number: @escaping ModelRegistrar.NumberOf<Subject>
  ) -> UInt64 {
    // It touches no state of the class: safe on any isolation.
    let number = SynchronousFunction<PartialKeyPath<Subject>, Int?, Never>(.init(number))
    return number.call(keyPath).map(bit) ?? GraphInterest.properties
  }
}
