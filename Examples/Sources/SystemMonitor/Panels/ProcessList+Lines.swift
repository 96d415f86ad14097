import MonitorModels

extension ProcessList {
  /// Which part of the list is shown, and the filter.
  var value: Line {
    var line = Line()
    if !filter.isEmpty { line.append("/\(filter)  ", .warning) }
    let shown = rows.isEmpty ? "none" : "\(first + 1)–\(first + rows.count)"
    line.append("\(shown) of \(count)")
    if count < total { line.append(" (\(total))", .dim) }
    return line
  }

  /// A heading, and a line for each process.
  func lines(height: Int, width: Int) -> [Line] {
    guard height > 0 else { return [] }
    let columns = ProcessColumns(width: width)
    return [heading(columns)]
      + rows.prefix(height - 1).enumerated().map { index, row in
        index == selected ? selectedLine(row, columns, width) : line(row, columns)
      }
  }

  private func heading(_ columns: ProcessColumns) -> Line {
    var line = Line()
    line.append(heading("PID", .pid), right: columns.pid, .heading)
    if columns.user > 0 {
      line.append("  USER", .heading)
      line.pad(to: columns.pid + columns.user)
    }
    line.append(heading("CPU", .cpu), right: columns.cpu, .heading)
    line.append(heading(columns.isShort ? "MEM" : "MEMORY", .memory), right: columns.memory, .heading)
    line.append("  \(heading("COMMAND", .name))", .heading)
    return line
  }

  /// The name of a column, with an arrow where the list is sorted by it.
  private func heading(_ name: String, _ key: ProcessOrder.Key) -> String {
    order.key == key ? name + (order.isAscending ? "▲" : "▼") : name
  }

  private func line(_ row: ProcessRow, _ columns: ProcessColumns) -> Line {
    var line = Line()
    line.append("\(row.id.pid)", right: columns.pid, .dim)
    if columns.user > 0 {
      line.append("  \(row.user.prefix(columns.user - 2))", .dim)
      line.pad(to: columns.pid + columns.user)
    }
    line.append(row.cpu.description, right: columns.cpu, row.cpu.style)
    line.append(columns.isShort ? row.memory.short : row.memory.description, right: columns.memory)
    line.append("  ")
    if columns.showsFolders { line.append(row.command.folder, .dim) }
    line.append(row.command.program)
    line.append(row.command.arguments, .dim)
    return line
  }

  /// One piece of text over the whole width, which is shown in reverse.
  private func selectedLine(_ row: ProcessRow, _ columns: ProcessColumns, _ width: Int) -> Line {
    var text = line(row, columns).truncated(to: width).plain
    text += String(repeating: " ", count: max(0, width - text.count))
    return Line(text, .selected)
  }
}
