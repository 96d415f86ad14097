import ObservationMigration
import TestSupport
import Testing

@Suite struct SafetyTests {
  private static let source = """
    import Combine

    /// A model.
    final class Model: ObservableObject {
    \t@Published var a = 1   // one

    \tvar b = 2
    }

    """

  private static let converted = """
    import Observation

    /// A model.
    @Observable
    final class Model {
    \tvar a = 1   // one

    \t@ObservationIgnored var b = 2
    }

    """

  private func migrate(_ text: String) throws -> FileResult {
    try #require(Migration().run([SourceFile(path: "File.swift", text: text)]).first)
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func lineEndingsStay(_ newline: String) throws {
    let result = try migrate(Self.source.replacing("\n", with: newline))
    #expect(Array(result.migrated.utf8) == Array(Self.converted.replacing("\n", with: newline).utf8))
    let published = try #require(result.findings.first { $0.rule == "published" })
    #expect(published.line == 5)
    #expect(published.column == 2)
  }

  @Test func byteOrderMarkStaysFirst() throws {
    let result = try migrate("\u{FEFF}" + Self.source)
    #expect(Array(result.migrated.utf8) == Array(("\u{FEFF}" + Self.converted).utf8))
    let alone = try migrate("\u{FEFF}final class Model: ObservableObject {}\n")
    #expect(
      Array(alone.migrated.utf8) == Array("\u{FEFF}import Observation\n\n@Observable\nfinal class Model {}\n".utf8)
    )
  }

  @Test func importStandsBelowTheHeader() throws {
    let result = try migrate("// Header.\n// More.\n\n/// A model.\nfinal class Model: ObservableObject {}\n")
    #expect(
      result.migrated
        == "// Header.\n// More.\n\nimport Observation\n\n/// A model.\n@Observable\nfinal class Model {}\n"
    )
  }

  @Test(arguments: ["class {", "final class A: ObservableObject {", "let x = \"", "}", "@Published var"])
  func fileThatDoesNotParseIsNamedAndLeft(_ text: String) throws {
    let results = Migration().run([
      SourceFile(path: "Broken.swift", text: text), SourceFile(path: "File.swift", text: Self.source),
    ])
    #expect(results[0].migrated == text)
    #expect(results[0].edits.isEmpty)
    #expect(results[0].findings.map(\.state) == [.refused])
    #expect(results[0].findings.map(\.rule) == ["syntax"])
    #expect(results[0].findings.allSatisfy { $0.file == "Broken.swift" && $0.line == 1 && $0.column > 0 })
    #expect(results[1].migrated == Self.converted)
  }

  @Test(arguments: [
    "func f() { let x = \"}\" }\nstruct S { var s: Store { make() } }",
    "class A { class func f() { if x { } } ; class B { let c = { 1 }() } }",
    "let s = \"\"\"\n { \\(f(\"}\")) \"\n\"\"\"\nstruct S { init() { } }",
    "let r = #\"\\#(f { 1 }) \" }\"#\nenum E { case a; /* } /* { */ */ func f(_ class: Int = { 2 }()) { } }",
    "protocol P: class { var x: Int { get } }\nextension P where Self: AnyObject { var x: Int { 1 } }",
  ]) func fileOfOtherThingsIsKnownByItsDeclarations(_ text: String) throws {
    // The type that a file without any word of the migration declares is found nevertheless.
    let result = Migration().run([
      SourceFile(path: "Other.swift", text: text + "\nlet found = Store()\n"),
      SourceFile(
        path: "Store.swift",
        text: "import SwiftUI\nclass Store: ObservableObject {}\nstruct V { @ObservedObject var s = found }\n"
      ),
    ])
    #expect(result[0].findings.isEmpty)
    #expect(result[1].migrated.contains("struct V { var s = found }"))
  }

  @Test func emptyFilesAndNoFilesAreFine() throws {
    #expect(Migration().run([]).isEmpty)
    let result = try migrate("")
    #expect(result.migrated.isEmpty)
    #expect(result.findings.isEmpty)
  }

  @Test func columnsCountCodeUnits() throws {
    let result = try migrate("import Combine\nclass Ä: ObservableObject { let é = 1; @Published var x = \"é\" }\n")
    #expect(result.findings.filter { $0.rule == "published" }.map(\.column) == [42])
    #expect(result.migrated == "import Observation\n@Observable\nclass Ä { let é = 1; var x = \"é\" }\n")
  }

  @Test func progressComesInOrderAndEndsWithAll() {
    var seen: [Int] = []
    var totals: Set<Int> = []
    let files = (0..<300).map { SourceFile(path: "\($0).swift", text: "class C\($0): ObservableObject {}") }
    let results = Migration().run(files) { done, total in
      seen.append(done)
      totals.insert(total)
    }
    #expect(seen == seen.sorted())
    #expect(totals == [seen.last ?? 0])
    #expect(results.map(\.file.path) == files.map(\.path))
    #expect(results.allSatisfy { $0.edits.count > 1 })
  }

  @Test func circlesInTheSourcesEnd() throws {
    for text in [
      "class A: B {}\nclass B: A {}\nstruct V { @ObservedObject var a: A }",
      "typealias A = B\ntypealias B = A\nclass C: A, ObservableObject {}",
      "protocol P: Q {}\nprotocol Q: P, ObservableObject {}",
      "struct S<T: T> { @ObservedObject var t: T }",
      "let a = b\nlet b = a\nfunc f() { _ = a.$x; a.objectWillChange.send() }\nclass M: ObservableObject {}",
      "extension A.B { class A {} }\nextension A { class B: ObservableObject {} }\nclass A {}",
      "func f() { let x = x; let y = x.$y }",
    ] {
      let result = try migrate(text)
      #expect(Migration().run([SourceFile(path: "", text: result.migrated)])[0].edits.isEmpty)
    }
  }

  @Test func deepExpressionsAreWalked() throws {
    let depth = Stress.rounds(brief: 500, full: 2000)
    let chain =
      "import Combine\nclass M: ObservableObject { @Published var x = 1 }\nlet y = a"
      + String(repeating: ".b()", count: depth)
    #expect(try migrate(chain).edits.count == 4)
    let nested =
      "class M: ObservableObject {}\nlet y = " + String(repeating: "(", count: depth)
      + String(repeating: ")", count: depth)
    #expect(try migrate(nested).findings.allSatisfy { $0.rule == "syntax" })
  }

  @Test func ruleNamesAreFound() {
    #expect(Rules.rule("published")?.id == "published")
    #expect(Rules.rule("nothing") == nil)
  }

  @Test func findingsNameKnownRules() {
    let known = Set(Rules.all.map { $0.id })
    for rule in Rules.all {
      let results = Migration(options: rule.exampleOptions).run([SourceFile(path: "", text: rule.before)])
      #expect(Set(results.flatMap(\.findings).map(\.rule)).isSubset(of: known))
      #expect(Set(results.flatMap(\.edits).map(\.rule)).isSubset(of: known))
    }
  }
}
