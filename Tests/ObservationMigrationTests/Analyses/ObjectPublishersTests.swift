import Testing

@testable import ObservationMigration

/// Which models does something subscribe to, by `objectWillChange`?
@Suite struct ObjectPublishersTests {
  private static let models = """
    import Combine
    final class Child: ObservableObject { @Published var name = "" }
    final class Parent: ObservableObject {
      let child = Child()
      var bag = Set<AnyCancellable>()
      init() { FORWARD }
    }
    """

  private static let forward =
    "child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &bag)"

  @Test(
    arguments: [
      ("", "", []),
      ("", "func watch(_ child: Child) -> Any { child.objectWillChange.sink { } }", ["Child"]),
      ("", "func watch(_ parent: Parent) -> Any { parent.objectWillChange.sink { } }", ["Parent"]),
      (forward, "", []),
      (forward, "func watch(_ parent: Parent) -> Any { parent.objectWillChange.sink { } }", ["Child", "Parent"]),
      (forward, "func watch(_ child: Child) -> Any { child.objectWillChange.sink { } }", ["Child"]),
      ("", "func watch(_ all: [Child]) { for child in all { _ = child.objectWillChange.sink { } } }", ["Child"]),
      ("", "func watch(_ all: [Child]) -> [Any] { all.map { child in child.objectWillChange.sink { } } }", ["Child"]),
      ("", "func watch<C: Child>(_ child: C) -> Any { child.objectWillChange.sink { } }", ["Child"]),
      (
        "",
        """
        enum Family { case child(Child) }
        func watch(_ family: Family) { if case .child(let one) = family { _ = one.objectWillChange.sink { } } }
        """,
        ["Child"]
      ),
      (
        "",
        """
        func watch(_ one: Child) {
          if true { let one = Parent(); print(one) }
          _ = one.objectWillChange.sink { }
        }
        """,
        ["Child"]
      ),
    ] as [(String, String, [String])]
  )
  func publisherIsKeptWhereSomethingSubscribes(_ forward: String, _ other: String, _ names: [String]) {
    let project = analysed(Self.models.replacing("FORWARD", with: forward), "import Combine\n\(other)\n")
    let keeping = project.models.candidates.filter { project.publishers[$0] != nil }
    #expect(keeping.map { project.table.types[$0].name }.sorted() == names)
  }
}
