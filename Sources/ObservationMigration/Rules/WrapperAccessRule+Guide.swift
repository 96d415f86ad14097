extension WrapperAccessRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "What is done with a wrapper itself, _name or ObservedObject<T>, needs a decision.",
      explanation: """
        `_name` of a published property is another thing afterwards: what the macro stores. `_name` of a view's property is a
        `State`, a `Bindable` or nothing. Assignments of a new wrapper in an initializer are converted; all else is left to a person:
        use the property itself, or its binding.
        """,
      outcome: .needsDecision,
      before: """
        import Combine

        @MainActor
        final class Volume: ObservableObject {
          @Published var level = 0.5
          func publisher() -> Published<Double>.Publisher { _level.projectedValue }
        }

        """,
      after: """
        import Observation
        import ObservationBridge

        @Observable
        @MainActor
        final class Volume {
          var level = 0.5
          func levels() -> ObservationBridge<Double> { ObservationBridge { self.level } }
        }

        """
    )
  ]
}
