/// The latest levels of something that is sampled.
struct History: Equatable, Sendable {
  /// More than the widest sparkline that is drawn.
  static let capacity = 256

  /// What the time before the first sample shows. A gap is no choice: it would shrink with each sample, and a panel whose
  /// value stays the same would have to be drawn again for that.
  enum Past: Sendable {
    /// For activities, which begin from nothing.
    case nothing
    /// For states, which have been as they are for a while.
    case firstValue
  }

  private let past: Past
  private var levels: [Level] = []

  init(before past: Past) {
    self.past = past
  }

  mutating func append(_ level: Level) {
    if levels.count == Self.capacity { levels.removeFirst() }
    levels.append(level)
  }

  /// So many of the latest levels, the oldest first.
  func latest(_ count: Int) -> [Level] {
    let known = levels.suffix(count)
    let filling = past == .firstValue ? levels.first ?? .zero : .zero
    return Array(repeating: filling, count: max(0, count - known.count)) + known
  }
}
