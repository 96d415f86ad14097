import ObservationMigration
import Testing

@Suite struct CodableRuleTests {
  @Test func otherInitializersAndFunctionsAreNotCoding() async throws {
    try await Scenario(
      """
      import Combine
      struct DTO {}
      final class 1️⃣A: ObservableObject, Codable {
        var 2️⃣a = 1 { 3️⃣willSet { objectWillChange.send() } }
        init(from dto: DTO) {}
        init?(from dto: any Decoder, at index: Int) {}
        func encode() -> [UInt8] { [] }
        func encode(to dto: DTO) {}
        static func encode(to encoder: any Encoder) {}
      }
      """
    ).expect(
      """
      import Observation
      struct DTO {}
      @Observable
      final class A: Codable {
        var a = 1
        init(from dto: DTO) {}
        init?(from dto: any Decoder, at index: Int) {}
        func encode() -> [UInt8] { [] }
        func encode(to dto: DTO) {}
        static func encode(to encoder: any Encoder) {}

        enum CodingKeys: String, CodingKey {
          case _a = "a"
        }
      }
      """,
      findings: [
        "1️⃣ changed codable", "1️⃣ changed observable", "2️⃣ changed object-will-change",
        "3️⃣ changed object-will-change",
      ]
    )
  }

  @Test func codingThatIsImplementedInAnyOfItsFormsNeedsNothing() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject, Codable {
        2️⃣@Published var a = 1
        init(from decoder: Swift.Decoder) {}
      }
      extension A {
        func encode(to encoder: Encoder) throws {}
      }
      protocol Stored: Codable {}
      extension Stored {
        func encode(to encoder: any Swift.Encoder) throws {}
      }
      class 3️⃣B: ObservableObject, Stored {
        4️⃣@Published var b = 1
        required init(from decoder: Decoder) throws {}
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class A: Codable {
        var a = 1
        init(from decoder: Swift.Decoder) {}
      }
      extension A {
        func encode(to encoder: Encoder) throws {}
      }
      protocol Stored: Codable {}
      extension Stored {
        func encode(to encoder: any Swift.Encoder) throws {}
      }
      @Observable
      class B: Stored {
        var b = 1
        required init(from decoder: Decoder) throws {}
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed published",
      ]
    )
  }

  @Test func codingThatABuildMayBeWithoutIsSynthesizedThere() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject, Encodable {
        var 2️⃣a = 1 { 3️⃣willSet { objectWillChange.send() } }
        #if DEBUG
          func encode(to encoder: any Encoder) throws {}
        #endif
      }
      final class B: ObservableObject, Encodable {
        var b = 1 { willSet { objectWillChange.send() } }
        #if os(Linux)
          func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: 4️⃣CodingKeys.self)
            try container.encode(b, forKey: .b)
          }
        #endif
        enum CodingKeys: CodingKey { case b }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class A: Encodable {
        var a = 1
        #if DEBUG
          func encode(to encoder: any Encoder) throws {}
        #endif

        enum CodingKeys: String, CodingKey {
          case _a = "a"
        }
      }
      final class B: ObservableObject, Encodable {
        var b = 1 { willSet { objectWillChange.send() } }
        #if os(Linux)
          func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(b, forKey: .b)
          }
        #endif
        enum CodingKeys: CodingKey { case b }
      }
      """,
      findings: [
        "1️⃣ changed codable", "1️⃣ changed observable", "2️⃣ changed object-will-change",
        "3️⃣ changed object-will-change", "4️⃣ needs a decision codable",
      ]
    )
  }

  @Test func codingThroughProtocolsAliasesAndExtensionsIsSeen() async throws {
    try await Scenario(
      """
      --- Protocols.swift
      protocol Stored: Identified {}
      protocol Identified: Swift.Encodable {}
      typealias Value = Codable & CustomStringConvertible
      --- Models.swift
      import Combine
      class 1️⃣A: ObservableObject, Stored {
        var 2️⃣a = 1 { 3️⃣willSet { objectWillChange.send() } }
      }
      final class 4️⃣B: ObservableObject, Value {
        var 5️⃣b = 1 { 6️⃣willSet { objectWillChange.send() } }
        var description: String { "" }
        init() {}
      }
      final class 7️⃣C: ObservableObject {
        var 8️⃣c = 1 { 9️⃣willSet { objectWillChange.send() } }
      }
      extension C: Stored {}
      """
    ).expect(
      """
      --- Protocols.swift
      protocol Stored: Identified {}
      protocol Identified: Swift.Encodable {}
      typealias Value = Codable & CustomStringConvertible
      --- Models.swift
      import Observation
      @Observable
      class A: Stored {
        var a = 1

        enum CodingKeys: String, CodingKey {
          case _a = "a"
        }
      }
      @Observable
      final class B: Value {
        var b = 1
        var description: String { "" }
        init() {}

        enum CodingKeys: String, CodingKey {
          case _b = "b"
        }
      }
      @Observable
      final class C {
        var c = 1

        enum CodingKeys: String, CodingKey {
          case _c = "c"
        }
      }
      extension C: Stored {}
      """,
      findings: [
        "1️⃣ changed codable", "1️⃣ changed observable", "2️⃣ changed object-will-change",
        "3️⃣ changed object-will-change", "4️⃣ changed codable", "4️⃣ changed observable",
        "5️⃣ changed object-will-change", "6️⃣ changed object-will-change", "7️⃣ changed codable",
        "7️⃣ changed observable", "8️⃣ changed object-will-change", "9️⃣ changed object-will-change",
      ]
    )
  }

  @Test func aSubclassDoesNotSynthesizeWhatItInherits() async throws {
    try await Scenario(
      """
      import Combine
      protocol Stored: Codable {}
      class 1️⃣A: ObservableObject, Codable {
        init() {}
        required init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
      }
      final class 2️⃣B: A, Stored {
        3️⃣@Published var b = 1
      }
      """
    ).expect(
      """
      import Observation
      protocol Stored: Codable {}
      @Observable
      class A: Codable {
        init() {}
        required init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
      }
      @Observable
      final class B: A, Stored {
        var b = 1
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed published"]
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
}
