extension ViewWrapperRule {
  /// In the order of the wrappers.
  static let guides = [
    RuleGuide(
      id: "state-object",
      summary: "A view's @StateObject becomes @State.",
      explanation: """
        `_model = StateObject(wrappedValue:)` becomes `_model = State(initialValue:)`. Bindings, `$model.name`, stay. If
        the sources have a type called `State`, it's written `@SwiftUI.State`.

        At run time, `@StateObject` created its object once for the lifetime of the view. `@State` evaluates its initial
        value each time the view's value is created, and keeps the first one. Built with Xcode 27 or later, it evaluates
        a value at the declaration only once (TN3211): pass `--minimum-xcode 27` if no older one builds the sources. But it
        always evaluates one that an initializer assigns. So the initializer of the object must be cheap and free of side
        effects: start work in `.task` or `onAppear`. If the initializer does work that doesn't end with the object,
        such as a request, a task, or a registration that `deinit` doesn't end, the change is reported as risky. A function
        outside of types that makes the object counts as well, and so does a `deinit` that posts a notification, or calls
        a closure that the initializer was given: SwiftUI throws away all objects but the first, while the view is shown.
        An object that all callers of the view's initializer have already isn't made again, and a view that only a
        `UIHostingController`, or its like on macOS, gets as its root is created once.

        A subscription that the object keeps in a property of its own ends with it, and a discarded object gets no event,
        so it isn't reported. A closure in it that captures `self` strongly keeps the object alive, and is reported.

        The body that creates the view depends on what the initializer of the object reads of tracked properties. If the
        object changes such a property later, the body creates the next object. If the object does so by itself, as a model
        does that loads its rows, that may never end. Both are reported.

        A `NavigationLink` creates its destination when the body around it runs, not at each push. `@StateObject` created
        a new object for each push all the same. Now the destination holds the object: the next push may show it again, with
        what the user left there. That's reported for destinations written in the link, if a control edits the object.

        With Xcode 27, a value at the declaration wins over one that an initializer assigns. So it's removed if each
        initializer assigns one, and reported if only some do.

        Local variables, in previews and functions, are converted in the same way. If `$model` is passed on as a whole,
        they need a decision.

        A local variable of `body`, or of a function that makes a part of the view, may hold a new object without a wrapper.
        Nothing observed that object. Now the view is updated when a property changes that it reads there, and each
        update makes a new object. That's reported.
        """,
      before: """
        import SwiftUI

        final class Store: ObservableObject {
          @Published var count = 0
        }

        struct StoreView: View {
          @StateObject private var store: Store

          init(store: @autoclosure @escaping () -> Store) {
            _store = StateObject(wrappedValue: store())
          }

          var body: some View {
            Stepper("Count", value: $store.count)
          }
        }
        """
    ),
    RuleGuide(
      id: "observed-object",
      summary: "A view's @ObservedObject becomes a plain property, or @Bindable where bindings are made of it.",
      explanation: """
        SwiftUI observes what a view's body reads, so a property needs no wrapper for that. If `$model` is used, anywhere
        in the view or its extensions, the property becomes `@Bindable`. Access level and default value stay as they are,
        so that the memberwise initializer keeps its parameters. A private property with a default value becomes a `let`,
        which, like the wrapper before, isn't a parameter of that initializer and doesn't make it private.

        An object that the view creates itself is replaced with the view. If its initializer reads a tracked property, each
        change of that property has this effect, which is reported.

        If the type of a property isn't written and can't be found, all types that have the members used need a decision.
        Objects from another module aren't converted.

        `_model = ObservedObject(wrappedValue:)` becomes `self.model = …`, or `_model = Bindable(wrappedValue:)`.

        In Swift 5 mode, each of these wrappers isolates the type around to the main actor. A type that isn't a view, such as a
        `DynamicProperty`, is marked with `@MainActor` if its code uses members of an object of the main actor.

        Local variables are converted in the same way; with `@Previewable` they always become `@Bindable`. In a class that
        becomes `@Observable` itself the property stays untracked, with `@ObservationIgnored`.
        """,
      before: """
        import SwiftUI

        final class Note: ObservableObject {
          @Published var text = ""
        }

        struct NoteRow: View {
          @ObservedObject var note: Note
          var body: some View { Text(note.text) }
        }

        struct NoteEditor: View {
          @ObservedObject var note: Note
          var body: some View { TextField("Text", text: $note.text) }
        }
        """
    ),
    RuleGuide(
      id: "environment-object",
      summary: "@EnvironmentObject becomes @Environment, .environmentObject becomes .environment.",
      explanation: """
        Bindings, `$model.name`, are made with a local `@Bindable var model = model` at the start of the view's body, elsewhere with
        `Bindable(model).name`.

        The views below an object find it by its static type, as before. But `@EnvironmentObject` looks for its object when
        it's read, and `@Environment(Model.self)` as soon as the view appears; both crash the app if there is none. So a
        property that nothing reads becomes optional. If the body may not read it each time, the places are reported that create the view
        where no such object is in the environment; or the property itself, if no such place is known and only actions read it.

        If the type of the argument of `.environmentObject(…)` can't be found, it's assumed to be that of the views'
        properties with the same name; the compiler reports if that's wrong. If there are no such properties, the types that
        views take from the environment, and that no other object there has, need a decision.
        """,
      before: """
        import SwiftUI

        final class Account: ObservableObject {
          @Published var name = ""
        }

        struct AccountView: View {
          @EnvironmentObject private var account: Account

          var body: some View {
            TextField("Name", text: $account.name)
          }
        }

        #Preview {
          AccountView().environmentObject(Account())
        }
        """
    ),
    RuleGuide(
      id: "focused-object",
      summary: "@FocusedObject becomes @FocusedValue, .focusedObject becomes .focusedValue.",
      explanation: """
        `@FocusedObject` requires an `ObservableObject`. It's replaced by `@FocusedValue(Model.self)`, which gets its
        objects from `.focusedValue(model)` and `.focusedSceneValue(model)`, in place of `.focusedObject(model)` and
        `.focusedSceneObject(model)`.

        Bindings, `$model?.name`, need a decision: unwrap the object, and use `Bindable(model).name`.
        """,
      before: """
        import SwiftUI

        final class Score: ObservableObject {
          @Published var title = ""
        }

        struct TitleField: View {
          @FocusedObject var score: Score?

          var body: some View {
            Text(score?.title ?? "")
          }
        }

        struct ScoreView: View {
          @StateObject private var score = Score()

          var body: some View {
            TitleField().focusedSceneObject(score)
          }
        }
        """
    ),
  ]

  /// The name in reports, by that of the wrapper.
  static let ids = Dictionary(uniqueKeysWithValues: zip(ViewWrapper.all, guides).map { ($0.name, $1.id) })
}
