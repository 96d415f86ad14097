/// What has reported a change to an observation.
enum ChangeSource: Sendable {
  /// A registrar of the standard library: to each observation by itself, in no order.
  case platform
  /// A model with a registrar of our own: to all observations, in the order in which they were started.
  case model
  /// A derived value, which may have changed: it is looked at before a pass runs for that alone.
  case derived

  var isCertain: Bool { self != .derived }

  /// Where the change that is being reported was made; nil where its key path can be trusted without that: see ``PassChanges``.
  var placeOfChange: ChangePlace? { self == .platform ? .current : nil }
}
