import ObservationMigration
import Testing

@Suite struct PublishedRuleTests {
  @Test func classWithoutConformanceIsLeft() async throws {
    try await Scenario(
      """
      import Combine

      protocol ObservableObjectLike {}
      final class Plain: ObservableObjectLike {
        var objects: [AnyObject] = []
        lazy var other = Plain()
      }
      // A comment about ObservableObject and @Published.
      let text = "class A: ObservableObject { @Published var x = 1 }"
      """
    ).expect(nil, findings: [])
  }

  @Test func propertyWhoseStorageNameIsTakenNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Model: ObservableObject {
        var 1️⃣a = 1 {
          2️⃣willSet { objectWillChange.send() }
        }
        let _a = 2
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision published"])
  }

  @Test func propertiesThatTheMacroCanNotTrackNeedADecision() async throws {
    try await Scenario(
      """
      import Combine

      final class A: ObservableObject {
        1️⃣@Published var `default` = 1
      }
      open class B: ObservableObject {
        2️⃣@Published open var value = 1
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision published", "2️⃣ needs a decision published"])
  }

  @Test func firstValueThroughTheWrapperBecomesAnAssignment() async throws {
    try await Scenario(
      """
      import Combine

      class 1️⃣Model: ObservableObject {
        2️⃣@Published var name: String
        3️⃣@Published var age: Int
        init(name: String) {
          4️⃣self._name = Published(wrappedValue: name)
          5️⃣_age = .init(initialValue: 1)
        }
      }
      """
    ).expect(
      """
      import Observation

      @Observable
      class Model {
        var name: String
        var age: Int
        init(name: String) {
          self.name = name
          self.age = 1
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed published",
        "5️⃣ changed published",
      ]
    )
  }

  @Test func publishedOutsideOfAnObservableObjectIsReported() async throws {
    try await Scenario(
      """
      import Combine
      import Remote

      class Model: RemoteModel {
        1️⃣@Published var name = ""
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision published"], compiles: false)
  }

  @Test func publishedInABaseClassThatIsNoObservableObjectHoldsItsSubclassesBack() async throws {
    try await Scenario(
      """
      import Combine
      class Base {
        1️⃣@Published var title = ""
      }
      final class 2️⃣Model: Base, ObservableObject {
        @Published var count = 0
      }
      """
    ).expect(
      nil,
      findings: ["1️⃣ needs a decision published", "2️⃣ needs a decision inheritance"]
    )
  }

  @Test func equalityThatLeavesSomethingOutIsNamed() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      struct Episode: Equatable {
        let id: Int
        var title: String
        static func == (left: Episode, right: Episode) -> Bool { left.id == right.id }
      }
      struct Part: Equatable {
        let id: Int
        var name: String
        var key: String { "\\(id) \\(name)" }
        static func == (left: Part, right: Part) -> Bool { left.key == right.key }
      }
      final class Chapter: Equatable {
        var title = ""
        static func == (left: Chapter, right: Chapter) -> Bool { left === right }
      }
      struct Plain: Equatable { var name: String }
      func name(of episode: Episode) -> String { episode.title }
      final class 1️⃣Library: ObservableObject {
        2️⃣@Published var episodes: [Episode] = []
        3️⃣@Published var current: Episode?
        4️⃣@Published var part: Part?
        5️⃣@Published var chapter: Chapter?
        6️⃣@Published var plain: Plain?
      }
      """
    ).expect(
      """
      import SwiftUI
      struct Episode: Equatable {
        let id: Int
        var title: String
        static func == (left: Episode, right: Episode) -> Bool { left.id == right.id }
      }
      struct Part: Equatable {
        let id: Int
        var name: String
        var key: String { "\\(id) \\(name)" }
        static func == (left: Part, right: Part) -> Bool { left.key == right.key }
      }
      final class Chapter: Equatable {
        var title = ""
        static func == (left: Chapter, right: Chapter) -> Bool { left === right }
      }
      struct Plain: Equatable { var name: String }
      func name(of episode: Episode) -> String { episode.title }
      @Observable
      final class Library {
        var episodes: [Episode] = []
        var current: Episode?
        var part: Part?
        var chapter: Chapter?
        var plain: Plain?
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed published",
        "5️⃣ changed published", "6️⃣ changed published",
      ]
    )
    let risky = results.flatMap(\.findings).filter(\.isRisky)
    #expect(risky.count == 2 && risky.allSatisfy { $0.message.contains("`==` of `Episode` leaves out `title`") })
  }

  @Test func publishedPropertyThatNothingReadsIsNamed() {
    let text = """
      import SwiftUI
      final class Downloads: ObservableObject {
        @Published private var revision = 0
        @Published private var attempts = 0
        @Published var unused = 0
        func delete(_ name: String) {
          revision += 1
          attempts = attempts + 1
        }
      }
      """
    let findings = Migration().run([SourceFile(path: "Downloads.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter(\.isRisky).map(\.line) == [3])
    #expect(findings.contains { $0.isRisky && $0.message.hasPrefix("`revision` is changed and nothing reads it") })
  }
}
