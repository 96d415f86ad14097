extension ReflectionRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Reflection of an object needs a decision, because the macro renames what is stored.",
      explanation: """
        `Mirror(reflecting: model)` and `dump(model)` show `_name` for a tracked property `name`, and the registrar. Code that goes by
        labels, as some database and form libraries do, has to be changed first.
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
