/// Where a pass runs that has become due.
struct PassTurn: Sendable {
  /// It runs in a turn of this; nil for no isolation.
  let queue: PassQueue?
  /// The registrar of the one object whose change has made it due, as far as that is known.
  let object: ObjectIdentifier?
}
