/// Types that convert together or not at all.
public struct TypeGroup: Sendable, Hashable {
  /// The number that findings have (``Finding/group``).
  public let number: Int
  /// The names of the types, in alphabetical order.
  public let types: [String]
}
