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
}
