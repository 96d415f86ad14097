import Observation

/// The sparkline of a panel: the part of a history that is shown.
///
/// Only that part is observable, and `@Observable` drops the assignment of an equal value. Samples that leave the picture
/// as it is lead to no pass.
@MainActor @Observable
final class Trend {
  private(set) var levels: [Level] = []
  @ObservationIgnored private var history: History
  @ObservationIgnored private var width = 0

  init(before past: History.Past) {
    history = History(before: past)
  }

  func append(_ level: Level) {
    history.append(level)
    levels = history.latest(width)
  }

  /// Shows so many of the latest levels.
  func fit(_ width: Int) {
    self.width = min(width, History.capacity)
    levels = history.latest(self.width)
  }
}
