import ObservationMigration
import Testing

/// Which keys a class gets whose coding is synthesized.
@Suite struct CodingKeysTests {
  @Test func lazyPropertiesGetNoKeySinceSynthesisHasNone() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject, Codable {
        var 2️⃣a = 1 { 3️⃣willSet { objectWillChange.send() } }
        lazy var 4️⃣l = 2
        let (b, c) = (1, 2)
        init() {}
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class A: Codable {
        var a = 1
        @ObservationIgnored lazy var l = 2
        let (b, c) = (1, 2)
        init() {}

        enum CodingKeys: String, CodingKey {
          case _a = "a"
          case b
          case c
        }
      }
      """,
      findings: [
        "1️⃣ changed codable", "1️⃣ changed observable", "2️⃣ changed object-will-change",
        "3️⃣ changed object-will-change", "4️⃣ changed lazy",
      ]
    )
  }

  @Test func theRegistrarGetsNoKeyWhereNothingElseHasOne() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject, Codable {
        static let shared = A()
        init() {}
      }
      final class 3️⃣B: ObservableObject, Codable {}
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class A: Codable {
        static let shared = A()
        init() {}

        enum CodingKeys: CodingKey {}
      }
      final class B: ObservableObject, Codable {}
      """,
      findings: [
        "1️⃣ changed codable", "1️⃣ changed observable", "3️⃣ needs a decision codable",
      ]
    )
  }

  @Test func storedPropertiesUnderAConditionNeedADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        #if DEBUG
          var note = ""
        #endif
      }
      final class B: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        enum 2️⃣CodingKeys: CodingKey {
          #if DEBUG
            case a
          #endif
        }
      }
      final class 3️⃣C: ObservableObject, Encodable {
        let c = 1
        var 5️⃣d = 1 { 6️⃣willSet { objectWillChange.send() } }
        #if DEBUG
          var computed: Int { 1 }
          lazy var 4️⃣later = 1
          static let shared = C()
        #endif
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        #if DEBUG
          var note = ""
        #endif
      }
      final class B: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        enum CodingKeys: CodingKey {
          #if DEBUG
            case a
          #endif
        }
      }
      @Observable
      final class C: Encodable {
        let c = 1
        var d = 1
        #if DEBUG
          var computed: Int { 1 }
          @ObservationIgnored lazy var later = 1
          static let shared = C()
        #endif

        enum CodingKeys: String, CodingKey {
          case c
          case _d = "d"
        }
      }
      """,
      findings: [
        "1️⃣ needs a decision codable", "2️⃣ needs a decision codable", "3️⃣ changed codable", "3️⃣ changed observable",
        "5️⃣ changed object-will-change", "6️⃣ changed object-will-change",
        "4️⃣ changed lazy",
      ]
    )
  }

  @Test func keysThatAreUsedElsewhereNeedADecision() async throws {
    try await Scenario(
      """
      --- Models.swift
      import Combine
      final class A: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        enum CodingKeys: String, CodingKey { case a }
        static let columns = [1️⃣CodingKeys.a.rawValue]
      }
      final class B: ObservableObject, Encodable {
        var b = 1 { willSet { objectWillChange.send() } }
        enum 2️⃣CodingKeys: String, CodingKey {
          case b
          var column: String { rawValue }
        }
      }
      final class C: ObservableObject, Encodable {
        var c = 1 { willSet { objectWillChange.send() } }
        private static let key = 3️⃣CodingKeys.c
      }
      final class D: ObservableObject, Encodable {
        var d = 1 { willSet { objectWillChange.send() } }
        enum CodingKeys: String, CodingKey { case d }
      }
      final class 7️⃣E: ObservableObject, Encodable {
        let e = 1
        enum CodingKeys: String, CodingKey { case e }
      }
      final class 8️⃣F: ObservableObject, Encodable {
        var 9️⃣f = Part() { 0️⃣willSet { objectWillChange.send() } }
        struct Part: Codable {
          enum CodingKeys: String, CodingKey { case part = "p" }
          var part = 1
          static let column = CodingKeys.part
        }
      }
      --- Columns.swift
      func column(_ key: D.4️⃣CodingKeys) -> String { key.rawValue }
      let key = D.5️⃣CodingKeys.d
      extension D.6️⃣CodingKeys {}
      func column(_ key: E.CodingKeys) -> String { key.rawValue }
      """
    ).expect(
      """
      --- Models.swift
      import Combine
      import Observation
      final class A: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        enum CodingKeys: String, CodingKey { case a }
        static let columns = [CodingKeys.a.rawValue]
      }
      final class B: ObservableObject, Encodable {
        var b = 1 { willSet { objectWillChange.send() } }
        enum CodingKeys: String, CodingKey {
          case b
          var column: String { rawValue }
        }
      }
      final class C: ObservableObject, Encodable {
        var c = 1 { willSet { objectWillChange.send() } }
        private static let key = CodingKeys.c
      }
      final class D: ObservableObject, Encodable {
        var d = 1 { willSet { objectWillChange.send() } }
        enum CodingKeys: String, CodingKey { case d }
      }
      @Observable
      final class E: Encodable {
        let e = 1
        enum CodingKeys: String, CodingKey { case e }
      }
      @Observable
      final class F: Encodable {
        var f = Part()
        struct Part: Codable {
          enum CodingKeys: String, CodingKey { case part = "p" }
          var part = 1
          static let column = CodingKeys.part
        }

        enum CodingKeys: String, CodingKey {
          case _f = "f"
        }
      }
      --- Columns.swift
      func column(_ key: D.CodingKeys) -> String { key.rawValue }
      let key = D.CodingKeys.d
      extension D.CodingKeys {}
      func column(_ key: E.CodingKeys) -> String { key.rawValue }
      """,
      findings: [
        "1️⃣ needs a decision codable", "2️⃣ needs a decision codable", "3️⃣ needs a decision codable",
        "7️⃣ changed observable", "8️⃣ changed codable", "8️⃣ changed observable", "9️⃣ changed object-will-change",
        "0️⃣ changed object-will-change", "4️⃣ needs a decision codable", "5️⃣ needs a decision codable",
        "6️⃣ needs a decision codable",
      ]
    )
  }

  @Test func keysOfAnotherRawTypeNeedADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject, Encodable {
        var a = 1 { willSet { objectWillChange.send() } }
        enum 1️⃣CodingKeys: Int, CodingKey { case a = 3 }
      }
      final class 2️⃣B: ObservableObject, Encodable {
        var b = 1 { willSet { objectWillChange.send() } }
        private enum Keys: String, CodingKey { case b }
        private typealias CodingKeys = Keys
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision codable", "2️⃣ needs a decision codable"])
  }

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
}
