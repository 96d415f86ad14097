/// Which later events make a pass due.
///
/// Every observation starts with an initial pass. With an empty set it ends there; most code needs ``didSet``. The
/// events ``willSet``, ``didSet`` and ``deinit`` have the meaning that SE-0506 gives them.
///
/// ``immediate`` and ``confirming`` go beyond it. They aren't events, but say how passes follow events. A set that has one of them and no
/// event observes as if it had ``didSet``, too: `.immediate` stands for `[.didSet, .immediate]`. This applies when an observation starts.
/// The set itself contains what was written, so `ObservationOptions.immediate.contains(.didSet)` is false.
public struct ObservationOptions: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A pass becomes due before a dependency changes.
  ///
  /// The pass is coalesced like any other and reads what is current when it runs, which is the new value. It reads the
  /// old one only together with ``immediate``. Combined with ``didSet``, there is still one coalesced pass, and its
  /// kind is ``ObservationEvent/Kind/didSet``. If the model has a ``ModelRegistrar``, a pass that isn't immediate becomes due when the change
  /// is over.
  public static let willSet = ObservationOptions(rawValue: 1 << 0)

  /// A pass becomes due after a dependency changed.
  ///
  /// A change that another thread makes while a pass reads the property for the first time can be missed, if the model's registrar is the
  /// standard library's. With the public tracking backend, so can a change whose value is stored 5 ms or more after the pass that follows
  /// the change, and one that is made between a change on the observation's own actor and the end of the pass that follows it. Add
  /// ``confirming`` if other threads change what is read.
  public static let didSet = ObservationOptions(rawValue: 1 << 1)

  /// A pass becomes due when an object that was read is deallocated.
  ///
  /// If the closure captures the object weakly, that pass finds it nil. An object counts as read if the closure has read
  /// a property of it, and not if only a derived value of another object has. The deallocation isn't reported if it
  /// happens during the very pass that reads the object first; if the object is `@Observable`, the next pass with
  /// ``confirming`` finds it nil.
  /// If such a pass itself releases a model with a ``ModelRegistrar``, no other pass follows for that model. The public
  /// tracking backend reports only the deallocations of models with a ``ModelRegistrar``, so for others the option has no effect. If it's the
  /// only option, the standard backend can't remove its registrations: a small one stays with each object that was read until that object is
  /// deallocated.
  ///
  /// A deallocation is reported a little later than it happens. Those that are reported together make one pass, but two deallocations in one
  /// turn, or a change and a deallocation, may also make two passes.
  public static let `deinit` = ObservationOptions(rawValue: 1 << 2)

  /// Runs the pass inside the mutation, once for every change, when the change is made on the observation's isolation.
  ///
  /// Without an event, it implies ``didSet``. Use it for animations, or to keep two models in step. With ``willSet`` the
  /// pass reads the old value, with ``didSet`` the new one. A change made on another isolation, or while a pass of the same observation
  /// is running, leads to a coalesced pass instead. With ``willSet`` alone, so does a change to a derived value; the pass reads its new value. An
  /// observation without isolation runs its pass on the thread that makes the change. Immediate passes run inside one another up to 64
  /// deep; beyond that, they are coalesced.
  ///
  /// The public tracking backend is notified of a change to an `@Observable` model only before the value is stored. With that backend, only
  /// ``willSet`` passes are immediate for such models.
  public static let immediate = ObservationOptions(rawValue: 1 << 3)

  /// After a pass that has read something for the first time, runs another one, even if nothing is known to have
  /// changed.
  ///
  /// Without an event, it implies ``didSet``. Use it if other threads change what a pass reads, and no change may be missed,
  /// not even during the first pass. A property is registered when the pass that reads it has returned; a change that
  /// another thread makes between the reading and that moment isn't reported. With this option the following pass reads
  /// again, now that every change is reported; its kind is ``ObservationEvent/Kind/didSet`` and everything matches. This continues until a pass reads nothing
  /// new, at most ten times.
  ///
  /// With the public tracking backend, which registers in each pass and is notified of a change before it's stored, a pass
  /// after a change is also followed by another one, and then by nine more, after pauses of 5, 10, 20 … 1,280 ms; by
  /// seven, from 20 ms on, if the change was made on the observation's own actor. A new change starts them again. So
  /// nothing that is stored within 2.5 s is missed.
  ///
  /// With the standard tracking backend, which registers in each pass as well, a pass after a change is followed by one more.
  ///
  /// If the model and the closure share an isolation, or if the model has a ``ModelRegistrar``, no change can be missed, and this option
  /// isn't needed.
  public static let confirming = ObservationOptions(rawValue: 1 << 4)

  /// What an observation with these options observes: modifiers without an event imply ``didSet``.
  var withImpliedEvent: ObservationOptions {
    let hasEvent = !isDisjoint(with: [.willSet, .didSet, .deinit])
    return hasEvent || isEmpty ? self : union(.didSet)
  }
}
