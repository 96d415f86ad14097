extension StoredDefaultRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A property with @AppStorage is tracked, and stored as before.",
      explanation: """
        The macro can't track a property that has a wrapper. The property becomes a computed one, which reports its
        reads and changes. A stored property with another name keeps `@AppStorage`, with its key, default and store.

        `@AppStorage` follows all changes to the value, wherever they are made; the tracked property follows only those
        made through it. So the key must not occur elsewhere in the sources, in `@AppStorage` of another class or with
        `set(_:forKey:)`. If a view has its own `@AppStorage` for the key, it keeps following all changes, and a finding
        says that others may miss the changes that it makes. If several objects of the class may exist, each of them
        follows only its own changes, and a finding says so, too.

        A property that no view can show stays as it is, untracked. A model that inherits such a property from a class
        that isn't an `ObservableObject` stays as it is, because that class doesn't convert.
        """,
      outcome: .changed,
      before: """
        import SwiftUI

        @MainActor
        final class Settings: ObservableObject {
          static let shared = Settings()

          /// From 0 to 1.
          @AppStorage("volume") var volume = 0.5
        }

        struct VolumeView: View {
          @ObservedObject var settings = Settings.shared

          var body: some View { Text("\\(settings.volume)") }
        }

        """,
      after: """
        import SwiftUI

        @Observable
        @MainActor
        final class Settings {
          static let shared = Settings()

          /// From 0 to 1.
          var volume: Double {
            get {
              access(keyPath: \\.volume)
              return storedVolume
            }
            set { withMutation(keyPath: \\.volume) { storedVolume = newValue } }
          }
          @ObservationIgnored @AppStorage("volume") private var storedVolume = 0.5
        }

        struct VolumeView: View {
          var settings = Settings.shared

          var body: some View { Text("\\(settings.volume)") }
        }

        """
    )
  ]
}
