import CGTK
import MonitorModels
import ObservationBridge
import SwiftObserver

/// Shows a machine in a window. Each graph and each text is an observation, which runs again when something has changed that it shows.
@MainActor
final class MonitorView: Observer {
  let machine: Machine
  /// What the user looks for. The field shows it, and whatever else changes it changes the field.
  let search = Var("")
  let receiver = Receiver()
  private let observations = ObservationScope()
  private var filtering: Task<Void, Never>?

  let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
  let field = gtk_search_entry_new()!
  let processes: ProcessListView
  private let graphs = ui_grid(18, 12)!

  /// - Parameters:
  ///   - machine: The models.
  ///   - clock: The clock by which the list waits until nobody types.
  init(_ machine: Machine, clock: any Clock<Duration> = ContinuousClock()) {
    self.machine = machine
    processes = ProcessListView(machine.processes)
    ui_set_margins(content, 12)
    for part in [graphs, processes.content] { ui_append(content, part) }
    addGraphs()
    followList()
    bindSearch(clock)
  }

  deinit {
    filtering?.cancel()
  }

  // MARK: Graphs

  private func addGraphs() {
    let (cpu, cores, memory, load) = (machine.cpu, machine.cores, machine.memory, machine.load)
    add("Processors", at: (0, 0), { [cpu.trend] }) { cpu.busy.description }
    // Cores can be switched on and off: then the pass reads the trends of others.
    add("Cores", at: (1, 0), { cores.cores.map(\.trend) }) {
      cores.cores.map(\.busy.description).joined(separator: "  ")
    }
    add("Load", at: (2, 0), { [load.trend] }) { "\(load.one)  \(load.five)  \(load.fifteen)" }
    add("Memory", at: (0, 1), { [memory.trend] }) { "\(memory.used) of \(memory.total)" }
    for (column, (title, model)) in [("Network", machine.network), ("Disks", machine.disk)].enumerated() {
      add(title, at: (CInt(column + 1), 1), { [model.trend] }) {
        guard let incoming = model.incoming, let outgoing = model.outgoing else { return "not known" }
        return "↓ \(incoming)/s  ↑ \(outgoing)/s"
      }
    }
  }

  private func add(
    _ title: String,
    at place: (CInt, CInt),
    _ trends: @escaping @MainActor () -> [Trend],
    text: @escaping @MainActor () -> String
  ) {
    let (box, heading, value) = (gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)!, label(title, style: "heading"), label())
    let area = gtk_drawing_area_new()!
    gtk_widget_set_size_request(area, 180, 70)
    for part in [heading, value, area] { ui_append(box, part) }
    ui_attach(graphs, box, place.0, place.1)

    observations.observe { _ in set(value, to: text()) }
    observations.observe { _ in
      for trend in trends() { _ = trend.levels }
      gtk_widget_queue_draw(area)
    }
    draw(area) { context, width, height in
      Graph(isDark: ui_is_dark(area) != 0).draw(trends().map(\.levels), context, width: width, height: height)
    }
    // A trend keeps as many values as fit, in steps as fine as can be seen: what can't be seen is no change.
    connect(area, "resize") {
      let (width, height) = (Int(gtk_widget_get_width(area)), Int(gtk_widget_get_height(area)))
      let size = GraphSize(columns: Int(Double(width) / Graph.step) + 1, rows: max(1, height / 4))
      for trend in trends() { trend.fit(size) }
    }
  }

  // MARK: What the user asks for

  /// Each click counts, so the list sends messages. Passes would be coalesced.
  private func followList() {
    observe(processes) { [machine, search] request in
      switch request {
      case .sort(let key): machine.processes.update { $0.sort(by: key) }
      case .find(let text): search <- text
      }
    }
  }

  private func bindSearch(_ clock: any Clock<Duration>) {
    connect(field, "changed") { [weak self, field] in
      guard let self else { return }
      search.set(String(cString: ui_text(field)), as: self)
    }
    // A text that comes from the field isn't set there again, which would move the cursor.
    observe(search).notFrom(self).new { [field] text in ui_set_text(field, text) }
    // While somebody types, nothing is filtered.
    let texts = ObservationBridge(options: .debounce(.milliseconds(250)), clock: clock) { [search] in search.value }
    filtering = Task { [machine] in
      for await text in texts { machine.processes.update { $0.filter(text) } }
    }
  }
}
