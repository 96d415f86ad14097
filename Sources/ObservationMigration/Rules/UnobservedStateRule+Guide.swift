extension UnobservedStateRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Global variables and plain objects that views show are reported, because nothing observes them.",
      explanation: """
        A view of an `ObservableObject` is evaluated again with each change that the object announces, and then shows
        the current values of everything it reads. A view of an `@Observable` object is evaluated again only when
        something tracked that it reads changes. Global and static variables, the user's defaults and properties of
        objects that aren't observable are not.

        The rule reports members of models that a view observes, if they depend on such a variable, or on what a service
        answers that may change. It also reports objects in models if views show such a variable of theirs, also through
        a protocol or a computed property. The sources have to change the variable together with something that the
        model announces: in one function, or in a few steps, through calls, observers, notifications or subscriptions. A
        member isn't reported if all of this code also changes a tracked property that each view showing the member reads.

        The rule also reports variables of a superclass that isn't an `ObservableObject` if views show them. It changes
        nothing. Make the object `@Observable`, keep the value in a property of the model, or make the superclass an
        `ObservableObject`, which converts together with its subclasses.

        Most such values never change while a view shows them. So reports count these findings, and list them on
        request.
        """,
      seldomMatters: true,
      before: """
        import SwiftUI

        final class Progress {
          var fraction = 0.0
          func advance() { fraction += 0.1 }
        }

        final class Download: ObservableObject {
          @Published var name = ""
          let progress = Progress()

          func proceed(with name: String) {
            self.name = name
            progress.advance()
          }
        }

        struct DownloadView: View {
          @ObservedObject var download: Download
          var body: some View { Text("\\(download.progress.fraction)") }
        }
        """
    )
  ]
}
