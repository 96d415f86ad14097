/// What a stream was made with.
@usableFromInline
final class StreamSource<Value, Failure: Error> {
  @usableFromInline
  enum Closure {
    case value(() throws(Failure) -> Value)
    case iteration(() throws(Failure) -> ObservationStream<Value, Failure>.Iteration)
  }

  /// Where the closure runs; nil for anywhere.
  @usableFromInline let actor: (any Actor)?
  /// Whether the consumer has to be there, too.
  @usableFromInline let isConfined: Bool
  @usableFromInline let isLegacy: Bool
  /// Whether the tracking reports some changes a second time.
  @usableFromInline let isReportedTwice: Bool
  @usableFromInline let closure: Closure
  @usableFromInline let limit: StreamLimit?
  @usableFromInline let duplicates: DuplicateRule<Value>?

  @inlinable
  init(
    _ closure: Closure,
    on actor: (any Actor)?,
    isConfined: Bool = false,
    _ options: ObservationStreamOptions,
    _ clock: any Clock<Duration>
  ) {
    self.actor = actor
    self.isConfined = isConfined
    self.closure = closure
    isLegacy = options.backend == .legacy
    isReportedTwice = isLegacy || !Self.isTrackingExact
    limit = options.rateLimit.map { StreamLimit($0, clock) }
    duplicates = nil
  }

  @usableFromInline static var isTrackingExact: Bool { Tracking.isExact }

  init(_ source: StreamSource, _ duplicates: DuplicateRule<Value>) {
    actor = source.actor
    isConfined = source.isConfined
    closure = source.closure
    isLegacy = source.isLegacy
    isReportedTwice = source.isReportedTwice
    limit = source.limit
    self.duplicates = duplicates
  }
}

/// A rate limit, and what it measures time with.
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

/// A closure, callable synchronously by code that has made sure of its isolation; see `PassBody`.
@usableFromInline
struct SynchronousStreamClosure<Result, Failure: Error> {
  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @isolated(any) @Sendable () throws(Failure) -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) @Sendable () throws(Failure) -> Result) {
      self.call = call
    }
  }

  @usableFromInline let call: @Sendable () throws(Failure) -> Result

  @inlinable
  init(_ call: @escaping @isolated(any) @Sendable () throws(Failure) -> Result) {
    self = unsafe unsafeBitCast(Isolated(call), to: SynchronousStreamClosure.self)
  }
}

/// The same for a closure that reads a model.
@usableFromInline
struct SynchronousModelClosure<Model, Result, Failure: Error> {
  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @isolated(any) @Sendable (Model) throws(Failure) -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) @Sendable (Model) throws(Failure) -> Result) {
      self.call = call
    }
  }

  @usableFromInline let call: @Sendable (Model) throws(Failure) -> Result

  @inlinable
  init(_ call: @escaping @isolated(any) @Sendable (Model) throws(Failure) -> Result) {
    self = unsafe unsafeBitCast(Isolated(call), to: SynchronousModelClosure.self)
  }
}
