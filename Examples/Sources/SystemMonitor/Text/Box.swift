/// A frame around lines, with a title and a value in its upper edge.
struct Box: Equatable, Sendable {
  /// What its edges take of both dimensions.
  static let edges = 2

  var title: String
  /// What stands at the right end of the upper edge; left out where there is no room.
  var value = Line()

  /// The frame with its content, each line as wide as the frame.
  func lines(_ content: [Line], in frame: Frame) -> [Line] {
    guard frame.width > Self.edges, frame.height >= Self.edges else { return [] }
    let inner = frame.width - Self.edges
    let rows = (0..<(frame.height - Self.edges)).map { index in
      var line = Line()
      line.append("│", .dim)
      if index < content.count { line.append(content[index].truncated(to: inner)) }
      line.pad(to: inner + 1)
      line.append("│", .dim)
      return line
    }
    return [top(frame.width)] + rows + [bottom(frame.width)]
  }

  private func top(_ width: Int) -> Line {
    var line = Line()
    line.append("╭─ ", .dim)
    line.append(String(title.prefix(max(0, width - 6))), .heading)
    line.append(" ", .dim)
    let right = value.width == 0 || line.width + value.width + 5 > width ? Line() : value
    let rightWidth = right.width == 0 ? 0 : right.width + 3
    line.append("─", count: width - line.width - rightWidth - 1, .dim)
    if right.width > 0 {
      line.append(" ", .dim)
      line.append(right)
      line.append(" ─", .dim)
    }
    line.append("╮", .dim)
    return line.truncated(to: width)
  }

  private func bottom(_ width: Int) -> Line {
    var line = Line()
    line.append("╰", .dim)
    line.append("─", count: width - Self.edges, .dim)
    line.append("╯", .dim)
    return line
  }
}
