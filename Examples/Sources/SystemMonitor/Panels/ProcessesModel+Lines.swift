extension ProcessesModel {
  private static let pidWidth = 7
  private static let cpuWidth = 8

  /// A heading and a line for each process.
  func lines(height: Int, _ columns: RowColumns) -> [Line] {
    guard height > 0 else { return [] }
    let memoryWidth = columns.isShort ? 6 : 10
    var heading = Line()
    heading.append("PID", right: Self.pidWidth, .heading)
    heading.append("CPU  ", right: Self.cpuWidth, .heading)
    heading.append(columns.isShort ? "MEM" : "MEMORY", right: memoryWidth, .heading)
    heading.append("  NAME", .heading)
    return [heading]
      + rows.prefix(height - 1).map { row in
        var line = Line()
        line.append("\(row.pid)", right: Self.pidWidth, .dim)
        line.append(row.cpu.description, right: Self.cpuWidth, row.cpu.style)
        line.append(columns.isShort ? row.memory.short : row.memory.description, right: memoryWidth)
        line.append("  \(row.name)")
        return line
      }
  }
}
