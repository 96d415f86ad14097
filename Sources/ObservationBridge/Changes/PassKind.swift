/// Why a pass is due. ``ObservationEvent/Kind`` is the public counterpart.
enum PassKind: Sendable {
  /// The pass is the first one of its observation.
  case initial
  /// A dependency is about to change.
  case willSet
  /// A dependency has changed.
  case didSet
  /// An object that was read has been deallocated.
  case `deinit`
}
