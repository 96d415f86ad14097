extension UnobservedStateRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "What views show of global variables and plain objects is reported: nothing observes it.",
      explanation: """
        A view of an `ObservableObject` is evaluated again with each change that the object announces, and then shows all that it reads
        as it is. A view of an `@Observable` object is evaluated again only when something changes that it reads and that is tracked.
        Global and static variables, the user's defaults and properties of objects that aren't observable are not.

        It reports members of models that depend on such a variable which the sources change, objects in models of which views show
        such a variable, and variables that views show of a superclass which is no `ObservableObject`. It changes nothing. Make the
        object `@Observable`, keep the value in a property of the model, or make the superclass an `ObservableObject`, which
        converts together with its subclasses.
        """,
      outcome: .changed,
      before: """
        import SwiftUI

        final class Progress {
          var fraction = 0.0
          func advance() { fraction += 0.1 }
        }

        final class Download: ObservableObject {
          @Published var name = ""
          let progress = Progress()
        }

        struct DownloadView: View {
          @ObservedObject var download: Download
          var body: some View { Text("\\(download.name): \\(download.progress.fraction)") }
        }

        """,
      after: """
        import SwiftUI

        final class Progress {
          var fraction = 0.0
          func advance() { fraction += 0.1 }
        }

        @Observable
        final class Download {
          var name = ""
          let progress = Progress()
        }

        struct DownloadView: View {
          var download: Download
          var body: some View { Text("\\(download.name): \\(download.progress.fraction)") }
        }

        """
    )
  ]
}
