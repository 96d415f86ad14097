import ObservationMigration
import Testing

@Suite struct ClassRuleTests {
  @Test func attributeStandsBelowTheDocumentationAndAboveOtherAttributes() async throws {
    try await Scenario(
      """
      import Combine

      /// What is in the cart.
      ///
      /// More of it.
      @MainActor
      public final class 1️⃣Cart: Identifiable, ObservableObject {
        2️⃣@Published public var items: [String] = []
      }
      """
    ).expect(
      """
      import Observation

      /// What is in the cart.
      ///
      /// More of it.
      @Observable
      @MainActor
      public final class Cart: Identifiable {
        public var items: [String] = []
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published"]
    )
  }

  @Test func conformanceGoesWhereverItIsDeclared() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation

      class 1️⃣A: NSObject, Combine.ObservableObject {}
      class 2️⃣B: ObservableObject, Identifiable {}
      class 3️⃣C {}
      extension 4️⃣C: ObservableObject {}

      class 5️⃣D {
        class 6️⃣Inner {}
      }
      extension 7️⃣D.Inner: ObservableObject, CustomStringConvertible {
        var description: String { "" }
      }
      extension 8️⃣D: ObservableObject { // Why.
      }
      class 9️⃣E<Value>:
        // Kept.
        ObservableObject
      {}
      """
    ).expect(
      """
      import Foundation
      import Observation

      @Observable
      class A: NSObject {}
      @Observable
      class B: Identifiable {}
      @Observable
      class C {}

      @Observable
      class D {
        @Observable
        class Inner {}
      }
      extension D.Inner: CustomStringConvertible {
        var description: String { "" }
      }
      extension D { // Why.
      }
      @Observable
      class E<Value>
        // Kept.
        \("")
      {}
      """,
      findings: (1...9).map { "\($0)\u{FE0F}\u{20E3} changed observable" }
    )
  }

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

  @Test func privateClassInATypeBecomesVisibleInItsFile() async throws {
    try await Scenario(
      """
      import Combine

      private final class 1️⃣A: ObservableObject {}
      struct View {
        private final class 2️⃣B: ObservableObject {}
        private enum Inner {
          final class 3️⃣C: ObservableObject {}
        }
        private let b = B()
      }
      """
    ).expect(
      """
      import Combine
      import Observation

      @Observable
      private final class A {}
      struct View {
        @Observable
        fileprivate final class B {}
        private enum Inner {
          final class C: ObservableObject {}
        }
        private let b = B()
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ needs a decision declaration"]
    )
  }

  @Test func conditionalConformanceNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Box<Value> {}
      extension Box: ObservableObject 1️⃣where Value: Equatable {}
      """
    ).expect(nil, findings: ["1️⃣ needs a decision observable"])
  }

  @Test func typeThatHidesObservableNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Observable<Value> {}
      class 1️⃣Model: ObservableObject {}
      """
    ).expect(nil, findings: ["1️⃣ needs a decision declaration"])
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

  @Test func onlyClassesOutsideOfFunctionsConvert() async throws {
    try await Scenario(
      """
      import Combine

      struct 1️⃣A: ObservableObject {}
      func f() {
        class 2️⃣B: ObservableObject {}
      }
      #if DEBUG
      class 3️⃣C: ObservableObject {}
      #else
      class C: ObservableObject {}
      #endif
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision declaration", "2️⃣ needs a decision declaration", "3️⃣ needs a decision declaration",
      ],
      compiles: false
    )
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
}
