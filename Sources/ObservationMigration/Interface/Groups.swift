/// The changes from converting one group of types.
public struct GroupConversion: Sendable {
  /// The types.
  public let group: TypeGroup
  /// The files that change if only this group is converted.
  public let files: [FileResult]
}

/// Types that convert together or not at all.
public struct TypeGroup: Sendable, Hashable {
  /// The number in ``Finding/group``.
  public let number: Int
  /// The names of the types, in alphabetical order.
  public let types: [String]
}
