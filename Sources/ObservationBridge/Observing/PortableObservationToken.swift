// Unchecked: a class that isn't final can't be checked. The only property is constant.
/// Keeps a continuous observation alive.
///
/// The observation ends when ``cancel()`` is called or the last reference to its token is released, whichever comes
/// first. Once the call or the release has returned on the observation's isolation, no further pass begins, nothing is
/// registered with a model anymore, and the closure and all its captures are freed, even though the models still exist.
/// From another isolation, the registrations are removed at once as well; the closure is freed in the next turn of its
/// own isolation, because its captures may belong there. A pass that is running at that moment completes first.
public class PortableObservationToken: @unchecked Sendable {
  final let observation: PassRunner

  init(_ observation: PassRunner) {
    self.observation = observation
  }

  deinit {
    observation.cancel()
  }

  /// Ends the observation.
  ///
  /// You can call this any number of times, from any thread, inside a pass, and in a `deinit`.
  public func cancel() {
    observation.cancel()
  }

  /// Whether the observation may still run a pass.
  public var isActive: Bool {
    observation.isActive
  }
}

extension PortableObservationToken: Hashable {
  /// Whether both are the same token.
  public static func == (left: PortableObservationToken, right: PortableObservationToken) -> Bool {
    left === right
  }

  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  /// Keeps the observation alive for as long as this token is in the set.
  ///
  /// ```swift
  /// withPortableContinuousObservation { _ in label.text = model.title }.store(in: &tokens)
  /// ```
  ///
  /// A token stays in the set after its observation has ended; ``isActive`` is false then. An ``ObservationScope``
  /// removes such observations by itself. You can call this on any thread on which `tokens` may be changed.
  ///
  /// - Parameter tokens: The set. The token is inserted, in constant time on average.
  public final func store(in tokens: inout Set<PortableObservationToken>) {
    tokens.insert(self)
  }

  /// Keeps the observation alive for as long as this token is in the collection.
  ///
  /// - Parameter tokens: The collection, such as an array. The token is appended, in constant time for an array.
  public final func store(in tokens: inout some RangeReplaceableCollection<PortableObservationToken>) {
    tokens.append(self)
  }
}

extension PortableObservationToken {
  /// Records the result of `sample` after each pass: for tests.
  ///
  /// The first value is that of the current state, recorded before this method returns, even if the observation has
  /// ended (or after the initial pass, if that hasn't run yet). The observation doesn't depend on the reads of the
  /// sampler.
  ///
  /// A sampler on the observation's isolation runs inside the passes. A sampler on another isolation, such as a
  /// main-actor sampler of an observation without isolation, runs there, soon after the pass; passes that end before it
  /// runs share one sample. The state after the last pass is always sampled.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - sample: Reads the state. Runs on the isolation where it is written; without one, on the observation's.
  /// - Returns: The recorder. It ends with the observation.
  public func values<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ sample: sending @escaping @isolated(any) () -> Value
  ) async -> ObservedValues<Value> {
    await ObservedValues.recording(SynchronousReader.Isolated(call: sample), from: isolation, of: observation)
  }
}
