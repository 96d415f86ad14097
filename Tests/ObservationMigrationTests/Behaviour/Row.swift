// swift-format-ignore-file

import Observation
import ObservationBridge

@Observable
@MainActor
final class RowModel {
  var title = ""
  var selection = Set<Int>()
  var count = 0

  func toggle(_ id: Int) {
    count += 1
    selection.insert(id)
  }
}

@MainActor
final class Row {
  private(set) var shown: [String] = []
  private var tasks: [Task<Void, Never>] = []

  func show(_ model: RowModel) {
    prepareForReuse()
    let titleValues = ObservationBridge(of: model) { $0.title }.filter { $0 != "-" }
    tasks.append(Task { [unowned self] in
      for await title in titleValues where !Task.isCancelled { shown.append(title) }
    })
  }

  func prepareForReuse() {
    for task in tasks { task.cancel() }
    tasks.removeAll()
  }

  deinit {
    for task in tasks { task.cancel() }
  }
}
