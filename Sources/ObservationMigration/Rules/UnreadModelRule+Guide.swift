extension UnreadModelRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A view that reads nothing of its model is reported, if something else changes with the model.",
      explanation: """
        A view with an `@ObservedObject` was updated whenever the object announced a change, whatever the view shows.
        Afterwards it's updated only for what it reads. A view that holds an object only to be updated with it isn't
        updated anymore.

        Objects that announce nothing, or whose published properties nothing changes, updated no view. Of others, the rule
        reports a property that the view's code never reads, or of whose object it reads only some published properties,
        if that code reads a variable that nothing observes. It reports a property that the code never reads also if
        the object's class has static variables that the sources change. If several views show the same variable, they
        are one entry. The rule changes nothing. Read a tracked property that changes with what the view shows, or remove
        the property.

        If a view holds several objects and one of their classes can't be converted, the rule also reports that the view
        shows an unpublished variable of that class: a change to any of the other objects used to show it. Publish the
        variable.
        """,
      before: """
        import SwiftUI

        @MainActor
        final class Themes: ObservableObject {
          static var accent = "blue"
          @Published var name = "light"

          func use(_ name: String, _ accent: String) {
            Self.accent = accent
            self.name = name
          }
        }

        struct Badge: View {
          @ObservedObject var themes: Themes
          var body: some View { Text(Themes.accent) }
        }
        """
    )
  ]
}
