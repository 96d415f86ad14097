import CGTK
import MonitorModels
import Observation
import ObservationBridge

/// What the user looks for. The field shows it, and whatever else changes it changes the field.
@MainActor @Observable
final class Search {
  var text = ""
}

/// Shows a machine in a window. Each part is an observation, which runs again when something has changed that it shows.
@MainActor
final class MonitorView {
  let machine: Machine
  let search = Search()
  private let observations = ObservationScope()
  private var filtering: Task<Void, Never>?

  let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
  let field = gtk_search_entry_new()!
  let list = gtk_list_box_new()!
  private let graphs = ui_grid(18, 12)!
  private var rows: [ProcessRowView] = []

  init(_ machine: Machine) {
    self.machine = machine
    ui_set_margins(content, 12)
    ui_append(content, graphs)
    addGraphs()
    addProcesses()
    bindSearch()
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

  // MARK: Processes

  private func addProcesses() {
    let headings = ProcessRowView.columns.map { column in
      guard let key = column.key else { return label(column.title, alignment: column.alignment) }
      let (button, title) = (gtk_button_new()!, label(alignment: column.alignment))
      ui_set_child(button, title)
      for style in ["flat", "column"] { gtk_widget_add_css_class(button, style) }
      connect(button, "clicked") { [machine] in machine.processes.update { $0.sort(by: key) } }
      observations.observe { [machine] _ in
        let order = machine.processes.list.order
        set(title, to: column.title + (order.key == key ? order.isReversed ? " ▴" : " ▾" : ""))
      }
      return button
    }
    ui_append(content, ProcessRowView.row(headings))
    let scrolled = ui_scrolled(list)!
    gtk_widget_set_vexpand(scrolled, 1)
    ui_append(content, scrolled)

    machine.processes.update { $0.fit(200) }
    observations.observe { [weak self, machine] _ in
      self?.show(machine.processes.list.rows)
    }
    // The other way: a click on a process looks for its user's.
    connect(list, "row-activated") { [weak self] in
      guard let self, case let index = Int(ui_list_take_selected(list)), index >= 0 else { return }
      // The row knows which user it shows. The model's processes may have changed since the last pass.
      search.text = rows[index].user
    }
  }

  private func show(_ processes: [ProcessRow]) {
    while rows.count > processes.count {
      rows.removeLast()
      ui_list_remove_last(list)
    }
    while rows.count < processes.count {
      rows.append(ProcessRowView())
      ui_list_append(list, rows[rows.count - 1].widget)
    }
    for (row, process) in zip(rows, processes) { row.show(process) }
  }

  // MARK: The search field

  private func bindSearch() {
    connect(field, "changed") { [search, field] in
      search.text = String(cString: ui_text(field))
    }
    // What the field shows already isn't set again, which would move the cursor.
    observations.observe { [search, field] _ in
      if String(cString: ui_text(field)) != search.text { ui_set_text(field, search.text) }
    }
    // While somebody types, nothing is filtered.
    let texts = ObservationBridge(options: .debounce(.milliseconds(250))) { [search] in search.text }
    filtering = Task { [machine] in
      for await text in texts { machine.processes.update { $0.filter(text) } }
    }
  }
}

/// A line of the list.
@MainActor
private final class ProcessRowView {
  static let columns: [(title: String, key: ProcessOrder.Key?, width: CInt, alignment: Float)] = [
    ("PID", .pid, 80, 1), ("CPU", .cpu, 80, 1), ("Memory", .memory, 90, 1), ("User", nil, 90, 0),
    ("Command", .name, -1, 0),
  ]

  let widget: Widget
  private(set) var user = ""
  private let labels = columns.map { label(alignment: $0.alignment) }

  init() {
    widget = Self.row(labels)
  }

  /// The last column takes the room that is left.
  static func row(_ cells: [Widget]) -> Widget {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    for (column, cell) in zip(columns, cells) {
      gtk_widget_set_size_request(cell, column.width, -1)
      gtk_widget_set_hexpand(cell, column.width < 0 ? 1 : 0)
      ui_append(box, cell)
    }
    return box
  }

  func show(_ process: ProcessRow) {
    user = process.user
    let texts = [
      "\(process.id.pid)", process.cpu.description, process.memory.description, process.user, process.command.text,
    ]
    for (label, text) in zip(labels, texts) { set(label, to: text) }
  }
}
