/// Where a due pass runs.
struct PassTurn: Sendable {
  /// The queue of the isolation; nil for no isolation.
  let queue: PassQueue?
  /// The registrar of the one object whose change has made the pass due, if it's known.
  let object: ObjectIdentifier?
}
