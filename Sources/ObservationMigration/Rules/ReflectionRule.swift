import SwiftSyntax

/// Reflection of a converted object.
enum ReflectionRule: Rule {
  static let id: RuleID = "reflection"
  static let summary = "Reflection of an object needs a decision, because the macro renames what is stored."
  static let explanation = """
    `Mirror(reflecting: model)` and `dump(model)` show `_name` for a tracked property `name`, and the registrar. Code that goes by
    labels, as some database and form libraries do, has to be changed first.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import Combine

    final class Form: ObservableObject {
      @Published var name = ""
      var labels: [String] { Mirror(reflecting: self).children.compactMap(\\.label) }
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Form {
      var name = ""
      var labels: [String] { ["name"] }
    }

    """

  static func inspect(_ node: FunctionCallExprSyntax, _ inspection: Inspection) {
    guard node.calledExpression.trimmedDescription == "Mirror", let argument = node.arguments.first,
      argument.label?.text == "reflecting",
      let types = inspection.modelTypes(in: inspection.type(of: argument.expression))
    else { return }
    inspection.decide(self, at: node, of: types.filter { inspection.models.isCandidate($0) }, seesStorage)
  }
}

extension ReflectionRule {
  static let seesStorage = """
    A mirror shows the macro's storage, `_name` and the registrar: list what matters by hand.
    """
}
