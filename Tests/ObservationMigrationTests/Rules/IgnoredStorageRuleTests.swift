import ObservationMigration
import Testing

@Suite struct IgnoredStorageRuleTests {
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
        @ObservationIgnored private var c = 1
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
}
