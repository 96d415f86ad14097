extension ObservableModelRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "On request, an `@Observable` class becomes an `@ObservableModel`.",
      explanation: """
        With `--models`, classes get `@ObservableModel` of the product `ObservationModels`: those that convert, and those
        that are `@Observable` already. Such a class supports everything that an `@Observable` one does, and SwiftUI sees
        no difference. For the observations of ObservationBridge, each change is known exactly on every platform, and the
        class can have derived values.

        Add the product `ObservationModels` to the dependencies of the target. If a public class becomes a model, a public
        import of `Observation` becomes one of `ObservationModels`, which exports it. A class of SwiftData (`@Model`) stays as it
        is. A class that uses `_$observationRegistrar` itself, or whose `CodingKeys` are declared in an extension, needs a
        decision.
        """,
      exampleOptions: MigrationOptions(models: true),
      before: """
        import Observation

        @Observable
        final class Cart {
          var prices: [Int] = []
          @ObservationIgnored var visits = 0

          var total: Int { prices.reduce(0, +) }
        }
        """
    )
  ]
}
