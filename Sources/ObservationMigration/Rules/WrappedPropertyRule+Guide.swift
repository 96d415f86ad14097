extension WrappedPropertyRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A property with a wrapper of its own keeps it, with @ObservationIgnored, if no change of it is shown.",
      explanation: """
        The macro can't track a property that has a wrapper: `@Injected`, `@Dependency`, one of your own. It stays as it is,
        untracked, where no view can show it, or where nothing changes it.

        It declines where views can show the property and its changes: where the wrapper is declared in the sources and the property
        is changed, or the wrapper announces changes to the object around it; and where the wrapper is not declared there and may do
        so, as `@SceneStorage` and `@Default` do. To have such a property tracked, keep the value in a plain property and write it
        through in `didSet`.
        """,
      outcome: .changed,
      before: """
        import SwiftUI

        @propertyWrapper struct Clamped {
          var wrappedValue: Int
        }

        final class Settings: ObservableObject {
          @Published var name = ""
          @Clamped private var attempts = 1

          func retry() { attempts += 1 }
        }

        """,
      after: """
        import SwiftUI

        @propertyWrapper struct Clamped {
          var wrappedValue: Int
        }

        @Observable
        final class Settings {
          var name = ""
          @ObservationIgnored @Clamped private var attempts = 1

          func retry() { attempts += 1 }
        }

        """
    )
  ]
}
