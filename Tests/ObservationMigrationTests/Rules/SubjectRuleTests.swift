import ObservationMigration
import Testing

@Suite struct SubjectRuleTests {
  private static let subjects = MigrationOptions(subjects: true)

  @Test func staticMemberOfTheSameNameIsNoPublishedProperty() async throws {
    try await Scenario(
      """
      import Combine
      class Status: ObservableObject {
        static func status(for pane: Int) -> Status { Status() }
        static var size = ""
        @Published var status = 1
        @Published var size = 2
      }
      final class Special: Status {
        static let none = 0
        static func status(named name: String) -> Special { Special() }
      }
      final class User {
        var bag: Set<AnyCancellable> = []
        func run(_ special: Special) {
          Status.status(for: 1).$status.sink { print($0) }.store(in: &bag)
          special.$status.sink { print($0) }.store(in: &bag)
          special.$size.sink { print($0) }.store(in: &bag)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      class Status {
        static func status(for pane: Int) -> Status { Status() }
        static var size = ""
        var status = 1 {
          willSet { statusSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var statusSubject = CurrentValueSubject<Int, Never>(_status)
        var size = 2 {
          willSet { sizeSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var sizeSubject = CurrentValueSubject<Int, Never>(_size)
      }
      @Observable
      final class Special: Status {
        static let none = 0
        static func status(named name: String) -> Special { Special() }
      }
      final class User {
        var bag: Set<AnyCancellable> = []
        func run(_ special: Special) {
          Status.status(for: 1).statusSubject.sink { print($0) }.store(in: &bag)
          special.statusSubject.sink { print($0) }.store(in: &bag)
          special.sizeSubject.sink { print($0) }.store(in: &bag)
        }
      }
      """,
      findings: [
        "2:7 changed observable", "5:3 changed published", "5:18 changed subject", "6:3 changed published",
        "6:18 changed subject", "8:13 changed observable", "15:27 changed subject", "16:13 changed subject",
        "17:13 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func publisherThatAClosureReturnsOfAnObjectThatAnotherSendsIsFedByASubject() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      @MainActor final class Editor: ObservableObject {
        @Published var tabs: [Int] = []
      }
      @MainActor final class Manager: ObservableObject {
        @Published var active: Editor
        init(_ editor: Editor) { active = editor }
      }
      @MainActor final class Listener {
        var bag: Set<AnyCancellable> = []
        func listen(_ manager: Manager?) {
          manager?.$active
            .receive(on: DispatchQueue.main)
            .flatMap({ editor in
              editor.$tabs
            })
            .sink { print($0) }
            .store(in: &bag)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Foundation
      import Observation
      @Observable
      @MainActor final class Editor {
        var tabs: [Int] = [] {
          willSet { tabsSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var tabsSubject = CurrentValueSubject<[Int], Never>(_tabs)
      }
      @Observable
      @MainActor final class Manager {
        var active: Editor {
          willSet { activeSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var activeSubject = CurrentValueSubject<Editor, Never>(_active)
        init(_ editor: Editor) { active = editor }
      }
      @MainActor final class Listener {
        var bag: Set<AnyCancellable> = []
        func listen(_ manager: Manager?) {
          manager?.activeSubject
            .receive(on: DispatchQueue.main)
            .flatMap({ editor in
              editor.tabsSubject
            })
            .sink { print($0) }
            .store(in: &bag)
        }
      }
      """,
      findings: [
        "3:24 changed observable", "4:3 changed published", "4:18 changed subject", "6:24 changed observable",
        "7:3 changed published", "7:18 changed subject", "13:14 changed subject", "16:16 changed subject",
      ],
      options: MigrationOptions(subjects: true)
    )
  }

  @Test func pipelineThatStaysIsFedByTheProperties() async throws {
    let results = try await Scenario(
      """
      import Combine
      final class Form: ObservableObject {
        @Published var name = ""
        @Published var age: Int?
        @Published private(set) var isValid = false
        private var cancellables = Set<AnyCancellable>()
        var names: AnyPublisher<String, Never> { $name.eraseToAnyPublisher() }
        init() {
          $name.combineLatest(self.$age)
            .map { !$0.isEmpty && $1 != nil }
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &cancellables)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Form {
        var name = "" {
          willSet { nameSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var nameSubject = CurrentValueSubject<String, Never>(_name)
        var age: Int? {
          willSet { ageSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var ageSubject = CurrentValueSubject<Int?, Never>(_age)
        private(set) var isValid = false
        @ObservationIgnored private var cancellables = Set<AnyCancellable>()
        var names: AnyPublisher<String, Never> { nameSubject.eraseToAnyPublisher() }
        init() {
          nameSubject.combineLatest(self.ageSubject)
            .map { !$0.isEmpty && $1 != nil }
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &cancellables)
        }
      }
      """,
      findings: [
        "2:13 changed observable", "3:3 changed published", "3:18 changed subject", "4:3 changed published",
        "4:18 changed subject", "5:3 changed published", "6:15 changed ignored-storage", "7:44 changed subject",
        "9:5 changed subject", "9:30 changed subject",
      ],
      options: Self.subjects,
      language: "6"
    )
    #expect(results[0].findings.filter { $0.isRisky && $0.rule == "subject" } == [])
  }

  // An observation would deliver the two values as one, and `print` shows that.
  @Test func subscriptionWhoseTimingShowsStays() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Form: ObservableObject {
        @Published var name = ""
        private var cancellables = Set<AnyCancellable>()
        init() { $name.sink { print($0) }.store(in: &cancellables) }
        func fill() { name = "A"; name = "B" }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      @MainActor final class Form {
        var name = "" {
          willSet { nameSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var nameSubject = CurrentValueSubject<String, Never>(_name)
        @ObservationIgnored private var cancellables = Set<AnyCancellable>()
        init() { nameSubject.sink { print($0) }.store(in: &cancellables) }
        func fill() { name = "A"; name = "B" }
      }
      """,
      options: MigrationOptions(pipelines: true, subjects: true)
    )
  }

  @Test func pipelinesThatAreUnderstoodAreRewrittenAndTheOthersFed() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Form: ObservableObject {
        @Published var name = ""
        @Published private(set) var length = 0
        private var cancellables = Set<AnyCancellable>()
        init() {
          $name.dropFirst().sink { [weak self] in self?.length = $0.count }.store(in: &cancellables)
          $name.prefix(1).sink { [weak self] in self?.length = $0.count }.store(in: &cancellables)
        }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Form {
        var name = "" {
          willSet { nameSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var nameSubject = CurrentValueSubject<String, Never>(_name)
        private(set) var length = 0
        private let observations = ObservationScope()
        @ObservationIgnored private var cancellables = Set<AnyCancellable>()
        init() {
          observations.observe(self, \\.name) { [weak self] in self?.length = $0.new.count }
          nameSubject.prefix(1).sink { [weak self] in self?.length = $0.count }.store(in: &cancellables)
        }
      }
      """,
      options: MigrationOptions(pipelines: true, subjects: true)
    )
  }

  @Test func pipelineThatReadsThePropertyStillFindsTheOldValue() async throws {
    let results = try await Scenario(
      """
      import Combine
      final class Player: ObservableObject {
        @Published var position = 0
        @Published var volume = 0 {
          willSet(new) { print(new) }
        }
        @Published var title = ""
        private var bag = Set<AnyCancellable>()
        init() {
          $position.sink { [weak self] new in print(new - (self?.position ?? 0)) }.store(in: &bag)
          $title.sink { title in print(title) }.store(in: &bag)
        }
      }
      func watch(_ player: Player, _ other: Player) -> AnyCancellable {
        player.$volume.filter { $0 > player.volume }.sink { print($0, other.title) }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Player {
        var position = 0 {
          willSet { positionSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var positionSubject = CurrentValueSubject<Int, Never>(_position)
        var volume = 0 {
          willSet(new) { print(new); volumeSubject.send(new) }
        }
        @ObservationIgnored fileprivate lazy var volumeSubject = CurrentValueSubject<Int, Never>(_volume)
        var title = "" {
          willSet { titleSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var titleSubject = CurrentValueSubject<String, Never>(_title)
        @ObservationIgnored private var bag = Set<AnyCancellable>()
        init() {
          positionSubject.sink { [weak self] new in print(new - (self?.position ?? 0)) }.store(in: &bag)
          titleSubject.sink { title in print(title) }.store(in: &bag)
        }
      }
      func watch(_ player: Player, _ other: Player) -> AnyCancellable {
        player.volumeSubject.filter { $0 > player.volume }.sink { print($0, other.title) }
      }
      """,
      findings: [
        "2:13 changed observable", "3:3 changed published", "3:18 changed subject", "4:3 changed published",
        "4:18 changed subject", "7:3 changed published", "7:18 changed subject", "8:15 changed ignored-storage",
        "10:5 changed subject", "11:5 changed subject", "15:10 changed subject",
      ],
      options: Self.subjects
    )
    #expect(results[0].findings.filter { $0.isRisky && $0.rule == "subject" } == [])
  }

  // As a wrapper does: it sends once `willSet` has run, and before `didSet` runs.
  @Test func observersRunInTheOrderThatTheyDidWithThePublisher() async throws {
    try await Scenario(
      """
      import Combine
      final class Meter: ObservableObject {
        @Published var low = 0 {
          willSet {
            print(newValue)
          }
          didSet {
            print(oldValue)
          }
        }
        @Published var high = 0 {
          willSet {
            if newValue == 0 { return }
            print(newValue)
          }
        }
        @Published var middle = 0 {
          willSet { if newValue == 0 { return }; print(newValue) }
        }
        var changes: [AnyPublisher<Int, Never>] {
          [
            $low.map { [weak self] in $0 - (self?.low ?? 0) }.eraseToAnyPublisher(),
            $high.map { [weak self] in $0 - (self?.high ?? 0) }.eraseToAnyPublisher(),
            $middle.map { [weak self] in $0 - (self?.middle ?? 0) }.eraseToAnyPublisher(),
          ]
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Meter {
        var low = 0 {
          willSet {
            print(newValue)
            lowSubject.send(newValue)
          }
          didSet {
            print(oldValue)
          }
        }
        @ObservationIgnored private lazy var lowSubject = CurrentValueSubject<Int, Never>(_low)
        var high = 0 {
          willSet {
            defer { highSubject.send(newValue) }
            if newValue == 0 { return }
            print(newValue)
          }
        }
        @ObservationIgnored private lazy var highSubject = CurrentValueSubject<Int, Never>(_high)
        var middle = 0 {
          willSet { defer { middleSubject.send(newValue) }; if newValue == 0 { return }; print(newValue) }
        }
        @ObservationIgnored private lazy var middleSubject = CurrentValueSubject<Int, Never>(_middle)
        var changes: [AnyPublisher<Int, Never>] {
          [
            lowSubject.map { [weak self] in $0 - (self?.low ?? 0) }.eraseToAnyPublisher(),
            highSubject.map { [weak self] in $0 - (self?.high ?? 0) }.eraseToAnyPublisher(),
            middleSubject.map { [weak self] in $0 - (self?.middle ?? 0) }.eraseToAnyPublisher(),
          ]
        }
      }
      """,
      findings: [
        "2:13 changed observable", "3:3 changed published", "3:18 changed subject", "11:3 changed published",
        "11:18 changed subject", "17:3 changed published", "17:18 changed subject", "22:7 changed subject",
        "23:7 changed subject", "24:7 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func whereOnlyOnePropertyHasTheNameTheObjectIsKnown() async throws {
    try await Scenario(
      """
      import Combine
      final class Row: ObservableObject { @Published var isOpen = false }
      final class A: ObservableObject { @Published var name = "" }
      final class B: ObservableObject { @Published var name = "" }
      func f(_ rows: [(Row, A)]) -> [AnyPublisher<Bool, Never>] { rows.map { $0.0.$isOpen.dropFirst() } }
      func g(_ rows: [(Row, A)]) -> [AnyPublisher<String, Never>] { rows.map { $0.1.1️⃣$name.dropFirst() } }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Row { var isOpen = false { willSet { isOpenSubject.send(newValue) } }; @ObservationIgnored fileprivate lazy var isOpenSubject = CurrentValueSubject<Bool, Never>(_isOpen) }
      final class A: ObservableObject { @Published var name = "" }
      final class B: ObservableObject { @Published var name = "" }
      func f(_ rows: [(Row, A)]) -> [AnyPublisher<Bool, Never>] { rows.map { $0.0.isOpenSubject.dropFirst() } }
      func g(_ rows: [(Row, A)]) -> [AnyPublisher<String, Never>] { rows.map { $0.1.$name.dropFirst() } }
      """,
      findings: [
        "2:13 changed observable", "2:37 changed published", "2:52 changed subject",
        "3:13 needs a decision inheritance", "4:13 needs a decision inheritance", "5:77 changed subject",
        "1️⃣ needs a decision publisher",
      ],
      options: Self.subjects
    )
  }

  @Test func viewReceivesWhatOnChangeCanNotObserve() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      import SwiftUI
      final class Search: ObservableObject { 
        @Published var query = ""
        @Published var limit = 1
        func run() {}
      }
      struct SearchView: View {
        @StateObject private var search = Search()
        var body: some View {
          Text(search.query)
            .onReceive(search.$query.debounce(for: 0.3, scheduler: RunLoop.main)) { _ in search.run() }
            .onReceive(search.$limit.dropFirst()) { _ in search.run() }
        }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Foundation
      import SwiftUI
      @Observable
      final class Search { 
        var query = "" {
          willSet { querySubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var querySubject = CurrentValueSubject<String, Never>(_query)
        var limit = 1
        func run() {}
      }
      struct SearchView: View {
        @State private var search = Search()
        var body: some View {
          Text(search.query)
            .onReceive(search.querySubject.debounce(for: 0.3, scheduler: RunLoop.main)) { _ in search.run() }
            .onChange(of: search.limit) { _, _ in search.run() }
        }
      }
      """,
      options: Self.subjects
    )
  }

  @Test func publisherWhoseTypeIsWrittenIsErased() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        @Published var flag = false
        @Published var name = ""
        var flags: Published<Bool>.Publisher { $flag }
      }
      protocol Followed {
        var flags: Published<Bool>.Publisher { get }
      }
      extension Model: Followed {}
      func follow(_ flags: Published<Bool>.Publisher?) {}
      func use(_ model: Model) {
        follow(model.$flag)
        _ = Publishers.Merge(model.$name, model.$name)
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var flag = false {
          willSet { flagSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var flagSubject = CurrentValueSubject<Bool, Never>(_flag)
        var name = "" {
          willSet { nameSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var nameSubject = CurrentValueSubject<String, Never>(_name)
        var flags: AnyPublisher<Bool, Never> { flagSubject.eraseToAnyPublisher() }
      }
      protocol Followed {
        var flags: AnyPublisher<Bool, Never> { get }
      }
      extension Model: Followed {}
      func follow(_ flags: AnyPublisher<Bool, Never>?) {}
      func use(_ model: Model) {
        follow(model.flagSubject.eraseToAnyPublisher())
        _ = Publishers.Merge(model.nameSubject, model.nameSubject)
      }
      """,
      options: Self.subjects
    )
  }

  @Test(
    arguments: [
      "func follow<Root>(_ path: KeyPath<Root, Published<Bool>.Publisher>) {}",
      "func follow(_ flags: inout Published<Bool>.Publisher) {}",
      "func follow(_ flags: Any) -> Bool { flags is Published<Bool>.Publisher }",
      "extension Published.Publisher { var first: Int { 1 } }",
    ]
  )
  func publisherThatMayNeedItsVeryTypeNeedsADecision(_ declaration: String) async throws {
    let source = """
      import Combine
      final class Model: ObservableObject {
        @Published var flag = false
      }
      \(declaration)
      func take(_ flags: some Publisher) {}
      func use(_ model: Model) {
        take(model.$flag)
      }
      """
    let result = Migration(options: Self.subjects).recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.migrated == source)
    #expect(result.findings[0].message.contains("`Published<…>.Publisher`"))
  }

  @Test func classesWhosePublishersAreTakenConvertTogether() {
    let source = """
      import Combine
      final class One: ObservableObject {
        @Published var flag = false
        let objectWillChange = PassthroughSubject<Int, Never>()
      }
      final class Two: ObservableObject {
        @Published var flag = false
      }
      final class Taker: ObservableObject {
        @Published var count = 0
        init(_ flags: Published<Bool>.Publisher) {}
      }
      func use(_ one: One, _ two: Two) {
        _ = Taker(one.$flag)
        _ = Taker(two.$flag)
      }
      """
    let result = Migration(options: Self.subjects).recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.migrated.contains("Taker(one.$flag)") && result.migrated.contains("Taker(two.$flag)"))
    #expect(result.migrated.contains("init(_ flags: Published<Bool>.Publisher)"))
    #expect(result.classes.filter(\.isConverted).map(\.name) == ["Taker"])
  }

  @Test func findingsSayWhatTheOptionWouldDo() async throws {
    let results = try await Scenario(
      """
      import Combine
      final class Form: ObservableObject {
        @Published var name = ""
        private var bag = Set<AnyCancellable>()
        var names: AnyPublisher<String, Never> { 1️⃣$name.dropFirst() }
        init() {
          2️⃣$name.prefix(1).sink { _ in }.store(in: &bag)
        }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision publisher", "2️⃣ needs a decision pipeline"])
    #expect(results[0].findings.allSatisfy { $0.message.contains("`--subjects`") })
  }
}
