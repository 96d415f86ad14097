extension ObservationStream {
  /// Returns a stream that leaves out values if the predicate considers them duplicates of the value delivered before.
  ///
  /// Duplicates are removed after rate limiting. Each iterator keeps the value that it delivered last. If this method
  /// is applied twice, a value is left out if either predicate returns true.
  ///
  /// - Parameter isDuplicate: Returns whether the second value is a duplicate of the first. Runs on the consumer's
  ///   isolation.
  /// - Returns: The stream.
  public func removeDuplicates(by isDuplicate: @escaping @Sendable (Value, Value) -> Bool) -> ObservationStream {
    guard let inner = self.isDuplicate else { return ObservationStream(source, isDuplicate) }
    return ObservationStream(source) { inner($0, $1) || isDuplicate($0, $1) }
  }
}

extension ObservationStream where Value: Equatable & SendableMetatype {
  /// Returns a stream that leaves out values that equal the one delivered before.
  ///
  /// - Returns: The stream.
  public func removeDuplicates() -> ObservationStream {
    removeDuplicates { $0 == $1 }
  }
}

/// The value that one iterator delivered last, to find duplicates.
@usableFromInline
final class DuplicateFilter<Value> {
  private let isDuplicate: @Sendable (Value, Value) -> Bool
  private var previous: Value?

  @usableFromInline
  init(_ isDuplicate: @escaping @Sendable (Value, Value) -> Bool) {
    self.isDuplicate = isDuplicate
  }

  @usableFromInline
  func leavesOut(_ value: Value) -> Bool {
    if let previous, isDuplicate(previous, value) { return true }
    previous = value
    return false
  }
}
