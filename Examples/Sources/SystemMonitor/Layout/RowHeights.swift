/// How many lines everything gets in a window without boxes.
struct RowHeights: Equatable, Sendable {
  private(set) var panels: [Panel: Int] = [:]
  private(set) var header = 0
  private(set) var footer = 0
  private var rest: Int

  /// Gives away the lines, the most important first.
  init(total: Int, coreCount: Int, footer height: Int) {
    rest = max(0, total)
    give(.cpu)
    footer = take(1)
    give(.memory)
    if rest >= 2 { give(.processes, 2) }
    footer += take(height - 1)
    for panel in [Panel.network, .disk, .load] { give(panel) }
    give(.processes, 4)
    give(.cores)
    // Swap.
    give(.memory)
    header = take(1)
    // Each core has a line if that leaves some for the processes; otherwise all share one.
    if rest >= coreCount + 3 { give(.cores, coreCount - 1) }
    give(.processes, rest)
  }

  private mutating func give(_ panel: Panel, _ count: Int = 1) {
    let granted = take(count)
    if granted > 0 { panels[panel, default: 0] += granted }
  }

  private mutating func take(_ count: Int) -> Int {
    let granted = min(max(0, count), rest)
    rest -= granted
    return granted
  }
}
