public import Observation

/// The values of an expression over time, as an asynchronous sequence.
///
/// ```swift
/// for await count in ObservationBridge({ model.count }) {
///   label.text = "\(count)"
/// }
/// ```
///
/// Each iterator observes independently: it delivers the current value first, and then the newest value after changes
/// of properties that the closure has read. Changes in one turn make one value, and so do changes while the consumer is
/// busy. Nothing is buffered, so a slow consumer costs no memory and never sees an old value.
///
/// - The closure runs on the isolation where it was written, whatever the isolation of the consumer; without one it
///   runs on the consumer's, or, with a rate limit, on the global executor, and never twice at once. It should only
///   read: it may run more often than values are delivered.
/// - Once changes stop, the final value is delivered, whichever thread made them. No older value follows a newer one.
/// - Iteration ends when the task is cancelled, or when the closure returns `.last` or `.finish` (`untilFinished`) or throws. The
///   registrations with the models are removed at once, as they are when the iterator is released.
/// - An iterator may outlive its sequence. Only one task at a time may use it.
///
/// If the closure doesn't throw, which is the usual case, the type is also called ``ObservationBridge``.
///
/// A change by another thread can deliver the same value twice, if the value was read before the change was reported.
/// ``removeDuplicates()`` leaves out the second one.
public struct ObservationStream<Value, Failure: Error> {
  @usableFromInline let source: StreamSource<Value, Failure>
  @usableFromInline let isDuplicate: (@Sendable (Value, Value) -> Bool)?

  @inlinable
  init(_ source: StreamSource<Value, Failure>, _ isDuplicate: (@Sendable (Value, Value) -> Bool)? = nil) {
    self.source = source
    self.isDuplicate = isDuplicate
  }

  /// The result of a closure that can end its stream.
  public enum Iteration {
    /// Deliver a value.
    case next(Value)
    /// Deliver a value, and then finish the stream. A rate limit delivers this value at once, instead of a deferred
    /// one.
    case last(Value)
    /// Finish the stream, without a value.
    ///
    /// A value that changed in the same turn isn't delivered. To end the stream with this value, return ``last(_:)``.
    case finish
  }
}

// Unchecked: a closure that isn't `Sendable` stays on its actor, or was sent here, and one iterator at a time calls it.
extension ObservationStream: @unchecked Sendable where Value: Sendable {}

extension ObservationStream.Iteration: Sendable where Value: Sendable {}

extension ObservationStream.Iteration: Equatable where Value: Equatable {}

// MARK: `Sendable` values

extension ObservationStream where Value: Sendable {
  /// Creates a stream that continues until its consumer is cancelled or the closure throws.
  ///
  /// The closure's captures don't have to be `Sendable`. In code without isolation, the compiler rejects captures that
  /// aren't `Sendable` and are used again afterwards.
  ///
  /// - Parameters:
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - emit: Reads the value. Runs on the isolation where it is written.
  @inlinable
  public init(
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) () throws(Failure) -> Value
  ) {
    let emit = SynchronousClosure.Isolated(emit)
    self.init(StreamSource(emit, from: isolation, options, clock) { .value($0.call) })
  }

  /// Creates a stream that finishes when its closure returns `.last` or `.finish`.
  ///
  /// `.last` delivers a value before the stream finishes, `.finish` doesn't: if the value and the condition change in one turn, a closure
  /// that returns `.finish` doesn't deliver that value.
  ///
  /// ```swift
  /// let percentages = ObservationBridge.untilFinished {
  ///   download.isDone ? .last(download.percent) : .next(download.percent)
  /// }
  /// ```
  ///
  /// If another thread changes both, read the condition first and have that thread change it last.
  ///
  /// If the closure captures a model weakly and returns `.finish` once it's nil, the stream finishes when the model is
  /// deallocated, without any other change. For this, the closure must have read a property of the model. The
  /// deallocation of an unread object isn't noticed; cancel the consuming task in the object's `deinit`. With the
  /// public tracking backend and a model whose registrar is an `ObservationRegistrar`, the stream finishes at the next
  /// change of another property that the closure has read.
  ///
  /// ```swift
  /// let names = ObservationBridge.untilFinished { [weak model] in
  ///   if let model { .next(model.title) } else { .finish }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - emit: Reads the value, or finishes. Runs on the isolation where it is written.
  /// - Returns: The stream.
  @inlinable
  public static func untilFinished(
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) () throws(Failure) -> Iteration
  ) -> ObservationStream {
    let emit = SynchronousClosure.Isolated(emit)
    return ObservationStream(StreamSource(emit, from: isolation, options, clock) { .iteration($0.call) })
  }

  /// Creates a stream that reads a model on the caller's actor, and ends with the model.
  ///
  /// ```swift
  /// let titles = ObservationBridge(of: model) { $0.title }
  /// ```
  ///
  /// Only the stream holds the model weakly. A closure that names the model keeps it alive: in `Task { for await title
  /// in ObservationBridge(of: model) { … } }` the task captures `model`, so the stream never ends. Make the stream
  /// outside the task:
  ///
  /// ```swift
  /// let titles = ObservationBridge(of: model) { $0.title }
  /// following = Task { [weak self] in
  ///   for await title in titles { self?.show(title) }
  /// }
  /// ```
  ///
  /// Code without an actor can't call this initializer; the compiler says `'nil' is not compatible with expected
  /// argument type 'any Actor'` and `call to actor-isolated initializer 'init(of:options:clock:isolation:_:)' in a
  /// synchronous nonisolated context`. In an `async` function, the second message is `actor-isolated initializer
  /// 'init(of:options:clock:isolation:_:)' cannot be called from outside of the actor`. There, pass a `Sendable` model
  /// to ``init(ofSendable:options:clock:isolation:_:)``.
  ///
  /// For the end of the stream with the public tracking backend, see `untilFinished`.
  ///
  /// - Parameters:
  ///   - model: The model to read. Held weakly: the stream finishes when the model is deallocated. The deallocation is
  ///     reported through the properties that `emit` has read.
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The actor on which the caller runs. Leave it out.
  ///   - emit: Reads the value, on that actor. Must not capture the model.
  @inlinable
  public init<Model: AnyObject & Observable>(
    of model: Model,
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated any Actor = #isolation,
    _ emit: @escaping (Model) throws(Failure) -> Value
  ) {
    self.init(StreamSource(.reading(model, emit), on: isolation, isConfined: false, options, clock))
  }

  /// Creates a stream that reads a `Sendable` model, and ends with the model.
  ///
  /// Unlike `init(of:)`, this initializer serves code without an actor, and closures whose isolation isn't the
  /// caller's.
  ///
  /// - Parameters:
  ///   - model: The model to read. Held weakly.
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - emit: Reads the value. Runs on the isolation where it is written. Must not capture the model.
  @inlinable
  public init<Model: AnyObject & Observable & Sendable>(
    ofSendable model: Model,
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) (Model) throws(Failure) -> Value
  ) {
    let emit = SynchronousFunction.Isolated(emit)
    let target = emit.call.isolation ?? isolation
    let read: SynchronousFunction<Model, Value, Failure> = withoutIsolation(emit)
    let closure = StreamSource.Closure.reading(model, read.call)
    self.init(StreamSource(closure, on: target, isConfined: false, options, clock))
  }
}

