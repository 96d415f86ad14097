import ObservationMigration
import Testing

@Suite struct ObservableModelRuleTests {
  private static let models = MigrationOptions(models: true)

  @Test func observableClassesBecomeModelsWithTheRest() async throws {
    try await Scenario(
      """
      import Combine
      import Observation
      final class 1️⃣Counter: ObservableObject {
        2️⃣@Published var count = 0
      }
      3️⃣@Observable public final class Cart {
        4️⃣@Observation.Observable final class Row {
          var price = 0
        }
        var rows: [Row] = []
        @ObservationIgnored var visits = 0
      }
      protocol Priced: Observable {
        var price: Int { get }
      }
      extension Cart.Row: Priced {}
      """
    ).expect(
      """
      import Observation
      import ObservationModels
      @ObservableModel
      final class Counter {
        var count = 0
      }
      @ObservableModel public final class Cart {
        @ObservableModel final class Row {
          var price = 0
        }
        var rows: [Row] = []
        @ObservationIgnored var visits = 0
      }
      protocol Priced: Observable {
        var price: Int { get }
      }
      extension Cart.Row: Priced {}
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable-model", "4️⃣ changed observable-model",
      ],
      options: Self.models
    )
  }

  @Test func hierarchyChangesWithEachOfItsClasses() async throws {
    try await Scenario(
      """
      import Observation
      1️⃣@Observable class Shape {
        var name = ""
      }
      2️⃣@Observable final class Circle: Shape {
        var radius = 0.0
      }
      """
    ).expect(
      """
      import Observation
      import ObservationModels
      @ObservableModel class Shape {
        var name = ""
      }
      @ObservableModel final class Circle: Shape {
        var radius = 0.0
      }
      """,
      findings: ["1️⃣ changed observable-model", "2️⃣ changed observable-model"],
      options: Self.models
    )
  }

  @Test func classesStayThatAreNotSelectedOrAreModelsAlready() async throws {
    try await Scenario(
      """
      import ObservationModels
      @Observable final class Settings {
        var theme = 0
      }
      @ObservableModel final class Document {
        var title = ""
      }
      """
    ).expect(nil, findings: [], options: MigrationOptions(models: true, skipTypes: ["Settings"]))
  }

  @Test func classThatWouldNotCompileNeedsADecision() async throws {
    try await Scenario(
      """
      import Observation
      1️⃣@Observable final class Theme: Codable {
        var name = ""
      }
      2️⃣@Observable final class Settings {
        @ObservationIgnored private var stored = ""
        var title: String {
          get {
            _$observationRegistrar.access(self, keyPath: \\.title)
            return stored
          }
          set {
            _$observationRegistrar.withMutation(of: self, keyPath: \\.title) { stored = newValue }
          }
        }
      }
      3️⃣@Observable final class Draft {
        @ObservationTracked var text = ""
      }
      --- Keys.swift
      extension Theme {
        enum CodingKeys: String, CodingKey {
          case _name = "name"
        }
      }
      """
    ).expect(
      nil,
      findings: (1...3).map { "\($0)\u{FE0F}\u{20E3} needs a decision observable-model" },
      options: Self.models
    )
  }

  @Test(
    arguments: [
      "typealias CodingKeys = Keys",
      "private enum `CodingKeys`: String, CodingKey { case _x = \"x\" }",
      """
      #if DEBUG
        enum CodingKeys: String, CodingKey { case _x = "x" }
      #else
        func other() {}
      #endif
      """,
      """
      #if DEBUG
        func other() {}
      #elseif os(Linux)
        #if os(iOS)
        #else
          typealias CodingKeys = Keys
        #endif
      #endif
      """,
      """
      struct CodingKeys: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      func encode(to encoder: any Encoder) throws {}
      convenience init(from decoder: any Decoder) throws { self.init() }
      """,
    ],
    ["extension Shop.Item", "extension Article: Codable"]
  )
  func keysInAnExtensionNeedADecision(members: String, head: String) async throws {
    for (condition, end) in [("", ""), ("#if os(Linux)", "#endif")] {
      try await Scenario(
        """
        import Observation
        enum Keys: String, CodingKey {
          case _x = "x"
        }
        enum Shop {
          1️⃣@Observable final class Item {
            var x = 1
          }
        }
        typealias Article = Shop.Item
        \(condition)
        \(head) {
        \(members)
        }
        \(end)
        """
      ).expect(nil, findings: ["1️⃣ needs a decision observable-model"], options: Self.models)
    }
  }

  @Test func keysOfSomethingElseDoNotMatter() async throws {
    try await Scenario(
      """
      import Observation
      1️⃣@Observable final class Item: Codable {
        var x = 1
        enum CodingKeys: String, CodingKey { case _x = "x" }
      }
      extension Item {
        struct Part: Codable {
          var y = 1
          enum CodingKeys: String, CodingKey { case y }
        }
        func keys() {
          enum CodingKeys: CodingKey {}
        }
      }
      """
    ).expect(
      """
      import Observation
      import ObservationModels
      @ObservableModel final class Item: Codable {
        var x = 1
        enum CodingKeys: String, CodingKey { case _x = "x" }
      }
      extension Item {
        struct Part: Codable {
          var y = 1
          enum CodingKeys: String, CodingKey { case y }
        }
        func keys() {
          enum CodingKeys: CodingKey {}
        }
      }
      """,
      findings: ["1️⃣ changed observable-model"],
      options: Self.models
    )
  }

  @Test func withoutTheOptionNothingChanges() async throws {
    try await Scenario(
      """
      import Observation
      @Observable final class Settings {
        var theme = 0
      }
      """
    ).expect(nil, findings: [])
  }
}
