/// An app while it runs: its views, and what can be done with its models.
@MainActor public struct RunningApp {
  let root: any View
  let act: (_ action: Int, _ number: Int) -> Void

  public init(root: some View, act: @escaping (_ action: Int, _ number: Int) -> Void) {
    self.root = root
    self.act = act
  }
}

/// An app as it was written and as it was migrated.
@MainActor public struct ComparedApp {
  let before: () -> RunningApp
  let after: () -> RunningApp

  public init(before: @escaping () -> RunningApp, after: @escaping () -> RunningApp) {
    self.before = before
    self.after = after
  }
}

/// Runs both forms of apps with the same changes, and tells where they show something else.
@MainActor public enum AppComparison {
  /// What a change is made to: `number` says how much, or to what.
  struct Change: Codable {
    let action: Int?
    let number: Int
  }

  struct Script: Codable {
    let app: Int
    let steps: [[Change]]
  }

  /// What a view shows, and what it would show if its body were evaluated now.
  struct Output: Codable {
    var shown: [String]?
    var current: [String]?
    /// When its body and those around it were evaluated.
    var turns: [Int]?

    func isSame(as other: Self) -> Bool { shown == other.shown && current == other.current }

    /// Whether it shows what is current, or nothing older than another one that is of the same state.
    func isNewer(than other: Self) -> Bool {
      guard current == other.current else { return false }
      guard let turns, let otherTurns = other.turns, turns.count == otherTurns.count else { return shown == current }
      return shown == current || zip(turns, otherTurns).allSatisfy { $0 >= $1 }
    }
  }

  struct Difference: Codable {
    let step: Int
    let path: String
    let before: Output
    let after: Output
  }

  struct Outcome: Codable {
    let app: Int
    /// Nil at the start.
    var differences: [Difference]?
    /// How often a text was newer than it had been before.
    var freshened = 0
    /// How often it was the same.
    var same = 0
  }

  private struct Recording {
    var steps: [[String: Output]] = []
    /// The controls that were used, by step and change.
    var controls: [[String?]] = []
  }

  /// Reads scripts from the file that the command line names, one a line, and prints an outcome for each.
  public static func main(_ apps: [ComparedApp?]) async {
    setvbuf(stdout, nil, _IOLBF, 0)
    runAllTasksOnMainActor()
    let lines = try! String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\n")
    for line in lines {
      let script = try! JSONDecoder().decode(Script.self, from: Data(line.utf8))
      guard let app = apps[script.app] else { continue }
      // If it ends the process, the test knows which it was.
      report(Outcome(app: script.app))
      let before = await record(app.before, script, controls: nil)
      let after = await record(app.after, script, controls: before.controls)
      report(outcome(of: script.app, before, after))
    }
  }

  /// A stream's consumer hops to the global executor. On a busy machine, a thread of that executor may run only after
  /// ``settle(_:)`` has returned.
  private static func runAllTasksOnMainActor() {
    typealias Original = @convention(thin) (UnownedJob) -> Void
    typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
    guard let variable = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else { return }
    variable.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in MainActor.shared.enqueue(job) }
  }

  private static func report(_ outcome: Outcome) {
    print(String(decoding: try! JSONEncoder().encode(outcome), as: UTF8.self))
  }

  private static func record(_ make: () -> RunningApp, _ script: Script, controls: [[String?]]?) async -> Recording {
    StoredValues.reset()
    let app = make()
    let graph = ViewGraph(app.root)
    var recording = Recording()
    await settle(graph)
    recording.steps.append(outputs(of: graph))
    for (step, changes) in script.steps.enumerated() {
      graph.turn += 1
      var paths: [String?] = []
      for (index, change) in changes.enumerated() {
        // The controls of the views as they would be now: an outdated view may hold an object that is no longer used.
        var outline = Node.Outline()
        graph.root.addCurrent(to: &outline)
        let available = outline.controls
        var path = controls?[step][index]
        if let action = change.action {
          app.act(action, change.number)
        } else if controls == nil, !available.isEmpty {
          path = available.keys.sorted()[change.number % available.count]
        }
        if let path { available[path]?(change.number % 3 + 1) }
        paths.append(path)
      }
      await settle(graph)
      recording.controls.append(paths)
      recording.steps.append(outputs(of: graph))
    }
    return recording
  }

  /// Until no task, no turn of the main queue and no view has anything to do.
  private static func settle(_ graph: ViewGraph) async {
    repeat {
      graph.update()
      for _ in 0..<20 { await Task.yield() }
      graph.update()
    } while Turn.run()
  }

  private static func outputs(of graph: ViewGraph) -> [String: Output] {
    var (shown, current) = (Node.Outline(), Node.Outline())
    graph.root.addShown(to: &shown)
    graph.root.addCurrent(to: &current)
    var outputs: [String: Output] = [:]
    for (path, texts) in shown.texts { outputs[path] = Output(shown: texts, turns: shown.turns[path]) }
    for (path, texts) in current.texts { outputs[path, default: Output()].current = texts }
    return outputs
  }

  private static func outcome(of app: Int, _ before: Recording, _ after: Recording) -> Outcome {
    var outcome = Outcome(app: app, differences: [])
    for (step, (before, after)) in zip(before.steps, after.steps).enumerated() {
      for path in Set(before.keys).union(after.keys).sorted() {
        let outputs = parts(before[path] ?? Output(), after[path] ?? Output())
        for (before, after) in outputs {
          if after.isSame(as: before) {
            outcome.same += 1
          } else if after.isNewer(than: before) {
            outcome.freshened += 1
          } else {
            outcome.differences?.append(Difference(step: step, path: path, before: before, after: after))
          }
        }
      }
    }
    return outcome
  }

  /// Text by text, where there are as many of them; else all of them.
  private static func parts(_ before: Output, _ after: Output) -> [(before: Output, after: Output)] {
    let counts = [before.shown, before.current, after.shown, after.current].map { $0?.count }
    guard let count = counts[0], counts.allSatisfy({ $0 == count }) else { return [(before, after)] }
    return (0..<count).map { index in (before.part(index), after.part(index)) }
  }
}

extension AppComparison.Output {
  fileprivate func part(_ index: Int) -> Self {
    Self(shown: shown.map { [$0[index]] }, current: current.map { [$0[index]] }, turns: turns)
  }
}
