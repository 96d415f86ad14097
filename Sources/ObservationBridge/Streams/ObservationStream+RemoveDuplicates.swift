extension ObservationStream {
  /// A stream that leaves out values that the predicate considers duplicates of the one delivered before.
  ///
  /// Duplicates are removed after rate limiting. Each iterator keeps the value that it delivered last. If this is
  /// applied twice, a value is left out if either predicate says so.
  ///
  /// - Parameter isDuplicate: Returns whether the second value is a duplicate of the first. Runs on the consumer's
  ///   isolation.
  /// - Returns: The stream.
  public func removeDuplicates(by isDuplicate: @escaping @Sendable (Value, Value) -> Bool) -> ObservationStream {
    guard let inner = source.duplicates?.isDuplicate else {
      return ObservationStream(StreamSource(source, DuplicateRule(isDuplicate)))
    }
    return ObservationStream(StreamSource(source, DuplicateRule { inner($0, $1) || isDuplicate($0, $1) }))
  }
}

extension ObservationStream where Value: Equatable & SendableMetatype {
  /// A stream that leaves out values that equal the one delivered before.
  ///
  /// - Returns: The stream.
  public func removeDuplicates() -> ObservationStream {
    removeDuplicates { $0 == $1 }
  }
}

/// Which values are duplicates.
@usableFromInline
final class DuplicateRule<Value>: Sendable {
  let isDuplicate: @Sendable (Value, Value) -> Bool

  init(_ isDuplicate: @escaping @Sendable (Value, Value) -> Bool) {
    self.isDuplicate = isDuplicate
  }
}

/// What one iterator knows of the value it delivered last.
@usableFromInline
final class DuplicateFilter<Value> {
  private let rule: DuplicateRule<Value>
  private var previous: Value?

  @usableFromInline
  init(_ rule: DuplicateRule<Value>) {
    self.rule = rule
  }

  @usableFromInline
  func leavesOut(_ value: Value) -> Bool {
    if let previous, rule.isDuplicate(previous, value) { return true }
    previous = value
    return false
  }
}
