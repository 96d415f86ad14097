import ObservationMigration
import Testing

@Suite struct UnreadModelRuleTests {
  /// A model with a static variable that nothing observes, and that changes with `size`.
  private static let themes = """
    import SwiftUI
    final class Themes: ObservableObject {
      static var accent = "blue"
      @Published var name = "light"
      @Published var size = 1
      @Published var label = ""
      func use(_ name: String) { Self.accent = name; size += 1 }
    }

    """

  @Test(arguments: [("Texts", false), ("Loader", true)])
  func qualifiedNameMeansTheMemberOfThatType(_ type: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      enum Texts { static func episodes() -> String { "Episodes" } }
      enum Filter { static var query = "" }
      enum Loader {
        static var current: String { Filter.query }
        static func episodes() -> String { current }
      }
      final class Theme: ObservableObject {
        @Published var accent = ""
        @Published var other = ""
        func change() { other = "a"; Filter.query = "a" }
      }
      struct EpisodesView: View {
        @ObservedObject var theme: Theme
        var body: some View { Text(\(type).episodes() + theme.accent) }
      }
      """
    )
    #expect(notes.contains { $0.rule == "unread-model" } == isReported)
  }

  @Test func viewThatReadsNothingOfItsModelIsNamedIfSomethingElseChanges() {
    let text = """
      import SwiftUI
      final class Themes: ObservableObject {
        static var accent = "blue"
        @Published var name = "light"
        func use(_ name: String) { Self.accent = name; self.name = name }
      }
      final class Store: ObservableObject {
        @Published var title = ""
      }
      struct Badge: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(Themes.accent) }
      }
      struct Name: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(themes.name + Themes.accent) }
      }
      enum Texts {
        static var accent: String { Themes.accent }
      }
      struct Indirect: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(Texts.accent) }
      }
      struct Remnant: View {
        @ObservedObject var store: Store
        var body: some View { Text("") }
      }
      final class Quiet: ObservableObject {}
      struct Never: View {
        @ObservedObject var quiet: Quiet
        var body: some View { Text(Themes.accent) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Themes.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [11, 22] && named.allSatisfy { $0.isRisky && $0.state == .changed })
    #expect(named.first?.message.hasPrefix("`Badge` reads no property of `themes`.") == true)
    #expect(named.last?.message.contains("may show an outdated `accent`") == true)
  }

  @Test(
    arguments: [
      ("var body: some View { Text(themes.name + Themes.accent) }", true),
      ("var body: some View { Button(themes.name) { print(Themes.accent) } }", false),
      (
        "var body: some View { Text(themes.name).onTapGesture { note() } }; func note() { print(Themes.accent) }", false
      ),
      ("var body: some View { Text(themes.name).onAppear { print(Themes.accent) } }", false),
      ("@State var old = \"\"; var body: some View { Card(themes.name, onUse: { old = Themes.accent }) }", false),
      ("@State var old = \"\"; var body: some View { Card(themes.name, once: { old = Themes.accent }) }", true),
      ("var body: some View { Card(themes.name, onEmpty: { Text(Themes.accent) }) }", true),
      ("var body: some View { Text(themes.name).task { print(Themes.accent) } }", false),
      (
        """
        var body: some View { TextField(themes.name, text: Binding(get: { "" }, set: { print($0 + Themes.accent) })) }
        """,
        false
      ),
      ("var body: some View { Card(themes.name) { note() } }; func note() { print(Themes.accent) }", false),
      ("var body: some View { Text(themes.name).onSubmit(note) }; func note() { print(Themes.accent) }", false),
      (
        """
        var body: some View { Text(themes.name).onAppear { note() } }; func note() { print(accent()) }
        private func accent() -> String { Themes.accent }
        """, false
      ),
      (
        """
        var body: some View { Text(themes.name + accent()) }
        private func accent() -> String { Themes.accent }
        """, true
      ),
      ("var body: some View { show(); return Text(themes.name) }; func show() { print(Themes.accent) }", true),
      ("var body: some View { Button(\"Use\") { themes.use(\"light\") } }", false),
      ("var body: some View { Button(Themes.accent) { themes.use(\"light\") } }", true),
      ("var body: some View { Text(themes.name + tint) }", true),
      ("var body: some View { Text(themes.name + labels.label) }; let labels: Labels", true),
      ("var body: some View { Text(themes.name + next.first) }; let next: Next", true),
      ("var body: some View { Text(themes.name + Kept.kept) }", true),
      ("var body: some View { Text(themes.name + Fixed.fixed) }", false),
      ("var body: some View { Text(themes.name + label) }; let label: String", false),
      ("var body: some View { Text(themes.name + Labels().label) }", true),
      ("var body: some View { Text(themes.name + themes.label) }", false),
      ("var body: some View { Text(themes.name + row.text) }; let row: Row", false),
      ("var body: some View { Text(themes.name + page.text) }; let page: Page", true),
      ("var body: some View { Text(themes.name + book.cover.text) }; let book: Book", true),
      // No code of the app changes the time together with the model.
      ("var body: some View { Text(themes.name + Date().description) }", false),
    ]
  )
  func whatViewsShowIsToldApartFromWhatActionsReadAndFromOthersOfThatName(_ body: String, _ isNamed: Bool) {
    let text =
      Self.themes + """
        struct Labels { var label: String { Themes.accent } }
        protocol Tinted {}
        extension Tinted { var tint: String { Themes.accent } }
        class Base { static var last = ""; static var fixed = "" }
        final class Derived: Base { func change(_ themes: Themes) { Self.last = "new"; themes.size += 1 } }
        struct Next { var first: String { Base.last } }
        final class Kept { static var kept = ""; init(_ themes: Themes) { Self.kept = "new"; themes.size += 1 } }
        final class Fixed { static var fixed = "" }
        final class Page { var text = ""; func change(_ themes: Themes) { text = "new"; themes.size += 1 } }
        struct Row { let text: String }
        final class Book { let cover = Page() }
        struct PageView { let row: Page; var shown: String { row.text } }
        struct Badge: View, Tinted {
          @ObservedObject var themes: Themes
          \(body)
        }
        """
    let findings = Migration().recorded([SourceFile(path: "Themes.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.rule == "unread-model" } == isNamed)
  }

  /// What a view calls by a common name is mostly that of another type than the one that reads something unobserved.
  @Test(
    arguments: [
      ("", true),
      ("struct Other { var summary = \"\" }", false),
      ("struct MockShelf { var summary = \"\" }", true),
      ("final class Special: Shelf { override var summary: String { page.text } }", true),
    ]
  )
  func functionThatReadsAPartOfAnObjectIsNamedUnlessOthersHaveItsName(_ other: String, _ isNamed: Bool) {
    let text =
      Self.themes + """
        final class Page { var text = ""; func change(_ themes: Themes) { text = "new"; themes.size += 1 } }
        class Shelf { let page = Page(); var summary: String { page.text } }
        \(other)
        struct Badge: View {
          @ObservedObject var themes: Themes
          let make: () -> Shelf
          var body: some View { Text(themes.name + make().summary) }
        }
        """
    let findings = Migration().recorded([SourceFile(path: "Themes.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.rule == "unread-model" } == isNamed)
  }

  @Test(
    arguments: [
      ("let item: Item", true), ("@ObservedObject var item: Item", false),
      ("let item: Item; @FetchRequest(sortDescriptors: []) var items: FetchedResults<Item>", false),
      ("let item: Item; @ObservedObject var other: Themes", true),
    ]
  )
  func managedObjectThatTheViewDoesNotFollowIsNamed(_ properties: String, _ isNamed: Bool) {
    let text =
      Self.themes + """
        final class Item: NSManagedObject {
          var title = ""
          func change(_ themes: Themes) { title = "new"; themes.size += 1 }
        }
        struct Badge: View {
          @ObservedObject var themes: Themes
          \(properties)
          var body: some View { Text(themes.name + item.title) }
        }
        """
    let findings = Migration().recorded([SourceFile(path: "Themes.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.rule == "unread-model" } == isNamed)
  }

  /// Of an app and its widget.
  @Test func viewsOfOneNameAreToldApartByTheirFiles() {
    func badge(_ text: String) -> String {
      """
      import SwiftUI
      struct Badge: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(\(text)) }
      }
      """
    }
    let extra = "extension Badge { var more: String { \"\\(themes.name) \\(themes.size) \\(themes.label)\" } }"
    func named(_ files: [String]) -> [Int] {
      let files = files.enumerated().map { SourceFile(path: "\($0).swift", text: $1) }
      let results = Migration().recorded(files)
      return results.indices.filter { results[$0].findings.contains { $0.rule == "unread-model" } }
    }
    #expect(named([Self.themes, badge("themes.name"), badge("Themes.accent")]) == [2])
    #expect(named([Self.themes, badge("themes.name"), badge("Themes.accent"), extra]) == [])
  }

  @Test func oneValueThatSeveralViewsShowIsOneEntry() {
    let views = """
      struct Title: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(themes.name + Themes.accent) }
      }
      struct Subtitle: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(themes.label + Themes.accent) }
      }
      struct Both: View {
        @ObservedObject var themes: Themes
        @ObservedObject var others: Themes
        var body: some View { Text(themes.name + Themes.accent) }
      }
      """
    let file = SourceFile(path: "Themes.swift", text: Self.themes + views)
    let named = Migration().recorded([file]).flatMap(\.findings).filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [10, 14, 19])
    #expect(named.first?.message.hasSuffix(" Also in 1 other view.") == true)
    #expect(named.map(\.isRisky) == [true, false, true])
    #expect(named.last?.message.hasPrefix("`Both` reads no property of `others`.") == true)
  }

  @Test func allValuesThatAViewShowsAreNamed() {
    let text = """
      struct Badge: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(Themes.accent + Themes.tint) }
      }
      extension Themes {
        static var tint = "blue"
        func retint() { name = ""; Themes.tint = "" }
      }
      """
    let file = SourceFile(path: "Themes.swift", text: Self.themes + text)
    let named = Migration().recorded([file]).flatMap(\.findings).filter { $0.rule == "unread-model" }
    #expect(
      named.map(\.message) == [
        """
        `Badge` reads no property of `themes`. Its changes no longer update the view, which may show outdated values of \
        `Themes.accent` and `Themes.tint`. Read tracked properties that change together with them, or remove `themes`.
        """
      ]
    )
  }

  @Test(arguments: [
    (".sheet(isPresented: $isShown) { Text(themes.label) }", true), (".overlay { Text(themes.label) }", false),
  ]) func contentOfASheetIsNotReadByThePresentingView(_ modifier: String, isReported: Bool) {
    let text = """
      struct Badge: View {
        @ObservedObject var themes: Themes
        @State private var isShown = false
        var body: some View { Text(themes.name + Themes.tint)\(modifier) }
      }
      extension Themes {
        static var tint = "blue"
        func retint() { label = ""; Themes.tint = "" }
      }
      """
    let file = SourceFile(path: "Themes.swift", text: Self.themes + text)
    let named = Migration().recorded([file]).flatMap(\.findings).filter { $0.rule == "unread-model" }
    #expect(named.isEmpty == !isReported)
  }

  @Test func modelThatNothingChangesHasRefreshedNothing() {
    let text = """
      import SwiftUI
      final class Session { var token = 0; func renew() { token += 1 } }
      final class Zap: ObservableObject { @Published var amount: Int?; var note = "" }
      struct Profile: View {
        let session: Session
        @ObservedObject var zap: Zap
        var body: some View { Text(session.token.description) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Zap.swift", text: text)]).flatMap(\.findings)
    #expect(findings.allSatisfy { !$0.isRisky })
  }

  @Test(arguments: [
    "@AppStorage(\"unit\") var unit = 1; func use(_ session: Session) { unit = 2; session.renew() }",
    "var unit = 1; func use(_ session: Session) { objectWillChange.send(); session.renew() }",
    "let unit = 1; func use(_ session: Session) { session.renew() }",
  ])
  func modelThatAnnouncesOtherwiseHasRefreshedTheView(_ member: String) {
    let text = """
      import SwiftUI
      final class Session { var token = 0; func renew() { token += 1 } }
      final class Settings: ObservableObject {
        \(member)
        @Published var title = ""
      }
      struct Profile: View {
        let session: Session
        @ObservedObject var settings: Settings
        var body: some View { Text(session.token.description) }
      }
      struct Other: View {
        @ObservedObject var settings: Settings
        var body: some View { Text("\\(settings.unit)\\(settings.title)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Settings.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.rule == "unread-model" } == !member.hasPrefix("let"))
  }

  @Test func viewThatReadsAllPublishedPropertiesUpdatesAsBefore() {
    let text = """
      import SwiftUI
      final class Session { var token = 0; func renew() { token += 1 } }
      final class Inbox: ObservableObject {
        @Published private(set) var mails: [String] = []
        var isPaused = false
        func add() { if !isPaused { mails.append("") } }
        func pause(_ session: Session) { isPaused = true; session.renew() }
        var count: Int { isPaused ? 0 : mails.count }
      }
      struct InboxView: View {
        let session: Session
        @ObservedObject var inbox: Inbox
        var body: some View { Text("\\(inbox.mails.count) \\(session.token)") }
      }
      struct CountView: View {
        @ObservedObject var inbox: Inbox
        var body: some View { Text("\\(inbox.count)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Inbox.swift", text: text)]).flatMap(\.findings)
    #expect(findings.allSatisfy { !$0.isRisky })
  }

  @Test func unpublishedVariableOfAModelThatStaysIsNamedWhereAnotherModelOfTheViewConverts() {
    let text = """
      import Combine
      import SwiftUI
      final class Player: ObservableObject {
        var track = 0
        @Published var volume = 0
        private var bag: Set<AnyCancellable> = []
        init() { $volume.zip($volume).sink { print($0) }.store(in: &bag) }
        var title: String { track.description }
        func skip(_ queue: Queue) { track += 1; queue.name = "" }
      }
      final class Queue: ObservableObject {
        @Published var count = 0
        @Published var name = ""
      }
      struct Screen: View {
        @ObservedObject var player: Player
        @ObservedObject var queue: Queue
        var body: some View { Text(player.track.description + queue.count.description) }
      }
      struct Title: View {
        @ObservedObject var player: Player
        @ObservedObject var queue: Queue
        var body: some View { Text(player.title) }
      }
      struct Volume: View {
        @ObservedObject var player: Player
        @ObservedObject var queue: Queue
        var body: some View { Text(player.volume.description + queue.count.description) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Player.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [17, 22])
    #expect(named.last?.message.hasPrefix("`Title` shows `track` of `Player`") == true)
    #expect(named.first?.message.contains("changes of `queue` used to update the view too") == true)
    #expect(named.first?.isRisky == true)
  }

  @Test func publishedVariableOfAModelThatStaysIsNamedWhereTheViewDoesNotObserveIt() {
    let text = """
      import Combine
      import SwiftUI
      final class Player: ObservableObject {
        @Published var volume = 0
        private var bag: Set<AnyCancellable> = []
        init() { $volume.zip($volume).sink { print($0) }.store(in: &bag) }
        func mute(_ queue: Queue) { volume = 0; queue.name = "" }
      }
      final class Queue: ObservableObject {
        @Published var count = 0
        @Published var name = ""
      }

      struct Volume: View {
        let player: Player
        @ObservedObject var queue: Queue
        var body: some View { Text(player.volume.description + queue.count.description) }
      }
      struct Observed: View {
        @ObservedObject var player: Player
        @ObservedObject var queue: Queue
        var body: some View { Text(player.volume.description + queue.count.description) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Player.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [16])
    #expect(named.first?.message.contains("which isn't converted, and which the view doesn't observe") == true)
  }

  @Test func viewThatReadsOnlySomeOfItsModelIsNamedIfSomethingElseChanges() {
    let text = """
      import SwiftUI
      enum Theme {
        static var accent = "blue"
      }
      final class Store: ObservableObject {
        @Published var title = ""
        @Published var count = 0
        var text: String { title + count.description }
        func use(_ name: String) { Theme.accent = name; count += 1 }
      }
      struct Title: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.title + Theme.accent) }
      }
      struct All: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.text + Theme.accent) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Title.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [12] && named.allSatisfy { $0.isRisky && $0.state == .changed })
    #expect(named.first?.message.contains("a property that it reads of `store`") == true)
  }

  @Test func partsOfObjectsThatNothingObservesAreNamed() {
    let text = """
      import Combine
      import SwiftUI
      final class Session {
        private(set) var token = ""
        let created = 0
        func renew() { token += "+" }
      }
      final class Store: ObservableObject {
        @Published var title = ""
        @Published var count = 0
        func rename(_ session: Session) { title += "!"; session.renew() }
      }
      @Observable final class Tracked {
        let session = Session()
      }
      final class Staying: ObservableObject {
        @Published var volume = 0
        let login = Session()
        private var bag: Set<AnyCancellable> = []
        init() { $volume.zip($volume).sink { print($0) }.store(in: &bag) }
      }
      struct Badge {
        let tracked: Tracked
        var text: String { tracked.session.token }
      }
      struct Direct: View {
        let session: Session
        @ObservedObject var store: Store
        var body: some View { Text(session.token) }
      }
      struct Indirect: View {
        let tracked: Tracked
        @ObservedObject var store: Store
        var body: some View { Text(Badge(tracked: tracked).text) }
      }
      enum Theme { static var accent = "blue" }
      func use(_ accent: String, _ store: Store) { Theme.accent = accent; store.count += 1 }
      extension Staying {
        var accent: String { Theme.accent }
      }
      struct Accent: View {
        @ObservedObject var staying: Staying
        @ObservedObject var store: Store
        var body: some View { Text(staying.accent + store.title) }
      }
      struct Login: View {
        @ObservedObject var staying: Staying
        @ObservedObject var store: Store
        var body: some View { Text(staying.login.token + store.title + store.count.description) }
      }
      struct Constant: View {
        let session: Session
        @ObservedObject var store: Store
        var body: some View { Text(session.created.description) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Session.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    // `login` is a constant, and `Login` reads all that its other model publishes.
    #expect(named.map(\.line) == [28, 33, 43])
    #expect(named.map { $0.message.contains("`session.token`") } == [true, true, false])
    #expect(named.last?.message.contains("shows `accent` of `Staying`") == true)
  }

  @Test func variableThatAFunctionReadsOfAModelThatStaysIsNamed() {
    let text = """
      import Combine
      import SwiftUI
      final class Player: ObservableObject {
        var track = 0
        @Published var volume = 0
        private var bag: Set<AnyCancellable> = []
        init() { $volume.zip($volume).sink { print($0) }.store(in: &bag) }
        func skip(_ queue: Queue) { track += 1; queue.count += 1 }
      }
      final class Queue: ObservableObject {
        @Published var count = 0
      }
      enum Texts {
        static func title(of player: Player) -> String { player.track.description }
      }
      struct Title: View {
        @ObservedObject var player: Player
        @ObservedObject var queue: Queue
        var body: some View { Text(Texts.title(of: player)) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Player.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [18])
    #expect(named.first?.message.hasPrefix("`Title` shows `track` of `Player`") == true)
  }

  /// Nothing of the file with the function is migrated.
  @Test func variableThatAFunctionReadsThroughAComputedPropertyIsNamed() {
    let texts = """
      enum Texts {
        static func title(of palette: Palette) -> String { palette.accent }
      }
      """
    let views = """
      import SwiftUI
      enum Theme { static var accent = "blue" }
      func use(_ accent: String, _ queue: Queue) { Theme.accent = accent; queue.name = accent }
      struct Palette {
        var accent: String { Theme.accent }
      }
      final class Queue: ObservableObject {
        @Published var count = 0
        @Published var name = ""
      }
      struct Title: View {
        let palette = Palette()
        @ObservedObject var queue: Queue
        var body: some View { Text(Texts.title(of: palette) + "\\(queue.count)") }
      }
      """
    let files = [("Texts", texts), ("Views", views)].map { SourceFile(path: "\($0).swift", text: $1) }
    let named = Migration().recorded(files).flatMap(\.findings).filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [13])
    #expect(named.first?.message.contains("may show an outdated `accent`") == true)
  }

  /// A class that passes on the announcements of a part of it announces nothing of its own variables by that.
  @Test func variableThatIsAnnouncedAtMostIsNamed() {
    let text = """
      import Combine
      import SwiftUI
      final class Equalizer: ObservableObject {
        @Published var bass = 0
      }
      final class Player: ObservableObject {
        lazy var track = 0
        var position = 0
        let equalizer = Equalizer()
        @Published var volume = 0
        private var bag: Set<AnyCancellable> = []
        init() {
          equalizer.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)
          $volume.zip($volume).sink { print($0) }.store(in: &bag)
        }
        func skip(_ queue: Queue) { track += 1; queue.count += 1 }
        func seek(_ position: Int, _ queue: Queue) {
          objectWillChange.send()
          self.position = position
          queue.count += 1
        }
      }
      final class Queue: ObservableObject {
        @Published var count = 0
      }
      struct Title: View {
        @EnvironmentObject var player: Player
        @EnvironmentObject var queue: Queue
        var body: some View { Text("\\(player.track)") }
      }
      struct Position: View {
        @EnvironmentObject var player: Player
        @EnvironmentObject var queue: Queue
        var body: some View { Text("\\(player.position)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Player.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [28])
    #expect(
      named.first?.message.hasPrefix("`Title` shows `track` of `Player`, which isn't converted and publishes no change")
        == true
    )
  }

  @Test func bodyOfAnotherViewIsNothingThatAViewShows() {
    let text = """
      import SwiftUI
      final class Store: ObservableObject {
        @Published var title = ""
      }
      struct Heading: View {
        @ObservedObject var store: Store
        var body: some View { Text("").font(.body) }
      }
      struct Name: View {
        var body: some View { Text(UserDefaults.standard.string(forKey: "name") ?? "") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Heading.swift", text: text)]).flatMap(\.findings)
    #expect(!findings.contains { $0.rule == "unread-model" })
  }

  @Test func objectInAConstantOfAModelThatStaysIsNamed() {
    let text = """
      import Combine
      import SwiftUI
      final class Counter {
        private(set) var count = 0
        func add() { count += 1 }
      }
      final class Player: ObservableObject {
        @Published var volume = 0
        let counter = Counter()
        private var bag: Set<AnyCancellable> = []
        init() { $volume.zip($volume).sink { print($0) }.store(in: &bag) }
        func play(_ queue: Queue) { counter.add(); queue.length += 1 }
      }
      final class Queue: ObservableObject {
        @Published var length = 0
      }
      struct Plays: View {
        @ObservedObject var queue: Queue
        @EnvironmentObject var player: Player
        var body: some View { Text("\\(player.counter.count)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Plays.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [18])
    #expect(named.first?.message.hasPrefix("`Plays` shows `counter.count` of `Player`, which isn't converted") == true)
  }

  /// The macro tracks the model's own variables, but not what an object in it, or a function, reads elsewhere.
  @Test(
    arguments: [
      ("@Observable final class Player: ObservableObject", "counter.count", true),
      ("@Observable final class Player", "counter.count", true),
      ("@Observable final class Player", "accent", true),
      ("@Observable final class Player", "volume", false),
    ]
  )
  func untrackedPartOfAnObservableObjectIsNamed(_ player: String, _ shown: String, isReported: Bool) {
    let text = """
      import Combine
      import SwiftUI
      enum Theme { static var accent = 0 }
      final class Counter {
        private(set) var count = 0
        func add() { count += 1 }
      }
      \(player) {
        var volume = 0
        let counter = Counter()
        var accent: Int { Theme.accent }
        func play(_ queue: Queue) { counter.add(); volume += 1; Theme.accent += 1; queue.length += 1 }
      }
      final class Queue: ObservableObject {
        @Published var length = 0
      }
      struct Length: View {
        @ObservedObject var queue: Queue
        var body: some View { Text("\\(queue.length)") }
      }
      struct Plays: View {
        @ObservedObject var queue: Queue
        var player: Player
        var body: some View { Text("\\(player.\(shown))") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Plays.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter { $0.rule == "unread-model" }.map(\.line) == (isReported ? [22] : []))
  }

  /// A function, or a value, gets the object under a name of its own. Others may have a member of the name.
  @Test(
    arguments: [
      ("@Observable final class Player", "title(of: model)", "tint"),
      ("@Observable final class Player", "Titles.name(of: model)", "tint"),
      ("@Observable final class Player: ObservableObject", "title(of: model)", "player.tint"),
      ("@Observable final class Player: ObservableObject", "other(of: model)", nil),
      ("@Observable final class Player: ObservableObject", "Formatter(source: model).text", "source.tint"),
      ("@Observable final class Player: ObservableObject", "Other(source: model).text", nil),
      ("@Observable final class Player: ObservableObject", "header", nil),
      ("@Observable final class Player", "other(of: model)", nil),
    ]
  )
  func untrackedPartThatAFunctionReadsOfItsArgumentIsNamed(_ player: String, _ shown: String, source: String?) {
    let text = """
      import Combine
      import SwiftUI
      enum Theme { static var accent = 0 }
      \(player) {
        var volume = 0
        var tint: Int { Theme.accent }
      }
      final class Queue: ObservableObject {
        @Published var length = 0
        func play() { Theme.accent += 1; length += 1 }
      }
      func title(of player: Player) -> String { "\\(player.tint)" }
      func other(of player: Player) -> String { "\\(player.volume)" }
      enum Titles { static func name(of player: Player) -> String { "\\(player.tint)" } }
      struct Formatter { let source: Player; var text: String { "\\(source.tint)" } }
      struct Other { let source: Player; var text: String { "\\(source.volume)" } }
      struct Header: View {
        let player: Player
        var header: String { "\\(player.tint)" }
        var body: some View { Text(header) }
      }
      struct Length: View {
        @ObservedObject var queue: Queue
        var body: some View { Text("\\(queue.length)") }
      }
      struct Plays: View {
        @ObservedObject var queue: Queue
        let model: Player
        var header: String { "" }
        var body: some View { Text(\(shown)) }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Plays.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }.map(\.message)
    #expect(named.count == (source == nil ? 0 : 1))
    #expect(named.allSatisfy { $0.contains("may show an outdated `\(source ?? "")`") })
  }
}
