extension StoredPropertyRule {
  static let guides = [
    RuleGuide(
      id: Published.id,
      summary: "A published property becomes a plain one, which is tracked.",
      explanation: """
        Each stored `var` of an `@Observable` class is tracked. Access modifiers, other attributes, `willSet` and `didSet` stay.
        `_name = Published(initialValue: value)` in an initializer becomes `self.name = value`.

        At run time two things change. Assigning an equal value no longer notifies observers. And observers are notified
        after a change, where `@Published` announced it before. Three findings say where that may be visible: the `==` of
        the value's type is written by hand and ignores properties, so that views keep showing old values; a binding
        such as `$model.settings.isOn` changes a part of an object that isn't observable, and assigns the same object; or
        nothing reads the property, whose changes updated all views of the object.

        A variable that wasn't published and is tracked now can't be used in an initializer before all properties have a
        value. Its storage can, so `_name` replaces it there.

        It declines if the macro can't track the property: if its name is in backticks, if it's open, or if there is
        another property `_name`, under which the macro stores the value. It also declines if a variable that wasn't
        published would have to be tracked and its own `willSet` or `didSet` changes it, which runs the observer again
        for a tracked property, as for a published one. A base class that publishes without being an
        `ObservableObject` itself holds its subclasses back.
        """,
      before: """
        import Combine

        final class Counter: ObservableObject {
          @Published private(set) var value: Int

          init(value: Int) {
            _value = Published(initialValue: value)
          }
        }
        """
    ),
    RuleGuide(
      id: Lazy.id,
      summary: "A lazy property stays lazy, with @ObservationIgnored, also behind one that is tracked.",
      explanation: """
        The macro turns tracked properties into computed ones, which can't be lazy: without the attribute the class does
        not compile. If the property may get another value that views can show, it becomes a computed one, which reports
        its reads and changes. A lazy property with another name keeps the value, and gets it when it's first read.
        If the initial value is a literal, the property is tracked itself, and no longer lazy.

        It declines if the computed property's type would have to be written and isn't known, and if the lazy property
        has observers, attributes or modifiers such as `override`, or is part of a synthesized coding.
        """,
      before: """
        import Foundation
        import Combine

        final class Report: ObservableObject {
          @Published var rows: [Int] = []
          lazy var formatter = NumberFormatter()
          private(set) lazy var title: String = formatter.string(from: 1) ?? ""

          func rename() {
            objectWillChange.send()
            title = ""
          }
        }
        """
    ),
    RuleGuide(
      id: StoredDefault.id,
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
        """
    ),
    RuleGuide(
      id: Wrapped.id,
      summary: "A property with another wrapper keeps it, with @ObservationIgnored, or behind a computed property.",
      explanation: """
        The macro can't track a property that has a wrapper: `@Injected`, `@Dependency`, or your own. It stays as it is,
        untracked, if no view can show it, or if nothing changes it.

        If views can show its changes and the wrapper is declared in the sources, a computed property takes its name, reports
        its reads and changes, and leaves the value with the wrapper.

        It declines if the type of such a property isn't known, if code uses its wrapper, `_name` or `$name`, if an
        initializer gives it its value, or if the compiler writes the coding of the class. It also declines if views can
        show the property and the wrapper announces changes to the object around it, or isn't declared in the sources and
        may do so, as `@SceneStorage` and `@Default` do. To have such a property tracked, keep the value in a plain
        property and write it through in `didSet`.
        """,
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
        """
    ),
    RuleGuide(
      id: Unpublished.id,
      summary: "A stored variable that wasn't published is tracked if views may show it, and ignored if not.",
      explanation: """
        `@Observable` tracks every stored `var`. A view of an `ObservableObject` was evaluated again with each change
        that the object announced, and then also showed the current values of its other variables. Therefore these are
        tracked if a view can show them: if its code reads them, directly or through the functions and computed
        properties that it calls, or if they're public. Actions, such as that of a button, show nothing. Where the type
        of an expression isn't known, all members of the name are followed. If there is no view in the files, all other
        code is taken for one: pass the files of the views, too. Constants, computed and static properties need no
        attribute.

        Variables that only methods of the class use stay untracked. So does a private variable that only keeps what a
        function has made, to return it again: `player(for:)` would otherwise update all views that have called it with
        each new player. Variables that couldn't be tracked as they are stay untracked, too: those that the `deinit` of a
        main-actor class reads, and those that are `nonisolated(unsafe)`. If code outside the initializers changes them,
        they are reported as risky.

        A class that's already `@Observable` keeps its properties as they are, tracked or not.

        A property whose changes the class announced by hand, with `objectWillChange.send()`, is tracked instead.

        A declaration of several variables is split, because the attribute allows only one.
        """,
      before: """
        import Combine

        final class Player: ObservableObject {
          @Published var title = ""
          private var position = 0
          private var history: [String] = []
          var retries = 0, failures = 0
          var isAtStart: Bool { position == 0 }
          let limit = 10
          var isIdle: Bool { title.isEmpty }
        }
        """
    ),
  ]
}
