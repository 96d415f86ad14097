/// What makes a pass due; ``ObservationEvent/Kind`` for those who observe.
enum PassKind: Sendable {
  /// It is the first one.
  case initial
  /// A dependency is about to change.
  case willSet
  /// A dependency has changed.
  case didSet
  /// An object that was read has been deallocated.
  case `deinit`
}
