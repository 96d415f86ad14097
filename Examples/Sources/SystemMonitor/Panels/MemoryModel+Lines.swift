import MonitorModels

extension MemoryModel {
  var value: Line {
    Line(share.description, share.style)
  }

  /// A row for the memory, and where there is room another one for the swap space.
  func rows(height: Int, _ columns: RowColumns) -> [Line] {
    let memory = Line.row(columns.isShort ? "Mem" : "Memory", columns, graph: trend.line) { line in
      Self.append(share, used, total, to: &line, columns)
    }
    guard height > 1 else { return [memory] }
    let swap = Line.row(columns.isShort ? "Swp" : "Swap", columns) { line in
      Self.append(swapShare, swapUsed, swapTotal, to: &line, columns)
    }
    return [memory, swap]
  }

  /// The amount in use, the graph, and the swap space.
  func lines(width: Int) -> [Line] {
    var memory = Line(" \(Self.amount(used, of: total, isShort: width < 19))")
    memory.append(" ")
    return [memory] + trend.lines(.percent) + [swapLine(width)]
  }

  private func swapLine(_ width: Int) -> Line {
    var line = Line(" Swap ", .dim)
    if swapTotal == .zero {
      line.append("none", .dim)
    } else {
      line.append(Self.amount(swapUsed, of: swapTotal, isShort: width < 24), swapShare.style)
    }
    return line
  }

  private static func amount(_ used: ByteAmount, of total: ByteAmount, isShort: Bool) -> String {
    isShort ? "\(used.short) of \(total.short)" : "\(used) of \(total)"
  }

  private static func append(
    _ share: Percent,
    _ used: ByteAmount,
    _ total: ByteAmount,
    to line: inout Line,
    _ columns: RowColumns
  ) {
    line.append(share.description, right: Line.percentWidth, share.style)
    if columns.isShort {
      line.append(used.short, right: 6)
    } else {
      line.append(used.description, right: 9)
      line.append(" of \(total)", .dim)
    }
  }
}
