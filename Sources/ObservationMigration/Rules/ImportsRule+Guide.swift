extension ImportsRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "import Combine is removed when it's no longer used; import Observation is added where it's needed.",
      explanation: """
        A file with a converted class needs `Observation`, which SwiftUI exports. Combine stays as long as the file mentions
        anything that may be Combine's. Attributes and access level of the import stay as well. Files in which nothing else changes
        keep their imports.
        """,
      before: """
        import Combine
        import Foundation

        final class Clock: ObservableObject {
          @Published var now = Date()
        }
        """
    )
  ]
}
