import Observation
import Synchronization

/// An observation of one key path, with the values before and after each change.
///
/// For a stored property one registration serves for good: after a change nothing is tracked anew, only read. A computed
/// property is tracked again each time, since what it depends on can change with its value.
final class PropertyObservation: PassRunner {
  let executor: ExecutorIdentity?

  // What is small stands where it fills a gap: an observation takes 16 bytes less.
  private let isPermanent = Atomic(false)
  // Belongs to the pass that is running, of which there is one at most; the lock around its beginning and its end orders
  // its uses.
  private nonisolated(unsafe) var hasChangedItself = false
  private nonisolated(unsafe) var hasDelivered = false
  /// Whether the last delivery was made inside the report of an earlier change, which may reach this observation only after
  /// it, or in a transaction, which reports its changes at its end.
  private nonisolated(unsafe) var mayHaveDeliveredMore = false

  let startNumber = StartNumber.next()
  private let state: LockedState<ObservationState<Confined<PropertyReader>>>

  init(_ reader: PropertyReader, on target: (any Actor)?) {
    let queue = target.map(PassQueue.join)
    executor = queue?.executor
    state = LockedState(ObservationState([.didSet, .immediate], queue, Confined(reader)))
  }

  var options: ObservationOptions { [.didSet, .immediate] }

  // Where values can't be compared, each further reading would be delivered.
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
      unsafe hasChangedItself = true
      return
    }
    let mayRunNow = mayRunNow && isOnIsolation && CurrentPass.mayNest
    // Read by other threads, too, but written only once, in the initial pass.
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

  func receiveRecheck() {
    let action = state.withLock { $0.dependencyChanged(.didSet, mayRunNow: false, isRecheck: true) }
    react(action, at: .didSet, from: .platform) { nil }
  }

  func isUneventful(_ pass: ObservationState<Confined<PropertyReader>>.Pass) -> Bool {
    unsafe pass.kind == .deinit || !hasDelivered
  }

  func lookForModel() {
    if withState({ $0.body })?.value.keyPath == nil { cancel() }
  }

  func perform(_ pass: ObservationState<Confined<PropertyReader>>.Pass) -> Dependencies? {
    let reader = pass.body.value
    // Any pass may be the one that a deallocation has made due as well.
    if reader.keyPath == nil { cancel() }
    if pass.kind == .deinit { return pass.dependencies }
    var dependencies = pass.dependencies
    if !isPermanent.load(ordering: .relaxed) {
      dependencies = Tracking.track(for: self, replacing: dependencies, mayBeTentative: true) { reader.perform(.read) }
      let isPermanent = reader.keyPath.flatMap { dependencies?.isOnly($0) } ?? false
      self.isPermanent.store(isPermanent, ordering: .releasing)
      // Until now, it may be that nothing was registered which would have told of the object's deallocation.
      if reader.keyPath == nil { cancel() }
    }
    deliver(reader, for: dependencies?.models, by: step(for: pass, dependencies))
    guard unsafe hasChangedItself, !isPermanent.load(ordering: .relaxed) else { return dependencies }
    // With the public backend the change has used up the registration.
    let renewed = Tracking.track(for: self, replacing: dependencies) { adopt(reader) }
    // The registrations of the previous pass are cancelled when this pass ends.
    dependencies?.replaced(by: pass.dependencies)?.replaced(by: renewed)?.cancel()
    return renewed
  }

  /// How a pass takes what it delivers. Each change to what the property reads is delivered, even if the property then has an equal value;
  /// but
  /// a derived value that is computed again, and equal, is no change.
  private func step(
    for pass: ObservationState<Confined<PropertyReader>>.Pass,
    _ dependencies: Dependencies?
  ) -> PropertyReader.Step {
    let models = dependencies?.models
    // A recheck that finds an equal value has found nothing, unless a derived value has surely changed behind the property.
    if pass.isRepetition, dependencies?.haveReadOtherValues != true { return .takeIfChanged }
    let isCertain = !pass.isRepetition && !pass.isUncertain
    if isCertain, Tracking.isExact { return .take }
    // With the public and the standard backend the property may also be registered with what the derived value has read, and so be notified
    // of changes that make no difference to that.
    let onlyValue = models?.onlyDerivedValue
    if isCertain, onlyValue == nil { return .take }
    if dependencies?.haveReadTheSame == true { return .takeIfOther }
    // While another thread computes a derived value, it's only known that it may differ.
    return onlyValue?.keyPath == pass.body.value.keyPath ? .takeIfChanged : .take
  }

  private func deliver(_ reader: PropertyReader, for models: GraphOwner? = nil, by step: PropertyReader.Step = .take) {
    unsafe hasChangedItself = false
    let step = unsafe mayHaveDeliveredMore ? .takeIfOther : step
    unsafe mayHaveDeliveredMore = EnclosingChange.isNested || ObservationTransaction.current != nil
    // Read once changes are reported: one that came between a reading and its registration would be lost.
    Graph.readOnceMore(models) {
      Tracking.untracked {
        let hasChanged = reader.take(step)
        // To read and to compare the property may run code of users, which may have cancelled this observation.
        let isCancelled = !isPermanent.load(ordering: .relaxed) && !isActive
        unsafe hasDelivered = hasChanged && !isCancelled
        if unsafe hasDelivered { reader.perform(.deliver) }
      }
    }
    if unsafe hasChangedItself, isPermanent.load(ordering: .relaxed) { Tracking.untracked { adopt(reader) } }
  }

  /// The next change starts from what the handler has left. That may be what others have set meanwhile, which the handler hasn't seen: the
  /// pass
  /// that is due to them delivers it.
  private func adopt(_ reader: PropertyReader) {
    reader.perform(.adopt)
    if !state.withLock({ $0.adoptOwnChange() }) { reader.perform(.trust) }
  }
}
