/// The origin of a change report.
enum ChangeSource: Sendable {
  /// A registrar of the standard library. The registrar reports to each observation separately, in no particular order.
  case platform
  /// A registrar model. Its node reports to all observations, in the order in which they were started.
  case model
  /// A derived value, which may have changed. The value is checked before a pass runs for this report alone.
  case derived

  var isCertain: Bool { self != .derived }

  /// Where the change being reported was made; nil if the report's key path can be trusted anyway. See ``PassChanges``.
  var placeOfChange: ChangePlace? { self == .platform ? .current : nil }
}
