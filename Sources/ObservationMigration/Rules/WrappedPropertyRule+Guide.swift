extension WrappedPropertyRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A property with a wrapper of its own keeps it, with @ObservationIgnored.",
      explanation: """
        The macro can't track a property that has a wrapper: `@AppStorage`, `@Injected`, `@Dependency`, one of your own. It stays
        as it is, untracked, and is reported: where a wrapper used to make the object announce changes, as `@AppStorage` does,
        nothing notifies any more. To have them tracked, keep the value in a plain property and write it through in `didSet`.
        """,
      outcome: .changed,
      before: """
        import SwiftUI

        final class Settings: ObservableObject {
          @Published var name = ""
          @AppStorage("volume") var volume = 0.5
        }

        """,
      after: """
        import SwiftUI

        @Observable
        final class Settings {
          var name = ""
          @ObservationIgnored @AppStorage("volume") var volume = 0.5
        }

        """
    )
  ]
}
