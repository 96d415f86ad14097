/// What the passes of one observation have seen, and what must be true of that.
// Unchecked: one thread runs at a time.
final class Passes: Counted, @unchecked Sendable {
  private(set) var last: (first: Int, second: Int)?
  private(set) var count = 0
  private var isRunning = false
  private var hasEnded = false
  private let isOnMainThread: Bool
  /// Whether a value may be smaller than the one before.
  private let mayFall: Bool

  init(onMainThread isOnMainThread: Bool = false, mayFall: Bool = false) {
    self.isOnMainThread = isOnMainThread
    self.mayFall = mayFall
  }

  /// A pass reads a model.
  func read(_ model: Model) {
    run { (model.first, model.second) }
  }

  /// A pass runs.
  func run(_ read: () -> (first: Int, second: Int)) {
    Stage.userCode()
    Stage.expect(!isOnMainThread || Stage.isOnMainThread, "A pass runs elsewhere than on its actor.")
    Stage.expect(!isRunning, "Two passes run at once.")
    Stage.expect(!hasEnded, "A pass begins after the end.")
    isRunning = true
    let values = read()
    if let last, !mayFall {
      Stage.expect(
        values.first >= last.first && values.second >= last.second,
        "A pass sees \(values) after another has seen \(last)."
      )
    }
    last = values
    count += 1
    Stage.note("pass \(count) sees \(values.first), \(values.second)")
    Stage.point(self, changes: true)
    isRunning = false
  }

  /// From now on no pass begins.
  func end() {
    hasEnded = true
  }

  /// The last pass must have seen this.
  func expectLast(_ first: Int, _ second: Int) {
    guard let last else { Stage.fail("No pass has run.") }
    Stage.expect(
      last == (first, second),
      "The last pass has seen \(last), where the final values are \((first, second))."
    )
  }
}
