extension UnreadModelRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A view that doesn't read its model's changes is reported, if something untracked changes with them.",
      explanation: """
        A view with an `@ObservedObject` was updated whenever the object announced a change, whatever the view shows.
        Afterwards it's updated only for what it reads. A view that holds an object only to be updated with it isn't
        updated anymore.

        Objects that announce nothing, or whose published properties nothing changes, updated no view. Of others, the
        rule reports a property that the view's code never reads, or of whose object it reads only some published
        properties, if that code shows a variable that nothing observes. It reports a property that the code never reads
        also if views show static variables of the object's class.

        The sources also have to change the variable together with something that the object announces and that the view
        doesn't read: in one function, or in a few steps, through calls, observers, notifications or subscriptions. If
        all of this code also changes a tracked property that the view reads, the view is updated, and isn't reported.
        The present time changes without any code: it's reported for a view that never reads the object.

        If several views show the same variable, they are one entry. The rule changes nothing. Read a tracked property
        that changes with what the view shows, or remove the property.

        If a view holds several objects and one of their classes can't be converted, the rule also reports that the view
        shows an unpublished variable of that class, if code changes the variable together with one of the other
        objects: their changes used to show it. Publish the variable.

        Most such values never change while a view shows them. So reports count these findings, and list them on
        request.
        """,
      seldomMatters: true,
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
