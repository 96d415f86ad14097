import ObservationMigration
import Testing

@Suite struct IgnoredStorageRuleTests {
  /// What is called later elsewhere may be called at once here.
  @Test func whatAClosureReadsThatMayRunLaterStaysTracked() throws {
    let text = """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var count = 0
        private var stored: [Int] = []
        var items: [Int] { lock.perform { stored } }
        func add() { stored.append(count) }
        let lock: Lock
        init(lock: Lock) { self.lock = lock }
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.items) \\(model.count)") }
      }
      """
    let result = try #require(Migration().recorded([SourceFile(path: "Model.swift", text: text)]).first)
    #expect(result.migrated.contains("\n  private var stored: [Int] = []"))
  }

  @Test func storedVariablesThatWereNotPublishedAreIgnored() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation

      @propertyWrapper struct Clamped { var wrappedValue: Int }

      class 0️⃣Model: ObservableObject {
        1️⃣@Published
        // Why.
        private(set) var a = 1
        2️⃣@Published var b: Int { didSet { c += 1 } }
        private var 3️⃣c = 1
        weak var 4️⃣delegate: Model?
        unowned(unsafe) let owner: AnyObject
        static var shared = 1
        class var kind: Int { 1 }
        var sum: Int { a + c }
        var computed: Int { get { a } set { a = newValue } }
        private lazy var 5️⃣text: String = "\\(a)"
        6️⃣@Clamped var limit = 3
        var 7️⃣first = 1, 8️⃣second: Int = 2
        var (x, y) = (1, 2)
        let constant = 3
        init(b: Int, owner: AnyObject) {
          self.b = b
          self.owner = owner
        }
      }
      """
    ).expect(
      """
      import Foundation
      import Observation

      @propertyWrapper struct Clamped { var wrappedValue: Int }

