import CGTK
import MonitorModels
import ObservationBridge
import SwiftObserver

/// The processes, below headings. It sends what the user asks for, and doesn't know what that changes.
@MainActor
final class ProcessListView: ObservableObject {
  enum Request: Equatable {
    /// By a click on a heading.
    case sort(by: ProcessOrder.Key)
    /// By a click on a process, whose user is looked for.
    case find(String)
  }

  let messenger = Messenger<Request>()
  let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
  let list = gtk_list_box_new()!
  private(set) var headings: [Widget] = []
  private var rows: [ProcessRowView] = []
  private let observations = ObservationScope()

  init(_ processes: ProcessesModel) {
    addHeadings(processes)
    let scrolled = ui_scrolled(list)!
    gtk_widget_set_vexpand(scrolled, 1)
    ui_append(content, scrolled)
    connect(list, "row-activated") { [weak self] in
      guard let self, case let index = Int(ui_list_take_selected(list)), index >= 0 else { return }
      // The row knows which user it shows. The model's processes may have changed since the last pass.
      send(.find(rows[index].user))
    }
    processes.update { $0.fit(200) }
    observations.observe(processes) { [weak self] processes in self?.show(processes.list.rows) }
  }

  private func addHeadings(_ processes: ProcessesModel) {
    headings = ProcessRowView.columns.map { column in
      guard let key = column.key else { return label(column.title, alignment: column.alignment) }
      let (button, title) = (gtk_button_new()!, label(alignment: column.alignment))
      ui_set_child(button, title)
      for style in ["flat", "column"] { gtk_widget_add_css_class(button, style) }
      connect(button, "clicked") { [weak self] in self?.send(.sort(by: key)) }
      observations.observe(processes) { processes in
        let order = processes.list.order
        set(title, to: column.title + (order.key == key ? order.isReversed ? " ▴" : " ▾" : ""))
      }
      return button
    }
    ui_append(content, ProcessRowView.row(headings))
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
