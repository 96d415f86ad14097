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
    ] as [(String, String, [String])]
  )
  func publisherIsKeptWhereSomethingSubscribes(_ forward: String, _ other: String, _ names: [String]) {
    let project = analysed(Self.models.replacing("FORWARD", with: forward), "import Combine\n\(other)\n")
    let keeping = project.models.candidates.filter { project.publishers[$0] != nil }
    #expect(keeping.map { project.table.types[$0].name }.sorted() == names)
  }
}
