import Observation

/// How often each panel was drawn.
@MainActor @Observable
final class PassCounts {
  /// Indexed by ``Panel/rawValue``.
  private(set) var panels = [Int](repeating: 0, count: Panel.allCases.count)
  /// How many samples the panels were given.
  private(set) var samples = 0
  /// Not observable: the footer shows the counts, and would have to run because it ran.
  @ObservationIgnored private(set) var footer = 0
  /// What passes count in. `panels[index] += 1` would read `panels`: each panel would depend on the counts of all others,
  /// and they would run for ever because of each other.
  @ObservationIgnored private var running = [Int](repeating: 0, count: Panel.allCases.count)

  func count(_ panel: Panel) {
    running[panel.rawValue] += 1
    panels = running
  }

  func countFooter() {
    footer += 1
  }

  func countSample() {
    samples += 1
  }
}
