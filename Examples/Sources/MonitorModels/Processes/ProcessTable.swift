/// All processes, and which of them the user looks at: in which order, through which filter, from where and with which
/// one selected.
public struct ProcessTable: Sendable {
  private var all: [ProcessRow] = []
  /// The rows that match the filter, in order.
  private var listed: [ProcessRow] = []
  private var order = ProcessOrder()
  private var filter = ""
  private var selection: ProcessIdentity?
  /// The first one that is shown.
  private var first = 0
  private var height = 0

  /// What is shown.
  package var list: ProcessList {
    let rows = Array(listed.dropFirst(first).prefix(height))
    return ProcessList(
      rows: rows,
      selected: selection.flatMap { selection in rows.firstIndex { $0.id == selection } },
      first: first,
      count: listed.count,
      total: all.count,
      order: order,
      filter: filter
    )
  }

  /// The selected process, also where there is no room to show it.
  package var selected: ProcessRow? {
    selection.flatMap(row)
  }

  /// The process as it is now; nil if it has ended.
  package func row(_ process: ProcessIdentity) -> ProcessRow? {
    all.first { $0.id == process }
  }

  package mutating func apply(_ rows: [ProcessRow]) {
    all = rows
    arrange()
  }

  /// Sorts by a key; the same key again reverses the order.
  public mutating func sort(by key: ProcessOrder.Key) {
    order.sort(by: key)
    arrange()
  }

  /// Lists the processes that match a text; all of them if it is empty.
  public mutating func filter(_ text: String) {
    filter = text
    arrange()
  }

  package mutating func deselect() {
    selection = nil
    first = 0
  }

  /// Shows so many processes.
  public mutating func fit(_ height: Int) {
    self.height = max(0, height)
    scroll()
  }

  /// Selects another process. Where none is selected, a step leads to the first one that is shown, or past it by a page.
  public mutating func move(_ move: ProcessMove) {
    guard !listed.isEmpty else { return }
    let current = selectedIndex
    let page = max(1, height)
    let target =
      switch move {
      case .up: current.map { $0 - 1 } ?? first
      case .down: current.map { $0 + 1 } ?? first
      case .pageUp: (current ?? first) - page
      case .pageDown: current.map { $0 + page } ?? (first + page - 1)
      case .first: 0
      case .last: listed.count - 1
      }
    selection = listed[min(max(0, target), listed.count - 1)].id
    scroll()
  }

  private var selectedIndex: Int? {
    selection.flatMap { selection in listed.firstIndex { $0.id == selection } }
  }

  private mutating func arrange() {
    listed = order.sorted(filter.isEmpty ? all : all.filter { $0.matches(filter) })
    // The signal that the user is about to send must not reach the process that took the place of one that has ended.
    if selectedIndex == nil { selection = nil }
    scroll()
  }

  /// Keeps the selection in sight, and the end of the list at the end of the screen.
  private mutating func scroll() {
    if let index = selectedIndex { first = min(max(first, index - height + 1), index) }
    first = max(0, min(first, listed.count - height))
  }
}
