import SwiftSyntax

/// `@ObservationIgnored` for what was not published.
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
    let isPrivate = node.modifiers.has("private") || node.modifiers.has("fileprivate")
    for variable in variables.all where !variable.isAnnounced {
      walk.change(
        id,
        at: variable.binding.pattern,
        of: [type],
        edits,
        isRisky: !isPrivate,
        isIgnored(variable.name)
      )
      edits = []
    }
  }
}

extension IgnoredStorageRule {
  static let canNotBeSplit = "Several variables in one declaration: write one for each."

  static func isIgnored(_ name: String) -> String {
    "`\(name)` was not published, and stays untracked: if views show it, remove `@ObservationIgnored`."
  }
}
