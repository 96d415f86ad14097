import ObservationBridge

/// The jobs of a schedule, one in each line, with a column for each task.
final class ScheduleDrawing: Sendable {
  enum Place {
    case noActor
    case mainActor
    case actor(AnyObject.Type)
    /// An actor runs its waiting jobs.
    case someActor
  }

  private struct Row {
    /// Nil for a job waiting for an actor.
    let task: Int?
    let place: Place
    var marks: [String] = []
  }

  private struct State {
    var rows: [Row] = []
    var names: [Int: String] = [:]
  }

  /// Wider drawings have no columns.
  private static let widest = 24

  private let state = LockedState(State())

  func begin(_ job: ScheduledJob) {
    begin(job.task, at: job.subject == .actor ? .someActor : job.isOnMainActor ? .mainActor : .noActor)
  }

  func begin(_ task: Int?, at place: Place) {
    state.withLock { $0.rows.append(Row(task: task, place: place)) }
  }

  /// The action of the current job.
  func mark(_ text: String) {
    state.withLock { state in
      if !state.rows.isEmpty { state.rows[state.rows.count - 1].marks.append(text) }
    }
  }

  func name(_ task: Int, _ name: String) {
    state.withLock { $0.names[task] = name }
  }

  /// The drawing.
  var text: String {
    let (rows, names) = state.withLock { ($0.rows, $0.names) }
    let tasks = rows.compactMap(\.task)
    let width = tasks.max() ?? 0
    let digits = String(rows.count).count
    return rows.enumerated().map { index, row in
      let number = String(index + 1)
      var line = String(repeating: " ", count: digits - number.count) + number + "  "
      if width <= Self.widest {
        for task in 1..<(width + 1) {
          line += (row.task == task ? "●" : Self.isAlive(task, at: index, rows) ? "│" : " ") + " "
        }
        line += " "
      }
      line += row.task.map { "\(names[$0] ?? "task \($0)"), " } ?? ""
      line += row.place.text
      if !row.marks.isEmpty { line += ": " + row.marks.joined(separator: "; ") }
      return line
    }.joined(separator: "\n")
  }

  /// Whether a task has begun and will go on.
  private static func isAlive(_ task: Int, at index: Int, _ rows: [Row]) -> Bool {
    rows[..<index].contains { $0.task == task } && rows[index...].contains { $0.task == task }
  }
}

extension ScheduleDrawing.Place {
  fileprivate var text: String {
    switch self {
    case .noActor: "on no actor"
    case .mainActor: "MainActor"
    case .actor(let type): "\(type)"
    case .someActor: "what waits for an actor"
    }
  }
}
