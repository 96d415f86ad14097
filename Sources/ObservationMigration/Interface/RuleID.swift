/// The name of a rule, as in reports and on the command line: `published`, `state-object`.
public struct RuleID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name.
  public let rawValue: String

  /// Creates the ID with that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates the ID with that name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The name.
  public var description: String { rawValue }

  /// Compares the names.
  public static func < (left: RuleID, right: RuleID) -> Bool {
    left.rawValue < right.rawValue
  }
}
