import SwiftSyntax

/// Changes off the main thread.
enum IsolationRule: Rule {
  static let id: RuleID = "isolation"
  static let summary = "A class without an actor that changes its properties on a background queue needs a decision."
  static let explanation = """
    Combine complained at run time about changes published on another thread than the main one. `@Observable` does not: such a
    change is a data race with the views that read the property. Isolate the class, `@MainActor`, and change the property after
    an `await`, or in `DispatchQueue.main.async`.
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

  static func inspect(_ node: FunctionCallExprSyntax, _ inspection: Inspection) {
    guard let id = inspection.names.enclosingType, inspection.models[id] == .model,
      let closure = node.trailingClosure
    else { return }
    let symbol = inspection.table.types[id]
    guard leavesMainThread(node, symbol) else { return }
    guard !symbol.attributes.contains(where: { $0.hasSuffix("Actor") }) else { return }
    let finder = MutationFinder(symbol: symbol)
    finder.walk(closure.statements)
    if let place = finder.place {
      inspection.decide(self, at: place, of: [id], isRace(finder.property))
    }
  }

  private static func leavesMainThread(_ node: FunctionCallExprSyntax, _ symbol: TypeSymbol) -> Bool {
    guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base else {
      return false
    }
    switch callee.declName.baseName.text {
    case "detached": return base.trimmedDescription == "Task"
    case "async", "asyncAfter", "sync":
      return base.trimmedDescription.hasPrefix("DispatchQueue.global") || isQueueOfItsOwn(base, symbol)
    default: return false
    }
  }

  /// `let queue = DispatchQueue(label: "…")` of the class; one that is passed in may be the main queue.
  private static func isQueueOfItsOwn(_ base: ExprSyntax, _ symbol: TypeSymbol) -> Bool {
    guard let path = ExpressionPath(base) else { return false }
    let name: String
    switch (path.root, path.steps.first) {
    case (.name(let root), nil): name = root
    case (.selfReference, .member(let member)) where path.steps.count == 1: name = member
    default: return false
    }
    return symbol.storedProperty(name)?.value == ExpressionPath(name: "DispatchQueue", [.call])
  }
}

/// Finds an assignment to a published property through `self`, outside closures that are run elsewhere.
private final class MutationFinder: SyntaxVisitor {
  let symbol: TypeSymbol
  var place: ExprSyntax?
  var property = ""

  init(symbol: TypeSymbol) {
    self.symbol = symbol
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements.prefix(2))
    guard place == nil, parts.count == 2, let path = ExpressionPath(parts[0]), path.root == .selfReference,
      case .member(let name)? = path.steps.first,
      symbol.storedProperty(name)?.hasAttribute("Published") == true
    else { return .visitChildren }
    let isAssignment =
      parts[1].is(AssignmentExprSyntax.self)
      || ["+=", "-=", "*=", "/="].contains(parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text)
    if isAssignment {
      place = parts[0]
      property = name
    }
    return .visitChildren
  }
}

extension IsolationRule {
  static func isRace(_ property: String) -> String {
    """
    `\(property)` is changed off the main thread, where views read it: isolate the class with `@MainActor`, or change the \
    property in `DispatchQueue.main.async`.
    """
  }
}
