extension ReflectionRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Reflection of an object needs a decision, because the macro renames stored properties.",
      explanation: """
        `Mirror(reflecting: model)` and `dump(model)` show `_name` for a tracked property `name`, and the registrar.
        Code that depends on labels, as in some database and form libraries, has to be changed first.
        """,
      outcome: .needsDecision,
      before: """
        import Combine

        final class Form: ObservableObject {
          @Published var name = ""
          var labels: [String] { Mirror(reflecting: self).children.compactMap(\\.label) }
        }
        """,
      after: """
        import Observation

        @Observable
        final class Form {
          var name = ""
          var labels: [String] { ["name"] }
        }
        """
    )
  ]
}
