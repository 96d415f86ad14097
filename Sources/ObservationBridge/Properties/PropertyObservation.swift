/// An observation of one key path, with the values before and after each change.
// Unchecked: the state outside the lock belongs to the running pass. There is one pass at most, and the lock around its
// beginning and its end orders their uses.
final class PropertyObservation: PassRunner, @unchecked Sendable {
  // Small fields fill gaps between others: an observation takes 16 bytes less.
  private let isEquatable: Bool
  private var hasChangedItself = false
  private var hasDelivered = false
  /// Whether the last delivery was made in a transaction, which reports its changes at the end, or inside the report of
  /// an earlier change. This observation may be notified of that change only later.
  private var mayHaveDeliveredMore = false
  /// Nil once the observation has ended.
  private var reader: PropertyReader?

  init(_ reader: PropertyReader, on target: (any Actor)?) {
    self.reader = reader
    isEquatable = reader.keyPath.map { type(of: $0).valueType is any Equatable.Type } == true
    let queue = target.map { PassQueues.join($0) }
    super.init([.didSet, .immediate], queue, on: queue?.executor)
  }

  // Values without `==` can't be compared, so each recheck would deliver its reading.
  override var rechecks: RecheckSchedule.Extent { isEquatable ? .repeated : .once }

  /// One for all property observations.
  override var code: UInt { UInt(bitPattern: ObjectIdentifier(PropertyObservation.self)) }

  override var needsDeallocations: Bool { true }

  override func needsDeallocationInPass(isKnown: Bool) -> Bool { true }

  override func releaseBody() {
    reader = nil
  }

  override func changesItself(_ moment: PassKind, from source: ChangeSource, _ keyPath: () -> AnyKeyPath?) {
    hasChangedItself = true
  }

  override func isUneventful(_ pass: Pass) -> Bool {
    pass.kind == .deinit || !hasDelivered
  }

  override func lookForModel() {
    if reader?.keyPath == nil { cancel() }
  }

  override func perform(_ pass: Pass) -> Dependencies? {
    guard let reader = reader else { return pass.dependencies }
    // A deallocation may have scheduled this pass, even if its kind says otherwise.
    if reader.keyPath == nil { cancel() }
    if pass.kind == .deinit { return pass.dependencies }
    let previous = pass.dependencies
    // Not the first one: this observation may have to register again in the same pass.
    let dependencies = Tracking.track(for: self, replacing: previous, mayBeTentative: previous != nil) {
      reader.perform(.read)
    }
    // Up to here, the object may have had no registration to report its deallocation.
    if reader.keyPath == nil { cancel() }
    deliver(reader, for: dependencies?.node, by: step(for: pass, of: reader, dependencies))
    guard hasChangedItself else { return dependencies }
    // With the public backend, the change has used up the registration.
    let renewed = Tracking.track(for: self, replacing: dependencies) {
      // Makes the current value the baseline of the next change. The baseline may include a write by another thread,
      // unseen by the handler. The pass that is due to that write then delivers it.
      reader.perform(.adopt)
      if !withState({ $0.passes.adoptOwnChange() }) { reader.perform(.trust) }
    }
    // The registrations of the previous pass are cancelled at the end of this pass.
    dependencies?.replaced(by: previous)?.replaced(by: renewed)?.cancel()
    return renewed
  }

  /// How a pass compares the delivered value. Each change of a dependency is delivered, even if the property's
  /// new value is equal. But if a derived value was recomputed with an equal result, there is no change.
  private func step(
    for pass: Pass,
    of reader: PropertyReader,
    _ dependencies: Dependencies?
  ) -> PropertyReader.Step {
    // A recheck with an equal value has found nothing, unless a derived value behind the property has surely changed.
    if pass.isRepetition, dependencies?.haveReadOtherValues != true { return .takeIfChanged }
    let isCertain = !pass.isRepetition && !pass.isUncertain
    if isCertain, Tracking.isExact { return .take }
    // With the public and the standard backend, the property may be registered with the dependencies of the derived
    // value, too. Such a registration reports changes that leave the derived value equal.
    let onlyValue = dependencies?.node?.onlyDerivedValue
    if isCertain, onlyValue == nil { return .take }
    // A recheck on another thread may have marked the value during this pass. The getter has changed nothing itself.
    if dependencies?.haveReadEqualVersions == true { return .takeIfOther }
    // While another thread computes a derived value, the property may or may not differ.
    return onlyValue?.keyPath == reader.keyPath ? .takeIfChanged : .take
  }

  private func deliver(_ reader: PropertyReader, for node: GraphNode?, by step: PropertyReader.Step) {
    hasChangedItself = false
    let step = mayHaveDeliveredMore ? .takeIfOther : step
    mayHaveDeliveredMore = EnclosingChange.isNested || ObservationTransaction.current != nil
    // Read only once the registrations are in place: a change before its registration would be lost.
    Graph.readOnceMore(node) {
      Tracking.untracked {
        let hasChanged = reader.take(step)
        // The getter and the comparison may run user code that cancels this observation.
        hasDelivered = hasChanged && isActive
        if hasDelivered { reader.perform(.deliver) }
      }
    }
  }
}
