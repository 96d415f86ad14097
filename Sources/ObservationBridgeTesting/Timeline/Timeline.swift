/// A drawn input, played to an async sequence. The output of the sequence is drawn in the same language.
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
  /// The number of steps by which a sequence may outlast its input.
  static let stepLimit = 1000
  /// How many jobs may run before a step comes to rest.
  static let jobLimit = 100_000

  let steps: [[TimelineEvent]]
  let step: Duration

  /// Reads a drawn input.
  ///
  /// - Parameters:
  ///   - text: The input, in the symbols listed by ``Timeline``.
  ///   - step: The duration of a step on the run's clock; more than zero.
  /// - Throws: ``SyntaxError``, which shows the place.
  public init(_ text: String, step: Duration = .seconds(1)) throws(SyntaxError) {
    precondition(step > .zero, "The step of a timeline is \(step): it has to be longer than zero.")
    steps = try TimelineParser.steps(of: text)
    self.step = step
  }

  /// Plays the input to a sequence, and returns a drawing of the sequence's output.
  ///
  /// In each step, due work on the clock runs first; then the input's symbol takes effect, together with all
  /// consequences. A deadline between two steps belongs to the earlier one. The first symbol describes the initial
  /// state for the sequence: `body` is called afterwards.
  ///
  /// After the input's last step, time continues until the sequence has ended, as long as a task is sleeping. A
  /// sequence that doesn't end by then is cancelled, and the cancellation isn't drawn. The output has at least as many
  /// steps as the input; further idle steps are drawn only up to the last event. At the end, no task may be sleeping on
  /// the clock.
  ///
  /// All code isolated to the run, and all jobs given to the global executor there, run on the calling thread, one job
  /// after another in the order of enqueueing: child tasks, unstructured and detached tasks, and actors without a
  /// custom executor. No real time passes. Code on the main actor, on other threads or queues, and sleeping on real
  /// clocks isn't part of a run, which doesn't wait for such code.
  ///
  /// - Parameter body: Makes the sequence. Isolated to the run, like the iteration; neither the sequence nor its
  ///   elements need to be `Sendable`. Closures that refer to the parameter inherit the isolation.
  /// - Returns: The drawing.
  /// - Throws: Errors of `body`; ``RunError`` if the run doesn't end properly. An error of the sequence is drawn, not
  ///   thrown.
  public func run<Elements: AsyncSequence>(
    _ body: @escaping @Sendable (isolated TimelineRun) async throws -> Elements
  ) async throws -> String {
    try TimelineDriver(self).drive(body)
  }
}
