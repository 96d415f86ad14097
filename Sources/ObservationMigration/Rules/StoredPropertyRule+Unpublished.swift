import SwiftSyntax

extension StoredPropertyRule {
  /// `@ObservationIgnored` for what wasn't published, unless views can show it.
  enum Unpublished {
    enum Message {}

    static let id: RuleID = "ignored-storage"

    /// Says of the variables of a declaration that weren't published what becomes of each.
    static func convert(_ declaration: ClassProperty) {
      let (node, type, walk) = (declaration.node, declaration.type, declaration.walk)
      guard let variables = StoredVariables(node, of: type, walk) else {
        // The macro leaves tuples alone.
        if node.bindings.count > 1 { declaration.decide(id, at: node.bindings, Message.canNotBeSplit) }
        return
      }
      // One finding for each, with the edits of all at the first.
      var edits = variables.isAnnounced ? [] : variables.split(walk)
      for variable in variables.all {
        let outcome = StoredVariable(variable, declaration).outcome
        if !variable.isAnnounced {
          var isRisky = false
          if case .ignoredThoughShown = outcome { isRisky = true }
          let message = message(outcome, variable.name)
          walk.change(id, at: variable.binding.pattern, of: [type], edits, isRisky: isRisky, message)
          edits = []
        }
        Published.track(variable, outcome, declaration)
      }
    }

    private static func message(_ outcome: StoredVariable.Outcome, _ name: String) -> String {
      switch outcome {
      case .ignored: Message.isIgnored(name)
      case .ignoredThoughShown(let obstacle): Message.canNotBeTracked(name, obstacle)
      case .tracked, .blocked: Message.isTracked(name)
      }
    }
  }
}

extension StoredVariable {
  fileprivate init(_ variable: StoredVariables.Variable, _ declaration: ClassProperty) {
    let (key, walk) = (declaration.key(variable.name), declaration.walk)
    isAnnounced = variable.isAnnounced
    isShown = variable.isShown
    untrackable = walk.project.reach.untrackable[key]
    guard variable.isTracked else { return }
    repetition = Repetition(observers: variable.binding, of: key, walk.table)
    obstacle = StoredPropertyRule.Published.obstacle(toTracking: variable, declaration, repetition)
  }
}

extension StoredPropertyRule.Unpublished.Message {
  static let canNotBeSplit = "Several variables share one declaration: write one for each."

  static func isIgnored(_ name: String) -> String {
    "`\(name)` wasn't published, and stays untracked: no view can show it."
  }

  static func canNotBeTracked(_ name: String, _ obstacle: ViewReach.Obstacle) -> String {
    let reason =
      switch obstacle {
      case .readAtEnd: "`deinit` reads it and a tracked property of an isolated class can't be read there"
      case .unsafe: "a tracked property can't be `nonisolated(unsafe)`"
      }
    return """
      `\(name)` wasn't published, and stays untracked, because \(reason): views that show it follow it only when something else that \
      they read changes.
      """
  }

  static func isTracked(_ name: String) -> String {
    "`\(name)` wasn't published, and is tracked now, because views can show it."
  }
}
