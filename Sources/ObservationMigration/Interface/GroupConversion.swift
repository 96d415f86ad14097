/// What the conversion of one group of types changes.
public struct GroupConversion: Sendable {
  /// The types.
  public let group: TypeGroup
  /// The files that change if only this group is converted.
  public let files: [FileResult]
}