      @Observable
      class Model {
        // Why.
        private(set) var a = 1
        var b: Int { didSet { c += 1 } }
        private var c = 1
        @ObservationIgnored weak var delegate: Model?
        unowned(unsafe) let owner: AnyObject
        static var shared = 1
        class var kind: Int { 1 }
        var sum: Int { a + c }
        var computed: Int { get { a } set { a = newValue } }
        @ObservationIgnored private lazy var text: String = "\\(a)"
        @ObservationIgnored @Clamped var limit = 3
        @ObservationIgnored var first = 1
        @ObservationIgnored var second: Int = 2
        var (x, y) = (1, 2)
        let constant = 3
        init(b: Int, owner: AnyObject) {
          self.b = b
          self.owner = owner
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed published", "3️⃣ changed ignored-storage",
        "4️⃣ changed ignored-storage", "5️⃣ changed lazy", "6️⃣ changed wrapped-property", "7️⃣ changed ignored-storage",
        "8️⃣ changed ignored-storage",
      ]
    )
  }

  @Test func variablesThatCanNotBeSplitNeedADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Model: ObservableObject {
        var 1️⃣a, b: Int
        @Published var c = 3
        init() { (a, b) = (1, 2) }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision ignored-storage"])
  }

  @Test func whatAMacroTracksAlreadyStaysTracked() async throws {
    try await Scenario(
      """
      import Combine
      import Observation
      @Observable
      final class 1️⃣Thread: ObservableObject {
        var comments: [String] = []
        @ObservationIgnored var drafts = 0
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Thread {
        var comments: [String] = []
        @ObservationIgnored var drafts = 0
      }
      """,
      findings: ["1️⃣ changed observable"]
    )
  }

  /// The names of those among the variables that stay tracked.
  /// Else it would be found to be so when another class that calls it has converted.
  @Test func codeThatOnlyOtherClassesCallShowsNothing() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Shelf: ObservableObject {
        2️⃣@Published var count = 0
        let folder = Folder(path: "/")
        var title: String {
          folder.refresh()
          return "\\(count)"
        }
      }
      final class 3️⃣Folder: ObservableObject {
        4️⃣@Published var name = ""
        private var 5️⃣path: String
        private var 6️⃣file: String
        init(path: String) {
          self.path = path
          file = self.path + "file"
        }
        func refresh() { name = path + file }
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Shelf {
        var count = 0
        let folder = Folder(path: "/")
        var title: String {
          folder.refresh()
          return "\\(count)"
        }
      }
      @Observable
      final class Folder {
        var name = ""
        @ObservationIgnored private var path: String
        @ObservationIgnored private var file: String
        init(path: String) {
          self.path = path
          file = self.path + "file"
        }
        func refresh() { name = path + file }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed published",
        "5️⃣ changed ignored-storage", "6️⃣ changed ignored-storage",
      ]
    )
  }

  private func tracked(_ files: [(path: String, text: String)]) -> Set<String> {
    let results = Migration().recorded(files.map { SourceFile(path: $0.path, text: $0.text) })
    #expect(results.flatMap(\.findings).allSatisfy { $0.state == .changed && !$0.isRisky })
    let names = results.map(\.migrated).joined().matches(
      of: /\n +(@ObservationIgnored )?(?:(?:private|public|weak)(?:\(set\))? )*var (\w+)[: ][^{\n]*(?=\n)/
    )
    return Set(names.filter { $0.1 == nil }.map { String($0.2) })
  }

  @Test func whatViewsReadIsTracked() {
    let model = """
      import SwiftUI
      class Document: ObservableObject {
        @Published var title = ""
      }
      final class TextDocument: Document {
        var isDeleted = false
        var encoding = "utf-8"
        private(set) var words: [String]?
        var style = 1
        var format = 2
        var unused = 3
        weak var parent: Document?
        private var cache = 4
      }

      """
    let views = """
      import SwiftUI
      struct Label: View {
        @ObservedObject var document: Document
        var deleted: Bool { (document as? TextDocument)?.isDeleted ?? false }
        var body: some View {
          Text(deleted ? "(deleted)" : document.title)
          if let text = document as? TextDocument {
            if let words = text.words { Text("\\(words.count)") }
            Text("\\(text[keyPath: \\.style])" + describe(text) + (text.isRoot ? "" : "/"))
          }
        }
      }

      """
    // It has nothing to do with views, as far as its words go.
    let functions = """
      extension TextDocument { var isRoot: Bool { parent == nil } }
      func describe(_ document: TextDocument) -> String { "\\(document.format)" }

      """
    let names = tracked([("Model.swift", model), ("Views.swift", views), ("Functions.swift", functions)])
    #expect(names == ["title", "isDeleted", "words", "style", "format", "parent", "document"])
  }

  @Test func whatMembersThatViewsCallReturnIsTracked() {
    let names = tracked([
      (
        "Model.swift",
        """
        import SwiftUI
        final class Drawing { func stroke(_ width: Int) {} }
        final class Store: ObservableObject {
          @Published var count = 0
          private var factor = 1
          private var offset = 2
          private var page = 3
          private var log: [String] = []
          private var width = 4
          private var requests = 5
          private var prefix = "a"
          private var current: Int?
          private var makeTitle: () -> String = { "" }
          var product: Int { scaled(count) }
          private func scaled(_ value: Int) -> Int { prepare(); return value * factor }
          private func prepare() { offset += 1; if offset > 3 { count = 0 } }
          func load() { page += 1; if page > 3 { log.append("end") } }
          func fetch() async -> Int { requests += 1; return requests }
          func draw(in drawing: Drawing) { drawing.stroke(width) }
          func start(_ number: Int) {
            makeTitle = { [weak self] in self?.prefix ?? "" }
            if number == current { return }
          }
        }
        """
      )
    ])
    #expect(names == ["count", "factor", "offset", "width", "prefix"])
  }

  @Test func publicVariablesOfPublicClassesAreTracked() {
    let names = tracked([
      (
        "Style.swift",
        """
        import SwiftUI
        public final class Style: ObservableObject {
          public var inset = 6
          public private(set) var radius = 2
          var margin = 1
          @Published public var isShown = false
        }
        """
      )
    ])
    #expect(names == ["inset", "radius", "isShown"])
  }

  @Test func whatDeinitReadsOfAnIsolatedClassStaysUntrackedAndIsNamed() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      final class Work { func stop() {} }
      @MainActor
      final class 1️⃣Player: ObservableObject {
        var 2️⃣work: Work?
        3️⃣@Published var title = ""
        var isPlaying: Bool { work != nil }
        func play() { work = Work() }
        deinit { work?.stop() }
      }
      """
    ).expect(
      """
      import SwiftUI
      final class Work { func stop() {} }
      @Observable
      @MainActor
      final class Player {
        @ObservationIgnored var work: Work?
        var title = ""
        var isPlaying: Bool { work != nil }
        func play() { work = Work() }
        deinit { work?.stop() }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed ignored-storage", "3️⃣ changed published"]
    )
    #expect(results[0].findings.map(\.isRisky).contains(true))
  }

  @Test func whatDeinitReadsAndNothingChangesLaterNeedsNoReview() {
    let text = """
      import SwiftUI
      final class Work { func stop() {} }
      @MainActor
      final class Player: ObservableObject {
        private var work: Work?
        @Published var title = ""
        init() { work = Work() }
        var isPlaying: Bool { work != nil }
        deinit { work?.stop() }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Player.swift", text: text)])[0]
    #expect(result.migrated.contains("@ObservationIgnored private var work: Work?"))
    #expect(result.findings.allSatisfy { !$0.isRisky })
  }

  @Test func variablesThatAreUnsafeToIsolateStayUntracked() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      @MainActor final class 1️⃣Model: ObservableObject {
        2️⃣@Published var title = ""
        nonisolated(unsafe) var 3️⃣value = 1
        nonisolated(unsafe) private var 4️⃣hidden = 1
        func count() { value += 1 }
      }
      struct ModelView: View {
        5️⃣@ObservedObject var model: Model
        var body: some View { Text("\\(model.title) \\(model.value)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      @MainActor final class Model {
        var title = ""
        @ObservationIgnored nonisolated(unsafe) var value = 1
        @ObservationIgnored nonisolated(unsafe) private var hidden = 1
        func count() { value += 1 }
      }
      struct ModelView: View {
        var model: Model
        var body: some View { Text("\\(model.title) \\(model.value)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed ignored-storage", "4️⃣ changed ignored-storage",
        "5️⃣ changed observed-object",
      ],
      language: "6"
    )
    #expect(results.flatMap(\.findings).filter(\.isRisky).map(\.line) == [4])
  }

  @Test(arguments: [("", true), ("func mute() { _ = level(of: \"bass\", set: 0) }", false)])
  func functionThatActionsCallMayReplaceWhatViewsShow(_ member: String, isIgnored: Bool) {
    let text = """
      import SwiftUI
      final class Mixer: ObservableObject {
        private var levels: [String: Int] = [:]
        @Published var title = ""
        func level(of band: String, set new: Int? = nil) -> Int {
          levels[band] = new ?? levels[band] ?? 5
          return levels[band] ?? 5
        }
        \(member)
      }
      struct MixerView: View {
        @ObservedObject var mixer: Mixer
        var body: some View { Text("\\(mixer.title) \\(mixer.level(of: "bass"))") }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "Mixer.swift", text: text)])[0].migrated
    #expect(migrated.contains("@ObservationIgnored private var levels") == isIgnored)
  }

  @Test(
    arguments: [
      ("", true), ("func count() -> Int { players.count }", false), ("func reload() { players = [:] }", false),
      ("func clear() { players.removeAll() }", false),
      ("func start() { _ = player(for: \"a\") }", true),
    ]
  )
  func cacheThatShownCodeFillsStaysUntracked(_ member: String, isIgnored: Bool) {
    let text = """
      import SwiftUI
      final class Player { var url = "" }
      final class Coordinator: ObservableObject {
        private var players: [String: Player] = [:]
        @Published var title = ""
        func player(for url: String) -> Player {
          if let player = players[url] { return player }
          let player = Player()
          players[url] = player
          return player
        }
        \(member)
      }
      struct PlayerView: View {
        @ObservedObject var coordinator: Coordinator
        var body: some View { Text("\\(coordinator.title) \\(coordinator.player(for: "a").url) \\(coordinator.count())") }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "Player.swift", text: text)])[0].migrated
    #expect(migrated.contains("@ObservationIgnored private var players") == isIgnored)
  }
}
