import SwiftSyntax

/// `@ObservationIgnored` for what wasn't published, unless views can show it.
enum IgnoredStorageRule: Rule {
  static let id: RuleID = "ignored-storage"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(VariableDeclSyntax.self, inspect)
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard let type = walk.newModel(storing: node), node.isTrackedByMacro else { return }
    guard let variables = StoredVariables(node, of: type, walk) else {
      // The macro leaves tuples alone.
      if node.bindings.count > 1 { walk.decide(id, at: node.bindings, of: [type], canNotBeSplit) }
      return
    }
    // One finding for each, with the edits of all at the first.
    var edits = variables.isAnnounced ? [] : variables.split(id, walk)
    for variable in variables.all where !variable.isAnnounced {
      let name = variable.name
      let obstacle = walk.project.reach.untrackable[PropertyKey(type: type, name: name)]
      let message =
        switch obstacle {
        case .readAtEnd: isReadAtEnd(name)
        case .unsafe: isUnsafe(name)
        case nil: variable.isShown ? isTracked(name) : isIgnored(name)
        }
      walk.change(id, at: variable.binding.pattern, of: [type], edits, isRisky: obstacle != nil, message)
      edits = []
    }
  }
}

extension IgnoredStorageRule {
  static let canNotBeSplit = "Several variables share one declaration: write one for each."

  static func isIgnored(_ name: String) -> String {
    "`\(name)` wasn't published, and stays untracked: no view can show it."
  }

  static func isReadAtEnd(_ name: String) -> String {
    """
    `\(name)` wasn't published, and stays untracked, because `deinit` reads it and a tracked property of an isolated \
    class can't be read there: views that show it follow it only when something else that they read changes.
    """
  }

  static func isUnsafe(_ name: String) -> String {
    """
    `\(name)` wasn't published, and stays untracked, because a tracked property can't be `nonisolated(unsafe)`: views \
    that show it follow it only when something else that they read changes.
    """
  }

  static func isTracked(_ name: String) -> String {
    "`\(name)` wasn't published, and is tracked now, because views can show it."
  }
}
