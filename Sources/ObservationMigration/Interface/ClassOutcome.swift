/// What becomes of a class that is an `ObservableObject`.
public struct ClassOutcome: Sendable, Hashable {
  /// Its name, with the types it is nested in.
  public let name: String
  /// Whether it's converted.
  public let isConverted: Bool

  /// Creates an outcome.
  public init(name: String, isConverted: Bool) {
    self.name = name
    self.isConverted = isConverted
  }
}
