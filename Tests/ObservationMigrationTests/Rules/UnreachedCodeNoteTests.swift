import ObservationMigration
import Testing

/// Code that no view runs, and names of something else: nothing changes for them at run time.
@Suite struct UnreachedCodeNoteTests {
  /// A model, and one that stays as it is because its publisher is used.
  private static let barAndAccount = """
    import SwiftUI
    final class Bar: ObservableObject { @Published var likes = 0; @Published var shares = 0 }
    final class Account: ObservableObject {
      @Published var name = ""
      static var publisher: ObservableObjectPublisher?
      func use() { Self.publisher = objectWillChange }
      func rename(_ bar: Bar) { name = ""; bar.shares += 1 }
    }
    """

  /// A value whose `==` ignores its text.
  private static let note = """
    import SwiftUI
    struct Note: Equatable {
      var id: Int
      var text: String
      static func == (a: Note, b: Note) -> Bool { a.id == b.id }
    }
    """

  @Test func viewIsNotEvaluatedWithTheViewThatItStandsIn() {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Download { var failure = 0 }
      final class Item { let download = Download() }
      func fail(_ download: Download) { download.failure += 1 }
      final class Selection: ObservableObject { @Published var count = 0; @Published var other = 0 }
      struct DetailView: View {
        @ObservedObject var selection: Selection
        let item: Item
        var body: some View { Row(item: item) }
        struct Row: View {
          let item: Item
          var body: some View { Text("\\(item.download.failure)") }
        }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func viewFollowsWhatItsRequestFinds() {
    let notes = riskyNotes(
      """
      import CoreData
      import SwiftUI
      final class Entry: NSManagedObject { @NSManaged var isOpen: Bool }
      func open(_ entry: Entry) { entry.isOpen = true }
      final class Search: ObservableObject { @Published var text = ""; @Published var count = 0 }
      struct EntryList: View {
        @ObservedObject var search: Search
        @FetchRequest(sortDescriptors: []) private var entries: FetchedResults<Entry>
        var body: some View {
          VStack {
            Text(search.text)
            ForEach(entries) { entry in Text(entry.isOpen ? "a" : "b") }
          }
        }
      }
      struct Shelf { let entry: Entry }
      """
    )
    #expect(notes == [])
  }

  @Test func workOfAnotherPlatformIsNotNamed() {
    let notes = riskyNotes(
      """
      import SwiftUI
      func listen() {}
      final class Navigation: ObservableObject {
        @Published var item = 0
        #if os(iOS)
          init() { listen() }
        #else
          init() {}
        #endif
      }
      #if os(macOS)
        struct RootView: View {
          @StateObject private var navigation = Navigation()
          var body: some View { Text("\\(navigation.item)") }
        }
      #endif
      """
    )
    #expect(notes == [])
  }

  @Test func subscriptionThatIsRemovedIsNoWork() {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      final class Key: ObservableObject { @Published var isDown = false }
      final class Recorder: ObservableObject {
        @Published var isOn = false
        let key: Key
        private var bag = Set<AnyCancellable>()
        init(key: Key) {
          self.key = key
          follow()
          key.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &bag)
        }
        private func follow() {
          var new = Set<AnyCancellable>()
          key.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &new)
          bag = new
        }
      }
      struct RecorderView: View {
        @StateObject private var recorder: Recorder
        init(key: Key) { _recorder = StateObject(wrappedValue: Recorder(key: key)) }
        var body: some View { Text(recorder.isOn || recorder.key.isDown ? "a" : "b") }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func propertyThatIsAssignedOnlyInAnInitializerDoesNotChange() {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      final class Panel: ObservableObject {
        @Published var title = ""
        var id = 0
        init(id: Int) { self.id = id }
        func f() -> AnyCancellable { objectWillChange.throttle(for: 1, scheduler: DispatchQueue.main, latest: true).sink { _ in } }
      }
      final class Manager: ObservableObject { @Published var name = ""; @Published var other = "" }
      struct PanelView: View {
        @ObservedObject var manager: Manager
        @ObservedObject var panel: Panel
        var body: some View { Text("\\(panel.id)\\(manager.name)") }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func methodThatNoCodeCallsShowsNothing() {
    let results = Migration().recorded([
      SourceFile(
        path: "File.swift",
        text: """
          import SwiftUI
          final class Updates: NSObject, ObservableObject {
            var isOn: Bool {
              get { UserDefaults.standard.bool(forKey: "on") }
              set {
                objectWillChange.send()
                UserDefaults.standard.set(newValue, forKey: "on")
              }
            }
          }
          extension Updates: NSWindowDelegate {
            func windowShouldClose(_ sender: NSWindow) -> Bool { sender.isVisible }
          }
          struct UpdatesView: View {
            @ObservedObject var updates: Updates
            var body: some View { Text(updates.isOn ? "a" : "b") }
          }

          """
      )
    ])
    #expect(!results[0].migrated.contains("windowShouldClose(_ sender: NSWindow) -> Bool {\n"))
    #expect(results[0].migrated.contains("access(keyPath: \\.self)"))
    #expect(results[0].findings.filter(\.isRisky) == [])
  }

  @Test func colorOfThatNameIsNoPropertyOfTheObjectThatAViewHolds() {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      final class Contacts { var event = 0; func count() -> Int { event } }
      func f(_ contacts: Contacts, _ state: AppState) { contacts.event = 1; state.purple = 1 }
      final class AppState: ObservableObject {
        @Published var title = ""
        var purple = 0
        let contacts = Contacts()
        func f() -> AnyCancellable { objectWillChange.throttle(for: 1, scheduler: DispatchQueue.main, latest: true).sink { _ in } }
      }
      final class Bar: ObservableObject { @Published var likes = 0; @Published var zaps = 0 }
      struct Marks { static let purple = "" }
      struct BarView: View {
        @ObservedObject var bar: Bar
        let state: AppState
        var body: some View {
          VStack {
            Text(Marks.purple)
            Text("\\(bar.likes)")
            Badge(contacts: state.contacts)
          }
        }
      }
      struct Badge: View {
        let contacts: Contacts
        var body: some View { Text("\\(contacts.event)") }
      }
      struct StateView: View {
        @ObservedObject var state: AppState
        var body: some View { Text("\\(state.purple)\\(state.contacts.event)") }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func memberOfAValueIsNoMemberOfAnotherView() {
    let notes = riskyNotes(
      """
      import SwiftUI
      enum Build { static var usesDriver = false }
      func start() { Build.usesDriver = true }
      struct HomeView: View {
        var content: some View { Text(Build.usesDriver ? "a" : "b") }
        var body: some View { content }
      }
      struct Message { let content: String }
      final class Status: ObservableObject { @Published var music: Message?; @Published var general = 0 }
      struct StatusView: View {
        @ObservedObject var status: Status
        var body: some View {
          if let music = status.music { Text(music.content) }
        }
      }
      """
    )
    #expect(notes == [])
  }

  @Test func storageOfAValueIsNoObjectThatViewsShow() {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct Packet {
        private final class Storage { var user: Int? }
        private var _storage = Storage()
        var hasUser: Bool { _storage.user != nil }
        mutating func clear() {
          _storage = Storage()
          _storage.user = nil
        }
      }
      final class Router: ObservableObject { @Published var tab = 0; @Published var path = 0 }
      struct PacketView: View {
        @ObservedObject var router: Router
        let packet: Packet
        var body: some View { Text("\\(router.tab)\\(packet.hasUser)") }
      }
      """
    )
    #expect(notes == [])
  }

  @Test(arguments: [("logger.warning(\"\")", false), ("session.warning(\"\")", true)])
  func writingToALogIsNoWork(_ call: String, _ isWork: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct Channel { func warning(_ text: String) {} }
      let (logger, session) = (Channel(), Channel())
      final class Phone: ObservableObject {
        @Published var name = ""
        init() { \(call) }
      }
      struct PhoneView: View {
        @StateObject private var phone = Phone()
        var body: some View { Text(phone.name) }
      }
      """
    )
    #expect(notes.isEmpty == !isWork)
  }

  @Test func equalityThatLeavesSomethingOutIsNamedOnce() {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct Note: Equatable {
        var id = 0
        var text = ""
        static func == (left: Note, right: Note) -> Bool { left.id == right.id }
      }
      final class Bar: ObservableObject {
        @Published var like: Note?
        @Published var reply: Note?
        @Published var boost: Note?
        func load(_ notes: [Note?]) { (like, reply, boost) = (notes[0], notes[1], notes[2]) }
      }
      struct BarView: View {
        @ObservedObject var bar: Bar
        var body: some View { Text("\\(bar.like?.text ?? "")\\(bar.reply?.text ?? "")\\(bar.boost?.text ?? "")") }
      }
      """
    )
    #expect(notes.map(\.line) == [8])
    #expect(notes.allSatisfy { $0.message.hasSuffix(" Also at 2 other places, for `boost` and `reply`.") })
  }

  @Test func modelThatStaysIsNamedOnce() {
    let view = """
      struct %View: View {
        @ObservedObject var bar: Bar
        let account: Account
        var body: some View { Text("\\(bar.likes)\\(account.name)") }
      }
      """
    let notes = riskyNotes(
      """
      \(Self.barAndAccount)
      \(["A", "B", "C"].map { view.replacing("%", with: $0) }.joined(separator: "\n"))
      """
    )
    #expect(notes.map(\.rule) == ["unread-model"])
    #expect(notes.allSatisfy { $0.message.hasSuffix(" Also in 2 other views.") })
  }

  @Test(
    arguments: [
      ("reset()", "func reset() { rows = 0; print(rows) }", false),
      ("reset()", "func reset() { rows = size() }; func size() -> Int { rows + 1 }", false),
      (
        "reset()",
        "func reset() { load() }; func load() { NotificationCenter.default.post(name: changed, object: nil) }", true
      ),
      ("onChange = { [weak self] in self?.load() }", "var onChange: () -> Void = {}; func load() { Task {} }", false),
      ("cache = Cache(whenFull: { upload() })", "var cache = Cache(whenFull: {})", false),
      ("rows = { upload() }()", "", true), ("[1].forEach { upload($0) }", "", true),
    ] as [(String, String, Bool)]
  )
  func initializerThatStoresValuesDoesNoWork(_ statement: String, _ members: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct Cache { let whenFull: () -> Void }
      final class Loader: ObservableObject {
        @Published var rows = 0
        init() { \(statement) }
        \(members)
      }
      struct LoaderView: View {
        @StateObject private var loader = Loader()
        var body: some View { Text("\\(loader.rows)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  @Test(
    arguments: [
      ("private let limit = UserDefaults.standard.integer(forKey: \"limit\")", false),
      ("private var limit: Int { UserDefaults.standard.integer(forKey: \"limit\") }", true),
    ]
  )
  func initialValueOfAViewsPropertyIsNotReadAgain(_ property: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Clock: ObservableObject {
        @Published var time = 0
        func tick() { time += 1; UserDefaults.standard.set(time, forKey: "limit") }
      }
      struct LimitView: View {
        @ObservedObject var clock: Clock
        \(property)
        var body: some View { Text("\\(limit)") }
      }
      """
    )
    #expect(notes.contains { $0.rule == "unread-model" } == isReported)
  }

  @Test(
    arguments: [
      ("@State var isMuted = false", "isMuted", false), ("", "player.isMuted", true),
      ("", "Player.isMuted", false), ("", "[player][0].isMuted", true), ("", "[player].map(\\.isMuted)[0]", true),
    ]
  )
  func memberOfAModelIsShownWhereItIsReadAsOne(_ property: String, _ value: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Player: ObservableObject {
        @Published var title = ""
        var isMuted: Bool { UserDefaults.standard.bool(forKey: "muted") }
        func mute() { title = ""; UserDefaults.standard.set(true, forKey: "muted") }
      }
      struct PlayerView: View {
        @ObservedObject var player: Player
        \(property)
        var body: some View { Text("\\(\(value))") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["unobserved-state"] : []))
  }

  @Test(
    arguments: [
      ("func clear() { notes.removeAll() }", "notes.count", false),
      ("func clear() { notes[0] = Note(id: 1, text: text) }", "notes.count", false),
      ("init() { notes = [] }", "notes.count", false), ("func reload() { notes = loaded() }", "notes.count", true),
      ("func clear() { notes = [] }", "notes.count", false), ("", "$board.notes", true),
      ("func more() { notes += loaded() }", "notes.count", false),
      // An object of another module has a property of the name.
      ("func load(_ page: Page) { page.notes = loaded() }", "notes.count", false),
      ("", "path: $board.notes", true),
    ]
  )
  func equalityMattersWhereAWholeValueIsAssigned(_ member: String, _ use: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      \(Self.note)
      final class Board: ObservableObject {
        @Published var notes: [Note] = []
        \(member)
      }
      struct BoardView: View {
        @ObservedObject var board: Board
        var body: some View { Rows(\(use.contains("$") ? use : "board." + use)); Text(board.notes[0].text) }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["published"] : []))
  }

  /// Behind a test for nil, the first value is assigned, unless other code may have assigned one in the meantime.
  @Test(
    arguments: [
      ("func load() { if note == nil { note = loaded() } }", false),
      ("func load() { if isOpen { print() } else if self.note == nil { self.note = loaded() } }", false),
      ("func load() { if note != nil { note = loaded() } }", true),
      ("func load() { if note == nil { fetch { self.note = $0 } } }", true),
      ("func load() { if note == nil { print() }; note = loaded() }", true),
      ("@MainActor func load() async { if note == nil { note = await fetched() } }", true),
    ]
  )
  func equalityMattersWhereThereIsAValueAlready(_ member: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      \(Self.note)
      @MainActor final class Board: ObservableObject {
        @Published var note: Note?
        \(member)
      }
      struct BoardView: View {
        @ObservedObject var board: Board
        var body: some View { Text(board.note?.text ?? "") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["published"] : []))
  }

  @Test(
    arguments: [
      ("NavigationStack(path: $board.notes) { Text(text) }", false), ("Text(text).sheet(item: $board.note)", false),
      ("Editor(text, item: $board.note)", true),
    ]
  )
  func endOfAPresentationHidesNothing(_ content: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      \(Self.note)
      final class Board: ObservableObject {
        @Published var notes: [Note] = []
        @Published var note: Note?
      }
      struct BoardView: View {
        @ObservedObject var board: Board
        var text: String { board.notes[0].text + (board.note?.text ?? "") }
        var body: some View { \(content) }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["published"] : []))
  }

  @Test(arguments: ["private", ""]) func privateMethodIsNotWhatAViewCalls(_ modifier: String) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Session { var token = 0; func renew() { token += 1 } }
      struct Reader {
        let session = Session()
        \(modifier) func combined(with: Int) -> Int { session.token }
      }
      final class Page: ObservableObject {
        @Published var title = ""
        func turn(_ reader: Reader) { title = "2"; reader.session.renew() }
      }
      struct PageView: View {
        @ObservedObject var page: Page
        var body: some View { Text("").transition(.move(edge: .leading).combined(with: 1)) }
      }
      """
    )
    #expect(notes.contains { $0.rule == "unread-model" } == modifier.isEmpty)
  }

  @Test(
    arguments: [
      ("func send() { print(session.token) }", false), ("var text: String { session.token }", true),
    ]
  )
  func objectThatOnlyActionsOfAModelReadIsNotShown(_ member: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Session { var token = ""; func renew() { token += "a" } }
      final class Chat: ObservableObject {
        @Published var title = ""
        private let session: Session
        func rename() { title = ""; session.renew() }
        \(member)
      }
      final class Upload {
        private let session = Session()
        var header: String { session.token }
      }
      struct ChatView: View {
        @ObservedObject var chat: Chat
        var body: some View { Text(\(isReported ? "chat.text" : "chat.title")).onTapGesture { chat.send() } }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["unobserved-state"] : []))
  }

  @Test(arguments: [
    "private func submit() { let last = { Draft.last }(); model.send(last) }", "var last: String { { Draft.last }() }",
  ])
  func closureThatIsCalledAtOnceBelongsToTheCodeAround(_ member: String) {
    let isShown = member.hasPrefix("var")
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var title = ""
        @Published var text = ""
        func send(_ text: String) { self.text = text; Draft.last = text }
      }
      enum Draft { static var last = "" }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View { Button(model.title) { \(isShown ? "" : "submit()") }.id(\(isShown ? "last" : "\"\"")) }
        \(member)
      }
      """
    )
    #expect(notes.contains { $0.rule == "unread-model" } == isShown)
  }

  @Test(arguments: [("@InjectedObject", false), ("", true), ("@Injected", true)])
  func wrapperOfAnotherModuleMayObserve(_ wrapper: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      \(Self.barAndAccount)
      struct BarView: View {
        @ObservedObject var bar: Bar
        \(wrapper) private var account: Account
        var body: some View { Text("\\(bar.likes)\\(account.name)") }
      }
      """
    )
    #expect(notes.contains { $0.rule == "unread-model" } == isReported)
  }
}
