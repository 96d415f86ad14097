import Observation
import Synchronization

/// An observation of one key path, with the values before and after each change.
///
/// For a stored property, one registration serves for good: after a change, the property is read without tracking. A
/// computed property is tracked again each time, since its dependencies can change with its value.
// Unchecked: the state outside the lock belongs to the running pass. There is one pass at most, and the lock around its
// beginning and its end orders their uses.
final class PropertyObservation: PassRunner, @unchecked Sendable {
  let executor: ExecutorIdentity?

  // Small fields fill gaps between others: an observation takes 16 bytes less.
  private let isPermanent = Atomic(false)
  private var hasChangedItself = false
  private var hasDelivered = false
  /// Whether the last delivery was made in a transaction, which reports its changes at the end, or inside the report of
  /// an earlier change. This observation may be notified of that change only later.
  private var mayHaveDeliveredMore = false

  let startNumber = StartNumber.next()
  private let state: LockedState<ObservationState<Confined<PropertyReader>>>

  init(_ reader: PropertyReader, on target: (any Actor)?) {
    let queue = target.map(PassQueue.join)
    executor = queue?.executor
    state = LockedState(ObservationState([.didSet, .immediate], queue, Confined(reader)))
  }

  var options: ObservationOptions { [.didSet, .immediate] }

  /// One for all property observations.
  var code: UInt { UInt(bitPattern: ObjectIdentifier(PropertyObservation.self)) }

  // Values without `==` can't be compared, so each recheck would deliver its reading.
  var rechecks: RecheckSchedule.Extent {
    let keyPath = withState { $0.body }?.value.keyPath
    return keyPath.map { type(of: $0).valueType is any Equatable.Type } == true ? .repeated : .once
  }

  func withState<Result>(
    _ body: (inout sending ObservationState<Confined<PropertyReader>>) -> sending Result
  ) -> sending Result {
    state.withLock(body)
  }

  func beginPass() -> ObservationState<Confined<PropertyReader>>.Pass? {
    state.withLock { $0.beginPass() }
  }

  var needsDeallocations: Bool { true }

  func needsDeallocationInPass(isKnown: Bool) -> Bool { true }

  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if isInPass {
      hasChangedItself = true
      return
    }
    let mayRunNow = mayRunNow && isOnIsolation && CurrentPass.mayNest
    // Other threads load this, too, but only the initial pass writes it.
    if mayRunNow, source.isCertain, isPermanent.load(ordering: .acquiring),
      let body = state.withLock({ $0.beginImmediatePass() })
    {
      let end = CurrentPass.run(self) {
        EnclosingChange.run(ofNamed: body.value) { deliver(body.value) }
        return state.withLock { $0.endImmediatePass() } ? nil : endPass(state.withLock { $0.dependencies })
      }
      return followUp(end)
    }
    let action = state.withLock {
      $0.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: source.isCertain)
    }
    react(action, at: moment, from: source, keyPath)
  }

  func isUneventful(_ pass: ObservationState<Confined<PropertyReader>>.Pass) -> Bool {
    pass.kind == .deinit || !hasDelivered
  }

  func lookForModel() {
    if withState({ $0.body })?.value.keyPath == nil { cancel() }
  }

  func perform(_ pass: ObservationState<Confined<PropertyReader>>.Pass) -> Dependencies? {
    let reader = pass.body.value
    // A deallocation may have scheduled this pass, even if its kind says otherwise.
    if reader.keyPath == nil { cancel() }
    if pass.kind == .deinit { return pass.dependencies }
    var dependencies = pass.dependencies
    if !isPermanent.load(ordering: .relaxed) {
      // Not the first one: this observation may have to register again in the same pass.
      dependencies = Tracking.track(for: self, replacing: dependencies, mayBeTentative: dependencies != nil) {
        reader.perform(.read)
      }
      let isPermanent = reader.keyPath.flatMap { dependencies?.isOnly($0) } ?? false
      self.isPermanent.store(isPermanent, ordering: .releasing)
      // Up to here, the object may have had no registration that reports its deallocation.
      if reader.keyPath == nil { cancel() }
    }
    deliver(reader, for: dependencies?.models, by: step(for: pass, dependencies))
    guard hasChangedItself, !isPermanent.load(ordering: .relaxed) else { return dependencies }
    // With the public backend, the change has used up the registration.
    let renewed = Tracking.track(for: self, replacing: dependencies) { adopt(reader) }
    // The registrations of the previous pass are cancelled at the end of this pass.
    dependencies?.replaced(by: pass.dependencies)?.replaced(by: renewed)?.cancel()
    return renewed
  }

  /// How a pass compares the value that it delivers. Each change of a dependency is delivered, even if the property's
  /// new value is equal. But if a derived value was recomputed with an equal result, there is no change.
  private func step(
    for pass: ObservationState<Confined<PropertyReader>>.Pass,
    _ dependencies: Dependencies?
  ) -> PropertyReader.Step {
    let models = dependencies?.models
    // A recheck with an equal value has found nothing, unless a derived value behind the property has surely changed.
    if pass.isRepetition, dependencies?.haveReadOtherValues != true { return .takeIfChanged }
    let isCertain = !pass.isRepetition && !pass.isUncertain
    if isCertain, Tracking.isExact { return .take }
    // With the public and the standard backend, the property may be registered with the dependencies of the derived
    // value, too. Such a registration reports changes that leave the derived value equal.
    let onlyValue = models?.onlyDerivedValue
    if isCertain, onlyValue == nil { return .take }
    if dependencies?.haveReadTheSame == true { return .takeIfOther }
    // While another thread computes a derived value, the property may or may not differ.
    return onlyValue?.keyPath == pass.body.value.keyPath ? .takeIfChanged : .take
  }

  private func deliver(_ reader: PropertyReader, for models: GraphOwner? = nil, by step: PropertyReader.Step = .take) {
    hasChangedItself = false
    let step = mayHaveDeliveredMore ? .takeIfOther : step
    mayHaveDeliveredMore = EnclosingChange.isNested || ObservationTransaction.current != nil
    // Read only once the registrations are in place: a change between an earlier reading and its registration would be
    // lost.
    Graph.readOnceMore(models) {
      Tracking.untracked {
        let hasChanged = reader.take(step)
        // The getter and the comparison may run user code that cancels this observation.
        let isCancelled = !isPermanent.load(ordering: .relaxed) && !isActive
        hasDelivered = hasChanged && !isCancelled
        if hasDelivered { reader.perform(.deliver) }
      }
    }
    if hasChangedItself, isPermanent.load(ordering: .relaxed) { Tracking.untracked { adopt(reader) } }
  }

  /// Makes the current value the baseline of the next change, after the handler has changed the property itself. The
  /// baseline may include a write by another thread, unseen by the handler. The pass that is due to that write then
  /// delivers it.
  private func adopt(_ reader: PropertyReader) {
    reader.perform(.adopt)
    if !state.withLock({ $0.adoptOwnChange() }) { reader.perform(.trust) }
  }
}
