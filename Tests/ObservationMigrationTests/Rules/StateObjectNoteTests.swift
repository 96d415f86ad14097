import ObservationMigration
import Testing

/// What findings say of objects that become the initial value of a `@State`.
@Suite struct StateObjectNoteTests {
  @Test(arguments: ["static", ""]) func staticObjectIsMadeOnce(_ modifier: String) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Loader: ObservableObject {
        @Published var rows = 0
        init() { load() }
        func load() { URLSession.shared.dataTask(with: page) { _, _, _ in }.resume() }
      }
      struct LoaderView: View {
        @StateObject \(modifier) private var loader = Loader()
        var body: some View { Text("\\(\(modifier.isEmpty ? "" : "Self.")loader.rows)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (modifier.isEmpty ? ["state-object"] : []))
  }

  @Test func stateOfTheAppIsCreatedOnce() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Loader: ObservableObject {
        @Published var text = ""
        init() { NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { _ in } }
      }
      @main struct A: App {
        @StateObject private var loader = Loader()
        var body: some Scene { WindowGroup { Text(loader.text) } }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func classThatSubscribesInItsInitializerIsNamedOnce() {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      @MainActor final class Fetch: ObservableObject {
        @Published var rows = 0
        private var bag: Set<AnyCancellable> = []
        init(_ source: AnyPublisher<Int, Never>) { source.sink { print($0) }.store(in: &bag) }
      }
      struct One: View {
        @StateObject var fetch: Fetch
        var body: some View { Text("\\(fetch.rows)") }
      }
      struct Two: View {
        @StateObject var fetch: Fetch
        var body: some View { Text("\\(fetch.rows)") }
      }
      struct Three: View {
        @StateObject var fetch: Fetch
        init(_ source: AnyPublisher<Int, Never>) { _fetch = StateObject(wrappedValue: Fetch(source)) }
        var body: some View { Text("\\(fetch.rows)") }
      }
      """
    )
    #expect(
      notes.map(\.message) == [
        """
        `fetch` is now `@State`. SwiftUI evaluates its initial value every time it creates the view, and `Fetch` subscribes to a \
        publisher in its initializer. Do that in `.task`, or create the object once and pass it in. Also at 2 other places.
        """
      ]
    )
  }

  /// Only views have `.task`.
  @Test(
    arguments: [
      ("View { @StateObject var ticks = Ticks(); var body: some View { Text(\"\\(ticks.count)\") } }", true),
      (
        "ViewModifier { @StateObject var ticks = Ticks(); func body(content: Content) -> some View { content.id(ticks.count) } }",
        true
      ),
      ("DynamicProperty { @StateObject var ticks = Ticks(); var wrappedValue: Int { ticks.count } }", false),
      (
        "Commands { @StateObject var ticks = Ticks(); var body: some Commands { CommandMenu(\"\\(ticks.count)\") {} } }",
        false
      ),
      ("Scene { @StateObject var ticks = Ticks(); var body: some Scene { Window(\"\\(ticks.count)\") {} } }", false),
      (
        "NSViewRepresentable { @StateObject var ticks = Ticks(); func updateNSView(_ v: NSView, context: Context) { print(ticks.count) } }",
        true
      ),
    ]
  ) func remedyFitsTheOwnerOfTheState(conformanceAndMembers: String, isInView: Bool) {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      final class Ticks: ObservableObject {
        @Published var count = 0
        private var bag: Set<AnyCancellable> = []
        init() { Timer.publish(every: 1, on: .main, in: .common).sink { print($0) }.store(in: &bag) }
      }
      struct Owner: \(conformanceAndMembers)
      """
    )
    let remedy = isInView ? "Do that in `.task`, or create the object once" : "`Owner`, and `Ticks` subscribes"
    #expect(notes.count == 1 && notes[0].message.contains(remedy))
    #expect(notes.allSatisfy { $0.message.contains(".task") == isInView })
  }

  /// The remedies differ, and so do the names of the objects.
  @Test func stateOfViewsAndOfOthersIsNamedApart() {
    let source = """
      import Combine
      import SwiftUI
      final class Ticks: ObservableObject {
        @Published var count = 0
        private var bag: Set<AnyCancellable> = []
        init() { Timer.publish(every: 1, on: .main, in: .common).sink { print($0) }.store(in: &bag) }
      }
      struct Menu: Commands { @StateObject var ticks = Ticks(); var body: some Commands { CommandMenu("\\(ticks.count)") {} } }
      struct Page: View { @StateObject var ticks = Ticks(); var body: some View { Text("\\(ticks.count)") } }
      struct Row: View { @StateObject var other = Ticks(); var body: some View { Text("\\(other.count)") } }
      """
    let notes = riskyNotes(source)
    #expect(notes.map(\.line) == [8, 9])
    #expect(notes[0].message.contains("every time it creates `Menu`, and `Ticks` subscribes"))
    #expect(notes[1].message.hasSuffix("Also at 1 other place, for `other`."))
  }

  @Test func stateOfOthersIsSaidToBeTheirs() {
    let source = """
      import SwiftUI
      final class Names: ObservableObject { @Published var all = "" }
      struct Menu: Commands { @StateObject var names = Names(); var body: some Commands { CommandMenu(names.all) {} } }
      """
    let findings = Migration().recorded([SourceFile(path: "Menu.swift", text: source)])[0].findings
    #expect(findings.contains { $0.message.hasSuffix("evaluates its initial value every time it creates `Menu`.") })
  }
}
