import ObservationMigration
import Testing

@Suite struct SyntaxProblemTests {
  @Test(arguments: [
    ("class {}\n", 1, 6, "expected a name or a literal"),
    ("struct A {\n  var a = 1\n", 2, 12, "expected \"}\""),
    ("let a = \n", 1, 8, "expected an expression"),
    ("let a: = 1\n", 1, 7, "expected a type"),
    ("let é = 1 }\n", 1, 12, "unexpected \"}\""),
    ("let a = 0xZ\n", 1, 11, "invalid hex digit in integer literal"),
    ("let a = \"b\n", 1, 11, "expected \"\"\""),
    ("/* open\n", 1, 1, "unterminated block comment"),
    ("// An ObservableObject.\r\nfunc f() {\r\n  let\r\n}\r\n", 3, 6, "expected a pattern"),
  ]) func theFirstProblemIsNamedWithItsPlace(text: String, line: Int, column: Int, message: String) throws {
    let result = try #require(Migration().run([SourceFile(path: "A.swift", text: text)]).first)
    let finding = try #require(result.findings.first)
    #expect(finding.message.contains(message))
    #expect(finding.line == line && finding.column == column, "\(finding)")
    #expect(finding.state == .refused && result.findings.count == 1)
  }
}
