import SwiftSyntax

/// Changes off the main thread.
enum IsolationRule: Rule {
  static let id: RuleID = "isolation"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(FunctionCallExprSyntax.self) { node, walk in
      inspect(PropertyChange(node).map { [$0] } ?? [], through: node, walk)
    }
    visits.on(SequenceExprSyntax.self) { node, walk in
      inspect(PropertyChange.all(in: node), through: node, walk)
    }
    visits.on(InOutExprSyntax.self) { node, walk in
      inspect(PropertyChange(node).map { [$0] } ?? [], through: node.expression, walk)
    }
  }

  /// Looks at what may change a property.
  private static func inspect(
    _ changes: @autoclosure () -> [PropertyChange],
    through expression: some SyntaxProtocol,
    _ walk: Walk
  ) {
    guard walk.context.place == .elsewhere, !walk.context.isReported,
      let id = walk.names.enclosingType, walk.models[id] == .model,
      // Of an isolated class the compiler complains.
      !walk.table.isIsolated(id)
    else { return }
    for change in changes() where change.isQualified || !walk.names.isLocal(change.property) {
      guard let property = walk.table.tracked(change, of: id), isToBeTracked(property, walk.table) else {
        continue
      }
      walk.context.isReported = true
      return walk.decide(Self.id, at: expression, of: [id], isRace(change.property))
    }
  }

  /// Whether its changes were announced, which views follow; what another object announces of it is only a guess.
  private static func isToBeTracked(_ property: PropertyKey, _ table: SymbolTable) -> Bool {
    table.announcedProperties.contains(property) && table.announcingTypes.contains(property.type)
      || table.types[property.type].storedProperty(property.name)?.hasAttribute("Published") == true
  }
}

extension IsolationRule {
  static func isRace(_ property: String) -> String {
    """
    `\(property)` is changed off the main thread, where views read it: isolate the class with `@MainActor`, change the \
    property in `DispatchQueue.main.async`, or pass `--default-isolation MainActor` if the module is built that way.
    """
  }
}
