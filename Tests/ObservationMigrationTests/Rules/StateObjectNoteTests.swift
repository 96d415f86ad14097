import ObservationMigration
import Testing

/// What findings say of objects that become the initial value of a `@State`.
@Suite struct StateObjectNoteTests {
  /// A model that starts a task when it's made.
  private static let loader = """
    import SwiftUI
    final class Loader: ObservableObject {
      @Published var rows = 0
      init() { Task { await load() } }
      func load() async {}
    }
    """

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

  /// What an actor does that the object makes, and what a subclass does of which another view may make the object.
  @Test(
    arguments: [
      ("final actor", "Speed()", "", true), ("final class", "Speed()", "", true), ("struct", "Speed()", "", false),
      ("struct", "make()", "final class Quick: Speed { override init() { super.init(); session.start() } }", true),
      ("struct", "Speed()", "final class Quick: Speed { override init() { super.init(); session.start() } }", false),
    ]
  )
  func workOfActorsAndSubclassesCounts(_ kind: String, _ value: String, _ subclass: String, _ works: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Session { func start() { UserDefaults.standard.set(1, forKey: "a") } }
      let session = Session()
      \(kind) Player { init() { session.start() } }
      class Speed: ObservableObject {
        @Published var value = 0
        let player = Player()
      }
      \(subclass)
      struct SpeedView: View {
        @StateObject private var speed: Speed
        init(make: @escaping () -> Speed) { _speed = StateObject(wrappedValue: \(value)) }
        var body: some View { Text("\\(speed.value)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (works ? ["state-object"] : []))
    #expect(notes.allSatisfy { $0.message.contains("calls `start` in its initializer") })
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
        init() { Clock.ticks(every: 1).sink { print($0) }.store(in: &bag) }
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
        init() { Clock.ticks(every: 1).sink { print($0) }.store(in: &bag) }
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

  /// SwiftUI throws away the objects that it doesn't need. What ends with them doesn't matter.
  @Test(
    arguments: [
      // Publishers of the object itself.
      ("init() { $text.dropFirst().sink { [weak self] in self?.save($0) }.store(in: &bag) }", nil),
      (
        "init() { var bag: Set<AnyCancellable> = []; $text.dropFirst().sink { [weak self] in self?.save($0) }.store(in: &bag) }",
        "subscribes to a publisher"
      ),
      ("init() { last = $text.dropFirst().sink { [weak self] in self?.save($0) } }", nil),
      ("init() { $text.map(\\.count).assign(to: &$count) }", nil),
      ("init() { $text.combineLatest($count).map { $0.count + $1 }.assign(to: &$count) }", nil),
      ("init() { $text.sink { [weak self] in self?.count = $0.count }.store(in: &bag) }", nil),
      ("init() { $text.sink { [weak self] in self?.save($0) }.store(in: &bag) }", "calls `save`"),
      ("init() { $text.sink { UserDefaults.standard.set($0, forKey: \"a\") }.store(in: &bag) }", "calls `set`"),
      (
        "init() { $text.debounce(for: 1, scheduler: RunLoop.main).sink { [weak self] in self?.save($0) }.store(in: &bag) }",
        nil
      ),
      (
        "init() { $text.dropFirst().sink { [weak self] in self?.save($0) }.store(in: &bag); text = stored() }; func stored() -> String { \"\" }",
        "calls `save`"
      ),
      (
        "init() { $text.dropFirst().sink { self.save($0) }.store(in: &bag) }",
        "makes a subscription that keeps the object alive"
      ),
      ("init() { $text.dropFirst().sink { [self] in save($0) }.store(in: &bag) }", "keeps the object alive"),
      (
        "init() { $text.dropFirst().map(size).sink { [weak self] in self?.count = $0 }.store(in: &bag) }; func size(_ text: String) -> Int { text.count }",
        "subscribes to a publisher"
      ),
      ("init() { $text.dropFirst().assign(to: \\.title, on: self).store(in: &bag) }", "keeps the object alive"),
      ("init() { last = feed.$all.filter { $0 == self.count }.sink { _ in } }", "keeps the object alive"),
      (
        "init() { last = feed.$all.sink { _ in run { [weak self] in self?.save(\"\") } } }",
        "keeps the object alive"
      ),
      (
        "init() { last = feed.$all.filter { type(of: $0) != Page.self }.sink { [weak self] in self?.count = $0.count } }",
        nil
      ),
      (
        "init() { $text.map { feed.load($0) }.switchToLatest().assign(to: &$count) }", "subscribes to a publisher"
      ),
      (
        "init() { $text.merge(with: feed.$name).dropFirst().sink { [weak self] in self?.save($0) }.store(in: &bag) }",
        "calls `save`"
      ),
      // Publishers of other objects.
      ("init() { feed.$all.dropFirst().sink { [weak self] in self?.count = $0 }.store(in: &bag) }", nil),
      ("init() { feed.$all.sink { [weak self] _ in self?.save(\"\") }.store(in: &bag) }", "calls `save`"),
      ("init() { feed.$all.dropFirst().sink { [weak self] _ in self?.save(\"\") }.store(in: &bag) }", nil),
      ("init() { feed.load().sink { [weak self] in self?.count = $0 }.store(in: &bag) }", "subscribes to a publisher"),
      // Registrations.
      ("init() { hub.add(self) }; deinit { hub.remove(self) }", nil),
      ("init() { self.hub.add(self) }; deinit { hub?.remove(self) }; func hubChanged() { count += 1 }", nil),
      (
        "init() { hub.add(self) }; deinit { hub.remove(self) }; func hubChanged() { save(text) }",
        "gives itself to `hub.add`"
      ),
      ("init() { hub.add(self) }; deinit { hub.remove(self) }; func hubChanged() { hub.add(self) }", nil),
      ("init() { hub.add(self) }", "gives itself to `hub.add`"),
      ("init() { hub.add(self) }; deinit { feed.remove(self) }", "gives itself to `hub.add`"),
      ("init() { add(self) }; deinit { print(ObjectIdentifier(self)) }", "gives itself to `add`"),
      (
        "init() { NotificationCenter.default.addObserver(self, selector: #selector(f), name: nil, object: nil) }; @objc func f() { count = 1 }",
        nil
      ),
      (
        "init() { NotificationCenter.default.addObserver(self, selector: #selector(f), name: nil, object: nil) }; @objc func f() { save(\"\") }",
        nil
      ),
      // Tokens.
      ("init() { token = hub.observe { [weak self] in self?.count += 1 } }; deinit { token?.cancel() }", nil),
      (
        "init() { tokens.append(hub.observe { [weak self] in self?.count += 1 }) }; deinit { tokens.forEach(end) }", nil
      ),
      ("init() { token = hub.observe { self.count += 1 } }; deinit { token?.cancel() }", "calls `observe`"),
      ("init() { token = hub.observe { [weak self] in self?.count += 1 } }", "calls `observe`"),
      (
        "init() { token = hub.observe { [weak self] in self?.save(\"\") } }; deinit { token?.cancel() }", "calls `save`"
      ),
      ("init() { token = hub.observe { feed.load() } }; deinit { token?.cancel() }", "calls `load`"),
      ("init() { token = hub.fetch { [weak self] in self?.count += 1 } }; deinit { token?.cancel() }", "calls `fetch`"),
      (
        "init() { token = Task.detached { print(\"a\") } }; deinit { token?.cancel() }",
        "calls `detached`"
      ),
      (
        "init() { token = self.load() }; deinit { token?.cancel() }; func load() -> Token { Task { await hub.load() } }",
        "calls `load`"
      ),
      // Objects that it has created.
      ("let recorder = Recorder(); init() { recorder.delegate = self }", nil),
      ("let recorder: Recorder; init() { recorder = Recorder(); self.recorder.delegate = self }", nil),
      (
        "var recorder: Recorder; init() { recorder = Recorder(); recorder.delegate = self }; init(_ recorder: Recorder) { self.recorder = recorder }",
        "assigns itself to `recorder.delegate`"
      ),
      (
        "var recorder: Recorder; init() { recorder = Recorder() }; init(_ recorder: Recorder) { self.recorder = recorder; recorder.delegate = self }",
        nil
      ),
      ("let manager = CLLocationManager(); init() { manager.delegate = self }", nil),
      ("let manager = Locator(); init() { manager.delegate = self }", nil),
      // An animation retains its delegate.
      ("let fade = CABasicAnimation(); init() { fade.delegate = self }", "assigns itself to `fade.delegate`"),
      ("let manager = Locator(); init() { manager.owner = self }", "assigns itself to `manager.owner`"),
      ("let recorder = Recorder.shared; init() { recorder.delegate = self }", "assigns itself to `recorder.delegate`"),
      // Values, and code for another turn.
      ("init() { var copy = Copy(); copy.change(); count = copy.size }", nil),
      ("init() { count = size() }; func size() -> Int { hub.measure() }", nil),
      ("init() { count = size() }; func size() -> Int { hub.load(); return hub.count }", "calls `size`"),
      // What a closure does in place.
      ("init() { [1, 2].forEach { count += $0 }; bag.forEach { $0.cancel() } }", nil),
      ("init() { [hub].forEach { $0.load() } }", "calls `load`"),
      ("init() { [1, 2].forEach(save) }", "calls `forEach`"),
      ("init() { Analytics.shared.cancel() }", "calls `cancel`"),
      ("init() { open() }; @discardableResult func open() -> Bool { hub.open() }", "calls `open`"),
      ("init() { DispatchQueue.main.async { [weak self] in self?.count = 1 } }", nil),
      ("init() { DispatchQueue.main.async { self.save(\"\") } }", "calls `save`"),
      ("init() { DispatchQueue.main.async { Analytics.shared.track(\"a\") } }", "calls `track`"),
    ]
  ) func workThatEndsWithTheObjectIsNoMatter(_ members: String, work: String?) {
    let source = """
      import Combine
      import SwiftUI
      struct Copy { var size = 1; mutating func change() { size += 1 } }
      final class Recorder { static let shared = Recorder(); weak var delegate: AnyObject? }
      final class Locator: CLLocationManager {}
      protocol HubObserver { func hubChanged() }
      final class Page: ObservableObject, HubObserver {
        @Published var text = ""
        @Published var count = 0
        var bag: Set<AnyCancellable> = []
        var last: AnyCancellable?
        var token: Token?
        var tokens: [Token] = []
        \(members)
        func save(_ text: String) { Store.shared.save(text) }
        \(members.contains("func hubChanged") ? "" : "func hubChanged() {}")
      }
      struct PageView: View {
        @StateObject var page = Page()
        var body: some View { Text("\\(page.text) \\(page.count)") }
      }
      """
    let migration = Migration(options: MigrationOptions(pipelines: true, subjects: true))
    let findings = migration.recorded([SourceFile(path: "Page.swift", text: source)])[0].findings
    let states = findings.filter { $0.rule == "state-object" }
    #expect(states.map(\.state) == [.changed], "\(findings)")
    #expect(states.allSatisfy { $0.isRisky == (work != nil) && $0.message.contains(work ?? "is now") })
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

  @Test(
    arguments: [
      ("action()", "`Watcher` calls `action` in `deinit`, also for an object that SwiftUI throws away."),
      ("self.action()", "`Watcher` calls `action` in `deinit`, also for an object that SwiftUI throws away."),
      ("NotificationCenter.default.post(name: gone, object: nil)", "`Watcher` posts a notification in `deinit`"),
      ("token?.cancel()", nil), ("log(\"gone\")", nil), ("late?()", nil),
    ]
  )
  func endOfAnObjectThatIsThrownAwayIsNamedIfOthersNoticeIt(_ statement: String, work: String?) {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct OnGone: ViewModifier {
        @StateObject private var watcher: Watcher
        init(action: @escaping () -> Void) { _watcher = StateObject(wrappedValue: Watcher(action)) }
        func body(content: Content) -> some View { content }
        final class Watcher: ObservableObject {
          private let action: () -> Void
          private var token: Task<Void, Never>?
          var late: (() -> Void)?
          init(_ action: @escaping () -> Void) { self.action = action }
          deinit { \(statement) }
        }
      }
      """
    )
    #expect(notes.map(\.rule) == (work == nil ? [] : ["state-object"]))
    #expect(notes.allSatisfy { $0.message.contains(work?.replacing("`Watcher`", with: "`OnGone.Watcher`") ?? "-") })
  }

  @Test(
    arguments: [
      ("Task { await bar.load() }", "and `makeBar` starts a task. Do that in `.task`"), ("bar.count = 1", nil),
    ]
  )
  func functionThatMakesTheObjectIsNamedIfItDoesMore(_ statement: String, work: String?) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Bar: ObservableObject {
        @Published var count = 0
        func load() async {}
      }
      func makeBar() -> Bar {
        let bar = Bar()
        \(statement)
        return bar
      }
      struct BarView: View {
        @StateObject private var bar: Bar
        init() { _bar = StateObject(wrappedValue: makeBar()) }
        var body: some View { Text("\\(bar.count)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (work == nil ? [] : ["state-object"]))
    #expect(notes.allSatisfy { $0.message.contains(work ?? "-") })
  }

  @Test(arguments: [("Key(text: \"\")", false), ("load()", true), ("Server().key", true)])
  func functionThatOnlyMakesAValueIsNoWork(_ value: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct Key { var text: String }
      func load() -> Key { server.connect { _ in }; return Key(text: "") }
      final class Server { let key = Key(text: ""); init() { Task { await open() } } }
      func makeKey() -> Key { \(value) }
      final class Account: ObservableObject {
        @Published var key: Key
        init() { key = makeKey() }
      }
      struct AccountView: View {
        @StateObject private var account = Account()
        var body: some View { Text(account.key.text) }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  @Test(
    arguments: [
      ("cancellable = clock.sink { [weak self] _ in self?.count = 0 }", false),
      ("cancellable = clock.ticks.sink { [weak self] _ in self?.count = 0 }", false),
      ("clock.sink { [weak self] _ in self?.count = 0 }.store(in: &bag)", false),
      ("cancellable = clock.sink { _ in self.count = 0 }", true),
      ("cancellable = clock.sink { [weak self] _ in center.post(self?.count); center.flush() }", true),
      ("cancellable = shared.sink { [weak self] _ in self?.count = 0 }", true),
      ("#if os(iOS)\n count = 1\n #endif", false),
    ]
  )
  func subscriptionToAnOwnObjectIsNoWork(_ statement: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      final class Clock: ObservableObject, Publisher {
        typealias Output = Void
        typealias Failure = Never
        let ticks = PassthroughSubject<Void, Never>()
        func receive<S: Subscriber<Void, Never>>(subscriber: S) { ticks.receive(subscriber: subscriber) }
      }
      final class Toast: ObservableObject {
        @Published var count = 0
        private let clock: Clock = .init()
        private let shared = Clocks.shared
        private var cancellable: AnyCancellable?
        private var bag: Set<AnyCancellable> = []
        init() {
          \(statement)
        }
      }
      struct ToastView: View {
        @StateObject private var toast = Toast()
        var body: some View { Text("\\(toast.count)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  @Test(arguments: [("loader", false), ("self.loader", false), ("Loader()", true), ("newLoader", true)])
  func objectThatAllCallersHaveAlreadyIsNotMadeAgain(_ argument: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      \(Self.loader)
      struct LoaderView: View {
        @StateObject var loader: Loader
        var body: some View { Text("\\(loader.rows)") }
      }
      struct Page: View {
        let loader: Loader
        var newLoader: Loader { Loader() }
        var body: some View { LoaderView(loader: \(argument)) }
      }
      #Preview { LoaderView(loader: Loader()) }
      """
    )
    #expect(notes.contains { $0.rule == "state-object" } == isReported)
  }

  @Test(
    arguments: [
      ("UIHostingController(rootView: %)", false), ("PageController(rootView: %)", false), ("Page { % }", true),
      ("UIHostingConfiguration { % }", true), ("Controller(UIHostingController(rootView: Page { % }))", true),
      ("Shell(rootView: %)", true),
    ]
  )
  func viewThatOnlyControllersCreateIsCreatedOnce(_ creation: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      \(Self.loader)
      struct LoaderView: View {
        @StateObject private var loader = Loader()
        var body: some View { Text("\\(loader.rows)") }
      }
      struct Shell: View { let rootView: LoaderView; var body: some View { rootView } }
      #Preview { LoaderView() }
      final class Tabs: UITabBarController {
        func show() { present(\(creation.replacing("%", with: "LoaderView()"))) }
      }
      """
    )
    #expect(notes.contains { $0.rule == "state-object" } == isReported)
  }

  /// The subscription ends with the object that SwiftUI throws away. A link keeps the object, so that its closures run.
  @Test(
    arguments: [
      ("sink { [weak self] _ in self?.load() }", false, false), ("sink { [weak self] _ in self?.load() }", true, true),
      ("sink { [weak self] _ in self?.show() }", true, false), ("sink { _ in self.isShown = true }", false, true),
      ("sink(receiveValue: handle)", false, true),
    ]
  )
  func subscriptionToNotificationsEndsWithTheObject(_ sink: String, _ isInLink: Bool, isReported: Bool) {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      final class Keyboard: ObservableObject {
        @Published var isShown = false
        private var bag: Set<AnyCancellable> = []
        init() {
          NotificationCenter.default.publisher(for: UIResponder.keyboardWillShowNotification)
            .receive(on: DispatchQueue.main)
            .\(sink)
            .store(in: &bag)
        }
        func show() { isShown = true }
        func handle(_ notification: Notification) { isShown = true }
        func load() { URLSession.shared.dataTask(with: page) { _, _, _ in }.resume() }
      }
      struct KeyboardView: View {
        @StateObject var keyboard = Keyboard()
        var body: some View { Text("\\(keyboard.isShown)") }
      }
      struct Page: View {
        var body: some View { \(isInLink ? "NavigationLink(\"\") { KeyboardView() }" : "KeyboardView()") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  /// A publisher may start work for each subscriber, or send a value at once.
  @Test(
    arguments: [
      ("Hub.shared.ticks", nil), ("self.hub.ticks", nil), ("hub.ticks", "subscribes to a publisher"), ("ticks", nil),
      ("Hub.shared.ticks.merge(with: ticks)", nil),
      ("Hub.shared.last", "subscribes to a publisher"), ("Hub.shared.pages", "subscribes to a publisher"),
      ("Hub.shared.ticks.merge(with: Hub.shared.pages)", "subscribes to a publisher"),
      ("Hub.shared.ticks.receive(on: RunLoop.main).merge(with: Hub.shared.$count)", "calls `load`"),
      ("other.ticks", "subscribes to a publisher"), ("Hub.shared.load()", "subscribes to a publisher"),
      ("Hub.shared.ticks.flatMap { hub.load($0) }", "subscribes to a publisher"),
      ("notifications(named: name)", nil), ("pages(named: name)", "subscribes to a publisher"),
      ("Timer.publish(every: 1, on: .main, in: .common).autoconnect()", nil),
      ("Timer.publish(every: 1, on: .main, in: .common).merge(with: Hub.shared.$count)", "calls `load`"),
      ("NSApp.publisher(for: \\.keyWindow)", "calls `load`"),
      ("NSApp.publisher(for: \\.keyWindow).receive(on: RunLoop.main)", nil),
      ("URLSession.shared.dataTaskPublisher(for: page)", "subscribes to a publisher"),
    ]
  )
  func subscriptionCountsByItsPublisher(_ publisher: String, work: String?) {
    let notes = riskyNotes(
      """
      import Combine
      import SwiftUI
      func notifications(named name: Notification.Name) -> NotificationCenter.Publisher {
        return NotificationCenter.default.publisher(for: name)
      }
      func pages(named name: String) -> AnyPublisher<Int, Never> { Pages.load(name) }
      final class Hub: ObservableObject {
        static let shared = Hub()
        @Published var count = 0
        let ticks = PassthroughSubject<Int, Never>()
        let last = CurrentValueSubject<Int, Never>(0)
        var pages: AnyPublisher<Int, Never> { Pages.load("") }
        func load() -> AnyPublisher<Int, Never> { pages }
      }
      final class Page: ObservableObject {
        @Published var rows = 0
        private let hub: Hub
        private var ticks: PassthroughSubject<Int, Never> = .init()
        private var bag: Set<AnyCancellable> = []
        init(hub: Hub, other: Hub) {
          self.hub = hub
          \(publisher).sink { [weak self] _ in self?.load() }.store(in: &bag)
        }
        func load() { URLSession.shared.dataTask(with: page) { _, _, _ in }.resume() }
      }
      struct PageView: View {
        @StateObject private var page: Page
        init(hub: Hub) { _page = StateObject(wrappedValue: Page(hub: hub, other: hub)) }
        var body: some View { Text("\\(page.rows)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (work == nil ? [] : ["state-object"]))
    #expect(notes.allSatisfy { $0.message.contains(work ?? "-") })
  }

  /// An object that is thrown away leaves a table of weak references, but a link keeps the object.
  @Test(
    arguments: [
      ("Hub.shared.add(observer: self)", false, false), ("Hub.shared.add(observer: self)", true, true),
      ("Hub.shared.keep(observer: self)", false, true), ("center.add(observer: self)", false, false),
      ("Hub.shared.add(page: self)", false, true), ("manager.delegate = self", true, true),
    ]
  )
  func weakRegistrationMattersOnlyForAnObjectThatIsKept(_ statement: String, _ isInLink: Bool, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      protocol Center { func add(observer: Page) }
      final class Hub: Center {
        static let shared = Hub()
        private let observers = NSHashTable<AnyObject>(options: .weakMemory)
        private let weakPages = NSHashTable<AnyObject>()
        private var kept: [Page] = []
        func add(observer: Page) { observers.add(observer) }
        func add(page: Page) { weakPages.add(page) }
        func keep(observer: Page) { kept.append(observer) }
      }
      final class Page: ObservableObject {
        @Published var rows = 0
        private let center: any Center = Hub.shared
        private let manager = CLLocationManager()
        init() { \(statement) }
      }
      struct PageView: View {
        @StateObject private var page = Page()
        var body: some View { Text("\\(page.rows)") }
      }
      struct ListView: View {
        var body: some View { \(isInLink ? "NavigationLink(\"\") { PageView() }" : "PageView()") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  /// The app never makes the object, or another one.
  @Test(
    arguments: [
      ("struct Previews: PreviewProvider { static var previews: some View { LoaderView() } }", false),
      ("#Preview { LoaderView() }", false),
      ("#Preview { LoaderView() }; struct Page: View { var body: some View { LoaderView() } }", true),
      ("#Preview { @Previewable @StateObject var loader = Loader(); Text(\"\\(loader.rows)\") }", nil), ("", true),
    ]
  )
  func objectOfAPreviewIsNoMatter(_ use: String, isReported: Bool?) {
    let view = """
      struct LoaderView: View {
        @StateObject private var loader = Loader()
        var body: some View { Text("\\(loader.rows)") }
      }
      """
    let notes = riskyNotes([Self.loader, isReported == nil ? "" : view, use].joined(separator: "\n"))
    #expect(notes.contains { $0.rule == "state-object" } == (isReported ?? false))
  }

  /// Each value calls one initializer, perhaps with further initializers behind it.
  @Test(
    arguments: [
      ("Page(id: 1)", nil), ("Page(name: \"a\")", "calls `load`"), ("Page(id: 1, theme: 2)", "calls `load`"),
      ("Page(copy: 1)", nil), ("Page(renamed: \"a\")", "calls `load`"), ("Page(ids: 1, 2)", nil),
      ("Page { print(1) }", "calls `start`"), ("Page(1, action: { print(1) })", "calls `start`"),
      ("Page(note: Note(text: \"a\"))", nil),
      ("Page(file: \"a\")", "starts a task"),
      (".init(id: 1)", nil), (".init(name: \"a\")", "calls `load`"), ("makePage()", "calls `load`"),
      ("Page(unknown: 1)", "calls `load`"), ("LongPage()", "calls `load`"), ("LongPage(text: \"a\")", nil),
      ("ShortPage(id: 1)", nil), ("ShortPage(name: \"a\")", "calls `load`"),
    ]
  )
  func workOfAnotherInitializerIsNoMatter(_ value: String, work: String?) {
    let type = value.hasPrefix("LongPage") ? "LongPage" : value.hasPrefix("ShortPage") ? "ShortPage" : "Page"
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Note {
        init(text: String) {}
        init(file: String) { Task { await read(file) } }
      }
      class Page: ObservableObject {
        @Published var rows = 0
        init(id: Int) { rows = id }
        init(ids: Int...) { rows = ids.count }
        init(name: String) { load() }
        init(id: Int, count: Int = 1, theme: Int) { load() }
        init(_ number: Int = 0, action: @escaping () -> Void) { server.start() }
        init(note: Note) {}
        init(file: String) { let note = Note(file: file); rows = 1 }
        convenience init(copy: Int) { self.init(id: copy) }
        convenience init(renamed: String) { self.init(name: renamed) }
        func load() { server.load() }
      }
      final class LongPage: Page {
        init() { super.init(name: "long") }
        init(text: String) { super.init(id: text.count) }
      }
      final class ShortPage: Page {}
      struct PageView: View {
        @StateObject private var page: \(type)
        init(makePage: () -> Page) { _page = StateObject(wrappedValue: \(value)) }
        var body: some View { Text("\\(page.rows)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (work == nil ? [] : ["state-object"]))
    #expect(notes.allSatisfy { $0.message.contains(work ?? "-") })
  }

  @Test(arguments: [("Page(id: 1)", false), ("Page(name: \"a\")", true), ("Page.make()", true)])
  func initializerThatCallersCallDecides(_ argument: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Page: ObservableObject {
        @Published var rows = 0
        init(id: Int) { rows = id }
        init(name: String) { server.load() }
      }
      struct PageView: View {
        @StateObject var page: Page
        var body: some View { Text("\\(page.rows)") }
      }
      struct Pages: View {
        var body: some View { VStack { PageView(page: Page(id: 0)); PageView(page: \(argument)) } }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  @Test(
    arguments: [
      ("form.fill()", false), ("form.send()", true), ("if let form = Form.all.first { form.fill() }", true),
    ]
  )
  func methodOfAnObjectThatTheInitializerMakesCountsByWhatItDoes(_ statement: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Form: ObservableObject {
        static let all = [Form()]
        @Published var name = ""
        func fill() { name = "a" }
        func send() { URLSession.shared.dataTask(with: page) { _, _, _ in }.resume() }
      }
      final class Page: ObservableObject {
        @Published var form: Form
        init(isNew: Bool) {
          let form = Form()
          if isNew {
            print("new")
            \(statement)
          }
          self.form = form
        }
      }
      struct PageView: View {
        @StateObject private var page = Page(isNew: true)
        var body: some View { Text(page.form.name) }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  /// The delegate of an own object matters less than a registration with a shared one.
  @Test(
    arguments: [
      ("recorder.delegate = self; Center.shared.register(self)", "gives itself to `Center.shared.register`"),
      ("recorder.delegate = self; center.addObserver(.init(delegate: self))", "calls `addObserver`"),
      ("recorder.delegate = self; center.start()", "assigns itself to `recorder.delegate`"),
      ("Center.shared.start(); Center.shared.register(self)", "calls `start`"),
    ]
  )
  func registrationIsNamedRatherThanDelegation(_ statements: String, work: String) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Page: ObservableObject {
        @Published var rows = 0
        private var recorder = Recorder.make()
        init(center: Center) { \(statements) }
      }
      struct PageView: View {
        @StateObject private var page = Page(center: .shared)
        var body: some View { Text("\\(page.rows)") }
      }
      """
    )
    #expect(notes.map(\.rule) == ["state-object"])
    #expect(notes.allSatisfy { $0.message.contains("`Page` \(work) in its initializer") })
  }

  /// A parameter is constant, so that a method called on it changes an object.
  @Test(
    arguments: [
      ("box: Box", "box.update { $0 = 1 }", true), ("box: Box", "box.removeAll()", true),
      ("into box: Box", "box.removeAll()", true), ("box: inout Box", "box.removeAll()", false),
      ("box: Box", "var box = box; box.removeAll()", false), ("box: Box", "count = box.remove(1)", false),
      ("other: Box", "box.removeAll()", false), ("box: consuming Box", "box.removeAll()", false),
      ("box: Box?", "if var box { box.removeAll() }", false),
      ("box: [Box]", "for var box in box { box.removeAll() }", false),
    ]
  )
  func changeOfAParameterIsWork(_ parameter: String, _ statements: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Steps: ObservableObject {
        @Published var count = 0
        private var box = Box()
        init(\(parameter)) { \(statements) }
      }
      struct StepsView: View {
        @StateObject private var steps: Steps
        init(box: Box) { _steps = StateObject(wrappedValue: makeSteps(box) ?? Steps(box: box)) }
        var body: some View { Text("\\(steps.count)") }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }

  private static let draftView = """
    import SwiftUI
    final class Draft: ObservableObject {
      @Published var count = 0
      @Published var name: String
      init(name: String = "") { self.name = name }
      func save() { count += 1 }
    }
    struct DraftView: View {
      @StateObject private var draft: Draft
      init(name: String) { _draft = StateObject(wrappedValue: Draft(name: name)) }
      init() { _draft = StateObject(wrappedValue: Draft()) }
      var body: some View { TextField("\\(draft.count)", text: $draft.name).onSubmit { draft.save() } }
    }
    """

  /// A link makes its destination once, and now the object with it.
  @Test(
    arguments: [
      ("NavigationLink { DraftView(name: name) } label: { Text(name) }", true),
      ("NavigationLink(name) { DraftView(name: name).navigationTitle(name) }", true),
      ("NavigationLink(destination: DraftView(name: name)) { Text(name) }", true),
      ("NavigationLink(destination: { DraftView(name: name) }, label: { Text(name) })", true),
      ("NavigationLink { if name.isEmpty { VStack { DraftView(name: name) } } } label: { Text(name) }", true),
      ("NavigationLink { Text(name) } label: { DraftView(name: name) }", false),
      ("NavigationLink(destination: Text(name)) { DraftView(name: name) }", false),
      ("NavigationLink(value: name) { DraftView(name: name) }", false),
      ("NavigationLink { LazyView { DraftView(name: name) } } label: { Text(name) }", false),
      ("NavigationLink { LazyView(DraftView(name: name)) } label: { Text(name) }", false),
      ("NavigationLink { Text(name).sheet(item: $item) { _ in DraftView() } } label: { Text(name) }", false),
      ("Text(name).navigationDestination(for: Int.self) { _ in DraftView() }", false),
    ]
  )
  func objectInTheDestinationOfALinkIsKept(_ row: String, isReported: Bool) {
    let list = """
      struct ListView: View {
        let names: [String]
        var body: some View { List(names, id: \\.self) { name in \(row) } }
      }
      """
    #expect(riskyNotes(Self.draftView + "\n" + list).map(\.rule) == (isReported ? ["state-object"] : []))
  }

  @Test func linksToOneViewAreCounted() {
    let list = """
      struct ListView: View {
        var body: some View {
          NavigationLink("New") { DraftView() }
          NavigationLink("Old") { DraftView(name: "a") }
        }
      }
      #Preview { NavigationLink("Old") { DraftView() } }
      """
    #expect(
      riskyNotes(Self.draftView + "\n" + list).map(\.message) == [
        """
        `draft` is now `@State`. 2 `NavigationLink`s create the view, with the object, when the bodies around them run, not at \
        each push: the next push may show the same object, with `name` as the user left it. Use `NavigationLink(value:)` with \
        `.navigationDestination`, or create the object in `.task`. Also at 1 other place.
        """
      ]
    )
  }

  /// Whether the link makes the object, and whether anything can be left in it.
  @Test(
    arguments: [
      ("@StateObject private var page = Page()", "PageView()", true),
      ("@StateObject var page: Page", "PageView(page: Page())", true),
      ("@StateObject var page: Page", "PageView(page: page); PageView(page: Page())", true),
      ("@StateObject var page: Page", "PageView(page: page)", false),
      (
        "@StateObject var page: Page; init(page: Page) { _page = StateObject(wrappedValue: page) }",
        "PageView(page: page)", false
      ),
      ("@StateObject private var page = Page.shared", "PageView()", false),
      ("@StateObject private var page = Fixed()", "PageView()", false),
    ]
  )
  func objectMadeByTheLinkIsKept(_ property: String, _ destination: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Page: ObservableObject {
        static let shared = Page()
        @Published var title = ""
        @Published var isOpen = false
        func load() { title = "a" }
      }
      final class Fixed: ObservableObject {
        @Published var title = ""
        @Published var isOpen = false
        func load() { title = "a" }
      }
      struct PageView: View {
        \(property)
        var body: some View {
          \(property.contains("Fixed") ? "Text(page.title)" : "TextField(page.title, text: $page.title)")
            .fileImporter(isPresented: $page.isOpen, allowedContentTypes: []) { _ in }.onAppear { page.load() }
        }
      }
      struct ListView: View {
        let page: Page
        var body: some View { NavigationLink("Page") { \(destination) } }
      }
      """
    )
    #expect(notes.map(\.rule) == (isReported ? ["state-object"] : []))
  }
}
