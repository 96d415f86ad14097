extension WrapperAccessRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Uses of a wrapper itself, as _name or as a type, need a decision.",
      explanation: """
        Afterwards `_name` of a published property is something else: the storage that the macro adds. `_name` of a
        view's property is a `State`, a `Bindable` or nothing. Assignments of a new wrapper in an initializer are
        converted; everything else is left to you: use the property itself, or its binding.
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
