import SwiftParser
import SwiftSyntax
import Testing

@testable import ObservationMigration

/// Where does the code of a function or a closure run?
@Suite struct ExecutionContextTests {
  @Test(
    arguments: [
      ("@MainActor func f() {}", false, .main), ("func f() {}", true, .main), ("func f() {}", false, .caller),
      ("nonisolated func f() {}", true, .caller), ("func f() async {}", false, .elsewhere),
      ("func f() async {}", true, .main), ("@MainActor func f() async {}", false, .main),
      ("nonisolated(nonsending) func f() async {}", false, .caller), ("static func f() async {}", false, .caller),
    ] as [(String, Bool, ExecutionContext.Place)]
  )
  func methodRunsWhereItsDeclarationSays(_ text: String, _ isIsolated: Bool, _ place: ExecutionContext.Place) throws {
    let tree = Parser.parse(source: "class A {\n\(text)\n}")
    let type = try #require(tree.statements.first?.item.as(ClassDeclSyntax.self))
    let function = try #require(type.memberBlock.members.first?.decl.as(FunctionDeclSyntax.self))
    #expect(ExecutionContext.Place(function, isIsolated: isIsolated) == place)
  }

  @Test(
    arguments: [
      ("Task { work() }", .main, .main), ("Task { work() }", .caller, .elsewhere),
      ("Task.detached { work() }", .main, .elsewhere), ("Task { @MainActor in work() }", .elsewhere, .main),
      ("MainActor.run { work() }", .elsewhere, .main), ("DispatchQueue.main.async { work() }", .elsewhere, .main),
      ("DispatchQueue.global().async { work() }", .main, .elsewhere), ("items.forEach { work($0) }", .main, .main),
      ("items.forEach { work($0) }", .elsewhere, .elsewhere), ("whatever { work() }", .main, .unknown),
    ] as [(String, ExecutionContext.Place, ExecutionContext.Place)]
  )
  func closureRunsWhereItIsPassedTo(
    _ text: String,
    _ outer: ExecutionContext.Place,
    _ place: ExecutionContext.Place
  ) throws {
    let call = try #require(Parser.parse(source: text).statements.first?.item.as(FunctionCallExprSyntax.self))
    let closure = try #require(call.trailingClosure)
    #expect(ExecutionContext.Place(closure, in: outer, isIsolated: false) { _ in nil } == place)
  }
}
