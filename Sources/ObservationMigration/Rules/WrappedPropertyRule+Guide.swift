extension WrappedPropertyRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A property with another wrapper keeps it, with @ObservationIgnored, if no change to it is shown.",
      explanation: """
        The macro can't track a property that has a wrapper: `@Injected`, `@Dependency`, or your own. It stays as it is,
        untracked, if no view can show it, or if nothing changes it.

        It declines if views can show the property and its changes: if the wrapper is declared in the sources and the
        property is changed, or the wrapper announces changes to the object around it; and if the wrapper isn't declared
        there and may do so, as `@SceneStorage` and `@Default` do. To have such a property tracked, keep the value in a
        plain property and write it through in `didSet`.
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
