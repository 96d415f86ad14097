/// The values of an expression that doesn't throw, over time; see ``ObservationStream``.
///
/// The type has the name of its module. To qualify another name with the module's name, write two colons, with a
/// compiler of Swift 6.3 or later: `ObservationBridge::ObservationScope`.
public typealias ObservationBridge<Value> = ObservationStream<Value, Never>

/// Makes a stream of the values of an expression over time.
///
/// Returns the stream that `ObservationBridge { … }` creates, for code that prefers a function.
///
/// - Parameters:
///   - options: A rate limit, and which tracking to use.
///   - clock: The clock that a rate limit uses.
///   - isolation: The caller's isolation. Leave it out.
///   - emit: Reads the value. Runs on the isolation where it is written.
/// - Returns: The stream; each of its iterators observes independently.
@inlinable
public func makeObservationBridgeStream<Value: Sendable, Failure: Error>(
  options: ObservationStreamOptions = ObservationStreamOptions(),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) () throws(Failure) -> Value
) -> ObservationStream<Value, Failure> {
  ObservationStream(options: options, clock: clock, isolation: isolation, emit)
}

/// Makes a stream of values that aren't `Sendable`, for consumers on the isolation where its closure runs.
///
/// - Parameters:
///   - options: A rate limit, and which tracking to use.
///   - clock: The clock that a rate limit uses.
///   - isolation: The caller's isolation. Leave it out.
///   - emit: Reads the value. Runs on the isolation where it is written.
/// - Returns: The stream; each of its iterators observes independently.
@inlinable
public func makeObservationBridgeStream<Value, Failure: Error>(
  options: ObservationStreamOptions = ObservationStreamOptions(),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext(always) _ emit: sending @escaping @isolated(any) () throws(Failure) -> Value
) -> ObservationStream<Value, Failure> {
  ObservationStream(options: options, clock: clock, isolation: isolation, emit)
}
