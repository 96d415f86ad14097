extension LazyRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A lazy property stays lazy, with @ObservationIgnored.",
      explanation: """
        The macro turns tracked properties into computed ones, which can't be lazy: without the attribute the class does
        not compile. It declines if the property is assigned another value that views can show.
        """,
      outcome: .changed,
      before: """
        import Foundation
        import Combine

        final class Report: ObservableObject {
          @Published var rows: [Int] = []
          lazy var formatter = NumberFormatter()
        }

        """,
      after: """
        import Foundation
        import Observation

        @Observable
        final class Report {
          var rows: [Int] = []
          @ObservationIgnored lazy var formatter = NumberFormatter()
        }

        """
    )
  ]
}
