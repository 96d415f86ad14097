/// The closure and the options of a stream.
@usableFromInline
final class StreamSource<Value, Failure: Error> {
  @usableFromInline
  enum Closure {
    case value(() throws(Failure) -> Value)
    /// A closure that may finish the stream: if made for a model, once the model has been deallocated.
    case iteration(
      () throws(Failure) -> ObservationStream<Value, Failure>.Iteration,
      isModelDeallocated: (() -> Bool)? = nil
    )

    /// Returns a closure that finishes when the model has been deallocated.
    @inlinable
    static func reading<Model: AnyObject>(
      _ model: Model,
      _ emit: @escaping (Model) throws(Failure) -> Value
    ) -> Closure {
      .iteration(
        { [weak model] () throws(Failure) -> ObservationStream<Value, Failure>.Iteration in
          guard let model else { return .finish }
          return .next(try emit(model))
        },
        isModelDeallocated: { [weak model] in model == nil }
      )
    }
  }

  /// The actor on which the closure runs; nil for any isolation.
  @usableFromInline let actor: (any Actor)?
  /// Whether the consumer has to be on the same actor.
  @usableFromInline let isConfined: Bool
  @usableFromInline let usesPublicBackend: Bool
  /// Whether the backend reports some changes a second time.
  @usableFromInline let isReportedTwice: Bool
  /// Serializes the calls of a closure without an actor; nil if there is an actor.
  @usableFromInline let turns: StreamTurns?
  /// Nil only while the source is being deallocated.
  @usableFromInline var closure: Closure?
  @usableFromInline let limit: StreamLimit?

  /// `closure` was sent here, or is bound to `actor`. `isConfined` says whether the values must stay on its isolation.
  @inlinable
  init(
    _ closure: Closure,
    on actor: (any Actor)?,
    isConfined: Bool,
    _ options: ObservationStreamOptions,
    _ clock: any Clock<Duration>
  ) {
    precondition(
      !isConfined || actor != nil || options.rateLimit == nil,
      """
      A stream that was made without an actor has a rate limit and values that aren't `Sendable`: passes and the \
      consumer would use them at the same time. Make it on an actor, or give it `Sendable` values.
      """
    )
    self.actor = actor
    self.isConfined = isConfined && actor != nil
    turns = actor == nil ? StreamTurns() : nil
    self.closure = closure
    usesPublicBackend = options.backend == .public
    isReportedTwice = usesPublicBackend || !Self.isTrackingExact
    limit = options.rateLimit.map { StreamLimit($0, clock) }
  }

  /// Creates a source from `emit`, which runs on its own isolation or, without one, on the caller's.
  @inlinable
  convenience init<Result>(
    _ emit: SynchronousClosure<Result, Failure>.Isolated,
    isConfined: Bool = false,
    from caller: (any Actor)?,
    _ options: ObservationStreamOptions,
    _ clock: any Clock<Duration>,
    _ makeClosure: (SynchronousClosure<Result, Failure>) -> Closure
  ) {
    let closure = makeClosure(withoutIsolation(emit))
    self.init(closure, on: emit.call.isolation ?? caller, isConfined: isConfined, options, clock)
  }

  @usableFromInline static var isTrackingExact: Bool { Tracking.isExact }

  deinit {
    // A stream may be released on any thread, but the captures of its closure belong to the actor.
    release(&closure, on: actor)
  }
}

@usableFromInline
final class StreamLimit: Sendable {
  let limit: ObservationRateLimit
  let clock: any Clock<Duration>

  @usableFromInline
  init(_ limit: ObservationRateLimit, _ clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
  }
}
