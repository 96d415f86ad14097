/// A drawn input, which is played to an async sequence. What the sequence delivers is drawn in the same language.
///
/// ```swift
/// let output = try await Timeline("ab-c---d|").run { run in
///   ObservationBridge.untilFinished(options: .debounce(.seconds(3)), clock: run.clock) {
///     run.input.isFinished ? .finish : .next(run.input.value)
///   }
/// }
/// #expect(output == "a-----c-[d|]")
/// ```
///
/// Each symbol takes one step, a second of the run's clock:
///
/// | Symbol | in the input | in the output |
/// |---|---|---|
/// | `-` | nothing happens | nothing came |
/// | letter, digit | the state becomes this value | this value came |
/// | `\|` | the state is finished | the sequence has ended |
/// | `!` | the state fails | the sequence has thrown |
/// | `x` | the task that iterates the sequence is cancelled | |
/// | `[ab]` | several in one step, without a turn between them | several came in one step |
/// | `'ab'` | | a value that isn't a letter or digit, or that is "x": its description |
///
/// Blanks and line breaks are ignored. After `|` or `!` an input has only `-` and `x`. In a quoted description the
/// characters `'` and `\` have a `\` before them; nil is `'nil'`.
public struct Timeline: Sendable {
  /// How many steps a sequence may go on after its input has ended.
  static let stepLimit = 1000
  /// How many jobs may run before a step comes to rest.
  static let jobLimit = 100_000

  let steps: [[TimelineEvent]]
  let step: Duration

  /// Reads a drawn input.
  ///
  /// - Parameters:
  ///   - text: What to play, in the symbols that ``Timeline`` lists.
  ///   - step: How long a step lasts on the run's clock; more than zero.
  /// - Throws: ``SyntaxError``, which shows the place.
  public init(_ text: String, step: Duration = .seconds(1)) throws(SyntaxError) {
    precondition(step > .zero, "The step of a timeline is \(step): it has to be longer than zero.")
    steps = try TimelineParser.steps(of: text)
    self.step = step
  }

  /// Plays the input to a sequence, and returns a drawing of what the sequence delivers.
  ///
  /// In each step, work that is due on the clock runs first; then the input's symbol takes effect, and everything runs
  /// that follows from it. A deadline between two steps belongs to the earlier one. The first symbol describes the
  /// state as the sequence finds it: `body` is called after that.
  ///
  /// After the input's last step, time continues as long as the sequence hasn't ended and something is sleeping. If the
  /// sequence hasn't ended by then, it's cancelled, which isn't drawn. The output has at least as many steps as the
  /// input; beyond those, idle steps are drawn only up to the last event. At the end nothing may be sleeping on the
  /// clock anymore.
  ///
  /// Everything that is isolated to the run, and everything that it gives to the global executor, runs on the calling
  /// thread, one job after another in the order in which they are enqueued: child tasks, unstructured and detached
  /// tasks, and actors without a custom executor. No real time passes. Code on the main actor, on other threads or
  /// queues, and sleeping on real clocks isn't part of a run, which doesn't wait for it.
  ///
  /// - Parameter body: Makes the sequence. Isolated to the run, as is the iteration; neither the sequence nor its elements
  ///   need to be `Sendable`. Closures that refer to its parameter inherit that isolation.
  /// - Returns: The drawing.
  /// - Throws: What `body` throws; ``RunError`` if the run doesn't end properly. An error of the sequence is drawn, not
  ///   thrown.
  public func run<Elements: AsyncSequence>(
    _ body: @escaping @Sendable (isolated TimelineRun) async throws -> Elements
  ) async throws -> String {
    try TimelineDriver(self).drive(body)
  }
}