// MARK: Values that aren't `Sendable`

extension ObservationStream {
  /// Creates a stream of values that aren't `Sendable`, for consumers on the isolation where its closure runs.
  ///
  /// The compiler keeps the stream where it was made. A closure whose isolation isn't the caller's is checked when the
  /// stream is iterated: a consumer elsewhere causes a precondition failure. Without an actor, the stream can be used
  /// wherever the compiler permits, together with everything that the closure has captured, and can't have a rate
  /// limit.
  ///
  /// - Parameters:
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - emit: Reads the value. Runs on the isolation where it is written.
  @inlinable
  public init(
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) () throws(Failure) -> Value
  ) {
    let emit = SynchronousClosure.Isolated(emit)
    self.init(StreamSource(emit, isConfined: true, from: isolation, options, clock) { .value($0.call) })
  }

  /// Creates a stream of values that aren't `Sendable`, which finishes when its closure returns `.last` or `.finish`.
  ///
  /// For the end of the stream, see the method of the same name for `Sendable` values; for the isolation of consumers,
  /// see the initializer for values that aren't `Sendable`.
  ///
  /// - Parameters:
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - emit: Reads the value, or finishes. Runs on the isolation where it is written.
  /// - Returns: The stream.
  @inlinable
  public static func untilFinished(
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) () throws(Failure) -> Iteration
  ) -> ObservationStream {
    let emit = SynchronousClosure.Isolated(emit)
    let source = StreamSource(emit, isConfined: true, from: isolation, options, clock) { .iteration($0.call) }
    return ObservationStream(source)
  }

  /// Creates a stream of values that aren't `Sendable`, which reads a model and ends with the model.
  ///
  /// - Parameters:
  ///   - model: The model to read. Held weakly.
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - isolation: The actor on which the caller runs, and the only one on which to consume. Leave it out.
  ///   - emit: Reads the value, on that actor. Must not capture the model.
  @inlinable
  public init<Model: AnyObject & Observable>(
    of model: Model,
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated any Actor = #isolation,
    _ emit: @escaping (Model) throws(Failure) -> Value
  ) {
    self.init(StreamSource(.reading(model, emit), on: isolation, isConfined: true, options, clock))
  }

  /// Creates a stream for consumers on the caller's actor.
  ///
  /// Use it in an actor if the closure captures local objects that aren't `Sendable` and are used again afterwards: the
  /// compiler knows that this closure stays on the actor. A consumer elsewhere causes a precondition failure, if the
  /// compiler hasn't rejected it.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the caller runs: `self` in its methods.
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - emit: Reads the value, on that actor.
  @inlinable
  public init(
    on actor: isolated any Actor,
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    _ emit: @escaping () throws(Failure) -> Value
  ) {
    self.init(StreamSource(.value(emit), on: actor, isConfined: true, options, clock))
  }

  /// Creates a stream for consumers on the caller's actor, which finishes when its closure returns `.last` or
  /// `.finish`.
  ///
  /// See ``init(on:options:clock:_:)``.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the caller runs: `self` in its methods.
  ///   - options: A rate limit, and which tracking to use.
  ///   - clock: The clock that a rate limit uses.
  ///   - emit: Reads the value, or finishes, on that actor.
  /// - Returns: The stream.
  @inlinable
  public static func untilFinished(
    on actor: isolated any Actor,
    options: ObservationStreamOptions = ObservationStreamOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    _ emit: @escaping () throws(Failure) -> Iteration
  ) -> ObservationStream {
    ObservationStream(StreamSource(.iteration(emit), on: actor, isConfined: true, options, clock))
  }
}
