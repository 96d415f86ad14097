/// Which later events make a pass due.
///
/// Every observation starts with an initial pass. With an empty set it ends there; most code needs ``didSet``. The
/// events ``willSet``, ``didSet`` and ``deinit`` have the same meaning as in SE-0506.
///
/// ``immediate`` and ``confirming`` go beyond SE-0506. These two aren't events, but say how passes follow events. A set
/// with one of them and without an event observes as if it also had ``didSet``: `.immediate` stands for `[.didSet,
/// .immediate]`. This applies when an observation starts. The set itself stays as written, so
/// `ObservationOptions.immediate.contains(.didSet)` is false.
public struct ObservationOptions: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A pass becomes due before a dependency changes.
  ///
  /// The pass is coalesced like any other and reads the state at the time when it runs, so it finds the new value. Only
  /// together with ``immediate`` does it find the old one. Combined with ``didSet``, there is still one coalesced pass,
  /// and its kind is ``ObservationEvent/Kind/didSet``. If the model has a ``ModelRegistrar``, a pass that isn't
  /// immediate becomes due after the change.
  public static let willSet = ObservationOptions(rawValue: 1 << 0)

  /// A pass becomes due after a dependency changed.
  ///
  /// A change that another thread makes while a pass reads the property for the first time can be missed, if the
  /// model's registrar is the standard library's. With the public tracking backend, two other kinds of changes can be
  /// missed as well: a change whose value is stored 5 ms or more after the pass that follows the change, and a change
  /// made between a change on the observation's own actor and the end of the pass that follows the latter. Add
  /// ``confirming`` if other threads change the observed properties.
  public static let didSet = ObservationOptions(rawValue: 1 << 1)

  /// A pass becomes due when an object that was read is deallocated.
  ///
  /// If the closure captures the object weakly, that pass finds it nil. An object counts as read if the closure has
  /// read a property of the object itself, and not if only a derived value of another object has. The deallocation
  /// isn't reported if it happens during the very pass that reads the object first; if the object is `@Observable`, the
  /// next pass with ``confirming`` finds it nil. If such a pass itself releases a model with a ``ModelRegistrar``, no
  /// other pass follows for that model.
  ///
  /// The public tracking backend reports only the deallocations of models with a ``ModelRegistrar``, so for others the
  /// option has no effect. If this is the only option, the standard backend can't remove its registrations: a small one
  /// stays with each object that was read until that object is deallocated.
  ///
  /// A deallocation is reported a little later than it happens. Deallocations reported together make one pass, but two
  /// deallocations in one turn, or a change and a deallocation, may also make two passes.
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

  /// Runs another pass after a pass that has read something for the first time, even without a known change.
  ///
  /// Without an event, it implies ``didSet``. Use it if other threads change the observed properties and no change may
  /// be missed, not even during the first pass. A property is registered when the pass that reads it has returned; a
  /// change that another thread makes between the reading and that moment isn't reported. With this option the
  /// following pass reads again, now that every change is reported; its kind is ``ObservationEvent/Kind/didSet`` and
  /// everything matches. This continues until a pass reads nothing new, at most ten times.
  ///
  /// With the public tracking backend, which registers in each pass and is notified of a change before the value is
  /// stored, a pass after a change is also followed by another one, and then by nine more, after pauses of 5, 10, 20 …
  /// 1,280 ms; by seven, from 20 ms on, if the change was made on the observation's own actor. A new change starts
  /// these passes again. So no value stored within 2.5 s is missed.
  ///
  /// With the standard tracking backend, which registers in each pass as well, a pass after a change is followed by one
  /// more.
  ///
  /// If the model and the closure share an isolation, or if the model has a ``ModelRegistrar``, no change can be missed, and this option
  /// isn't needed.
  public static let confirming = ObservationOptions(rawValue: 1 << 4)

  /// The options that an observation uses: modifiers without an event imply ``didSet``.
  var withImpliedEvent: ObservationOptions {
    let hasEvent = !isDisjoint(with: [.willSet, .didSet, .deinit])
    return hasEvent || isEmpty ? self : union(.didSet)
  }
}
