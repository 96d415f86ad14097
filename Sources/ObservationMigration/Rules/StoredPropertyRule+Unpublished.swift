import SwiftSyntax

extension StoredPropertyRule {
  /// Unpublished properties: `@ObservationIgnored`, unless views can show them.
  enum Unpublished {
    static let id: RuleID = "ignored-storage"

    static func convert(_ declaration: ClassProperty) {
      let (node, type, walk) = (declaration.node, declaration.type, declaration.walk)
      guard let variables = StoredVariables(node, of: type, walk) else {
        // The macro leaves tuples alone.
        if node.bindings.count > 1 {
          declaration.decide(id, at: node.bindings, "Several variables share one declaration: write one for each.")
        }
        return
      }
      // One finding for each variable; the first has the edits of all.
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
      case .ignored: "`\(name)` wasn't published, and stays untracked: no view can show it."
      case .ignoredThoughShown(let obstacle):
        """
        `\(name)` wasn't published, and stays untracked, because \(reason(obstacle)): views that show it follow it only \
        when something else that they read changes.
        """
      case .tracked, .blocked: "`\(name)` wasn't published, and is tracked now, because views can show it."
      }
    }

    private static func reason(_ obstacle: ViewReach.Obstacle) -> String {
      switch obstacle {
      case .readAtEnd: "`deinit` reads it and a tracked property of an isolated class can't be read there"
      case .unsafe: "a tracked property can't be `nonisolated(unsafe)`"
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
