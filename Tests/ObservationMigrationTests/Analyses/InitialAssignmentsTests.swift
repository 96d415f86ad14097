import SwiftParser
import SwiftSyntax
import Testing

@testable import ObservationMigration

/// Where does an initializer or `deinit` change a stored property of its own object, past its observers?
@Suite struct InitialAssignmentsTests {
  @Test(
    arguments: [
      ("a = 1", ["a"]), ("self.a = 1", ["a"]), ("a += 1; b = 2", ["a", "b"]), ("let local = 0; local = 1", []),
      ("if let a = b { a = 1 }; a = 2", ["a"]), ("run { a in print(a) }; a = 1", ["a"]), ("print(a)", []),
      ("a.append(1)", ["a"]), ("a[0] = 1", ["a"]), ("a?.b = 1", ["a"]), ("fill(&a)", ["a"]), ("other.a = 1", ["other"]),
      ("run { self.a = 1 }", []), ("defer { a = 1 }", []), ("func set() { a = 1 }", []), ("if a == 1 { b = 2 }", ["b"]),
    ]
  )
  func assignmentsAreFoundThatRunNoObservers(_ statements: String, _ names: [String]) throws {
    let tree = Parser.parse(source: "class A {\n  init() {\n\(statements)\n}\n}")
    let type = try #require(tree.statements.first?.item.as(ClassDeclSyntax.self))
    let body = try #require(type.memberBlock.members.first?.decl.as(InitializerDeclSyntax.self)?.body)
    #expect(InitialAssignments(in: body).targets.map(\.text) == names)
  }
}
