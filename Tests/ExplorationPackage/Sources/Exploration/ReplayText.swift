/// A schedule in a line of text: the choices at which another thread goes on than would by itself.
///
/// By itself the thread goes on that ran before; where it can't, the first one that can.
package struct ReplayText: Equatable, CustomStringConvertible {
  package struct SyntaxError: Error, Equatable {
    package let part: String
  }

  private var deviations: [(choice: Int, thread: Int)] = []

  /// The schedule of a run that was made.
  package init(_ steps: [ExploredRun.Step]) {
    for (index, step) in steps.enumerated() {
      if step.thread != Self.thread(after: step.previous, enabled: step.enabled) {
        deviations.append((index, step.thread))
      }
    }
  }

  /// Reads what ``description`` has written.
  package init(_ text: String) throws(SyntaxError) {
    if text == Self.nothing { return }
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let choice = numbers[0], let thread = numbers[1],
        choice > deviations.last?.choice ?? -1,
        0..<64 ~= thread
      else { throw SyntaxError(part: String(part)) }
      deviations.append((choice, thread))
    }
  }

  /// The threads that go on at the first choices, up to the last deviation; nil for the one that does so by itself.
  package var threads: [Int?] {
    var threads: [Int?] = []
    for (choice, thread) in deviations {
      threads += Array(repeating: nil, count: choice - threads.count) + [thread]
    }
    return threads
  }

  /// The thread that goes on at a choice; nil if that can't, so that the schedule is of something else.
  package func thread(atChoice index: Int, after previous: Int, enabled: UInt64) -> Int? {
    guard let deviation = deviations.first(where: { $0.choice == index }) else {
      return Self.thread(after: previous, enabled: enabled)
    }
    return enabled >> UInt64(deviation.thread) & 1 != 0 ? deviation.thread : nil
  }

  /// The thread that goes on by itself.
  package static func thread(after previous: Int, enabled: UInt64) -> Int {
    enabled >> UInt64(previous) & 1 != 0 ? previous : enabled.trailingZeroBitCount
  }

  package var description: String {
    deviations.isEmpty ? Self.nothing : deviations.map { "\($0.choice):\($0.thread)" }.joined(separator: " ")
  }

  package static func == (one: ReplayText, other: ReplayText) -> Bool {
    one.description == other.description
  }

  private static let nothing = "in order"
}
