import SwiftSyntax

/// Changes off the main thread.
enum IsolationRule: Rule {
  static let id: RuleID = "isolation"
  static let summary = "A class without an actor that changes its properties off the main thread needs a decision."
  static let explanation = """
    Combine complained at run time about changes published on another thread than the main one. `@Observable` does not: such a
    change is a data race with the views that read the property. Isolate the class, `@MainActor`, and change the property after
    an `await`, or in `DispatchQueue.main.async`.

    Known to leave the main thread are, in a class without isolation: its `async` methods and its tasks (SE-0338), closures for
    queues other than the main one, and completion handlers of `URLSession`. With `--default-isolation MainActor`, for modules
    that are built so (SE-0466), classes are isolated without the attribute.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import Combine
    import Dispatch

    final class Loader: ObservableObject {
      @Published var rows: [Int] = []

      func load() {
        DispatchQueue.global().async {
          self.rows = [1, 2, 3]
        }
      }
    }

    """
  static let after = """
    import Observation

    @Observable
    @MainActor
    final class Loader {
      var rows: [Int] = []

      func load() async {
        rows = await Task.detached { [1, 2, 3] }.value
      }
    }

    """

  /// Looks at what may change a property.
  static func inspect(
    _ changes: @autoclosure () -> [PropertyChange],
    through expression: some SyntaxProtocol,
    _ inspection: Inspection
  ) {
    guard inspection.context.place == .elsewhere, !inspection.context.isReported,
      let id = inspection.names.enclosingType, inspection.models[id] == .model,
      // Of an isolated class the compiler complains.
      !inspection.table.isIsolated(id)
    else { return }
    for change in changes() where change.isQualified || !inspection.names.isLocal(change.property) {
      guard let property = inspection.table.tracked(change, of: id), isToBeTracked(property, inspection.table) else {
        continue
      }
      inspection.context.isReported = true
      return inspection.decide(self, at: expression, of: [id], isRace(change.property))
    }
  }

  private static func isToBeTracked(_ property: PropertyKey, _ table: SymbolTable) -> Bool {
    table.announcedProperties.contains(property)
      || table.types[property.type].storedProperty(property.name)?.hasAttribute("Published") == true
  }
}

extension IsolationRule {
  static func isRace(_ property: String) -> String {
    """
    `\(property)` is changed off the main thread, where views read it: isolate the class with `@MainActor`, change the property \
    in `DispatchQueue.main.async`, or pass `--default-isolation MainActor` if the module is built so.
    """
  }
}
