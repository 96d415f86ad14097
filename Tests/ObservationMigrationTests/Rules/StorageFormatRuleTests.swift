import ObservationMigration
import Testing

/// Codable, reflection.
@Suite struct StorageFormatRuleTests {
  @Test func synthesizedCodingKeepsItsFormat() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation

      extension Published: Decodable where Value: Decodable {
        public init(from decoder: any Decoder) throws { self.init(initialValue: try Value(from: decoder)) }
      }
      extension Published: Encodable where Value: Encodable {
        public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
      }

      final class 1️⃣A: ObservableObject, Codable {
        2️⃣@Published var name = ""
        let id: Int
        enum 3️⃣CodingKeys: String, CodingKey {
          case id, name = "title"
        }
        init() { id = 1 }
      }
      final class 4️⃣B: ObservableObject, Decodable {
        5️⃣@Published var name = ""
        var 6️⃣other = 1
        static let shared: B? = nil
      }
      final class 7️⃣C: ObservableObject, Encodable {
        8️⃣@Published var name = ""
        enum 9️⃣CodingKeys: CodingKey { case name }
      }
      """
    ).expect(
      """
      import Combine
      import Foundation
      import Observation

      extension Published: Decodable where Value: Decodable {
        public init(from decoder: any Decoder) throws { self.init(initialValue: try Value(from: decoder)) }
      }
      extension Published: Encodable where Value: Encodable {
        public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
      }

      @Observable
      final class A: Codable {
        var name = ""
        let id: Int
        enum CodingKeys: String, CodingKey {
          case id, _name = "title"
        }
        init() { id = 1 }
      }
      @Observable
      final class B: Decodable {
        var name = ""
        @ObservationIgnored var other = 1
        static let shared: B? = nil

        enum CodingKeys: String, CodingKey {
          case _name = "name"
          case other
        }
      }
      @Observable
      final class C: Encodable {
        var name = ""
        enum CodingKeys: String, CodingKey { case _name = "name" }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed codable", "4️⃣ changed codable",
        "4️⃣ changed observable", "5️⃣ changed published", "6️⃣ changed ignored-storage", "7️⃣ changed observable",
        "8️⃣ changed published", "9️⃣ changed codable",
      ]
    )
  }

  @Test func codingThatIsImplementedNeedsNothing() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject, Codable {
        2️⃣@Published var name = ""
        enum CodingKeys: CodingKey { case name }
        init(from decoder: any Decoder) throws {
          name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: CodingKeys.self)
          try container.encode(name, forKey: .name)
        }
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class A: Codable {
        var name = ""
        enum CodingKeys: CodingKey { case name }
        init(from decoder: any Decoder) throws {
          name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: CodingKeys.self)
          try container.encode(name, forKey: .name)
        }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published"]
    )
  }

  @Test func halfImplementedCodingNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject, Codable {
        @Published var name = ""
        enum 1️⃣CodingKeys: CodingKey { case name }
        func encode(to encoder: any Encoder) throws {}
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision codable"], compiles: false)
  }

  @Test func reflectionNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject {}
      final class 2️⃣B: ObservableObject {}
      struct Other {}
      let labels = [1️⃣Mirror(reflecting: A()), Mirror(reflecting: Other())]
      """
    ).expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject {}
      @Observable
      final class B {}
      struct Other {}
      let labels = [Mirror(reflecting: A()), Mirror(reflecting: Other())]
      """,
      findings: ["2️⃣ changed observable", "1️⃣ needs a decision reflection"]
    )
  }
}
