/// What happened in a schedule, a step in each line, with a column for each thread.
package struct StepDrawing {
  private enum Row {
    /// The steps of one thread in a row.
    case step(thread: String, what: String, object: String, place: String)
    case mark(thread: String?, String)
  }

  private var rows: [Row] = []
  private var threads: [String] = []
  private var objects: [String: String] = [:]

  /// Reads what a run has noted: a line for each step, its parts separated by tabs, and marks.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - describe: Makes the last part of a step's line readable, which says where the thread is.
  package init(_ text: String, describing describe: (String) -> String) {
    var places: [String: String] = [:]
    var current: String?
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5 else {
        rows.append(.mark(thread: current, String(line)))
        continue
      }
      let thread = parts[1]
      current = thread
      if !threads.contains(thread) { threads.append(thread) }
      let place = places[parts[4]] ?? describe(parts[4])
      places[parts[4]] = place
      rows.append(.step(thread: thread, what: parts[2], object: name(of: parts[3]), place: place))
    }
  }

  /// Short names, in the order in which objects appear.
  private mutating func name(of object: String) -> String {
    if let name = objects[object] { return name }
    let count = objects.count
    let letter = String(UnicodeScalar(UInt8(97 + count % 26)))
    let name = count < 26 ? letter : "\(letter)\(count / 26)"
    objects[object] = name
    return name
  }

  /// The drawing.
  package var text: String {
    var lines: [String] = []
    var previous: String?
    for (index, row) in rows.enumerated() {
      switch row {
      case .step(let thread, let what, let object, let place):
        let label = thread == previous ? "" : "\(thread): "
        lines.append(columns(at: index, of: thread) + "\(label)\(what) \(object)\(place.isEmpty ? "" : "  \(place)")")
        previous = thread
      case .mark(let thread, let text):
        lines.append(columns(at: index, of: thread, sign: "◆") + text)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func columns(at index: Int, of thread: String?, sign: String = "●") -> String {
    threads.map { name in
      name == thread ? sign + " " : isAlive(name, at: index) ? "│ " : "  "
    }.joined() + " "
  }

  /// Whether a thread has begun and will go on.
  private func isAlive(_ thread: String, at index: Int) -> Bool {
    func isOf(_ row: Row) -> Bool {
      if case .step(let name, _, _, _) = row { return name == thread }
      return false
    }
    return rows[..<index].contains(where: isOf) && rows[index...].contains(where: isOf)
  }
}
