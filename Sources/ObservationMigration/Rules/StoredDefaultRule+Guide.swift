extension StoredDefaultRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A property with @AppStorage is tracked, and stored as before.",
      explanation: """
        The macro can't track a property that has a wrapper. The property becomes a computed one, which reports its reads and changes;
        what it stores keeps `@AppStorage`, with its key, default and store, under another name.

        `@AppStorage` follows a change of the value wherever it is made, the tracked property only those that are made through it.
        So the key may occur nowhere else in the sources: in `@AppStorage` of another class, or with `set(_:forKey:)`. Where a view
        has an `@AppStorage` of its own for the key, it keeps following all changes, and a finding says that others may miss those
        that it makes. Where several objects of the class may exist, each follows its own changes only, and a finding says so, too.

        A property that no view can show stays as it is, untracked. A model that inherits one from a class that is no
        `ObservableObject` stays as it is, because that class doesn't convert.
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
