import ObservationMigration
import Testing

@Suite struct SyntaxRuleTests {
  @Test(arguments: [
    "func run() {\n<<<<<<< HEAD\n  one()\n=======\n  two()\n>>>>>>> other\n}\n", "func run() { print( }\n",
    "func run() { if true { }\n", "struct A { var x = }\n", "func run() { print(\"a) }\n",
  ])
  func fileWithoutAnythingToMigrateThatDoesNotParseIsNamed(_ text: String) {
    let results = Migration().recorded([SourceFile(path: "File.swift", text: text)])
    #expect(results[0].migrated == text)
    #expect(results[0].findings.map(\.state) == [.refused])
  }

  @Test func typeInAFileThatDoesNotParseIsLeftWithItsGroup() throws {
    let results = Migration().recorded([
      SourceFile(path: "Base.swift", text: "import Combine\nclass Base: ObservableObject {}\n"),
      SourceFile(path: "Leaf.swift", text: "class Leaf: Base { func f() { let } }\n"),
    ])
    #expect(results.flatMap(\.edits) == [])
    #expect(results[1].findings.map(\.rule) == ["syntax"])
    #expect(results[1].findings.first?.waiting?.types == ["Base"])
    #expect(results[0].findings.map(\.rule) == [])
  }

  @Test func typesThatAFileThatDoesNotParseUsesStay() throws {
    let results = Migration().recorded([
      SourceFile(path: "Store.swift", text: "import Combine\nclass Store: ObservableObject {}\n"),
      SourceFile(path: "Other.swift", text: "import Combine\nclass Other: ObservableObject {}\n"),
      SourceFile(path: "View.swift", text: "struct StoreView { @ObservedObject var store: Store; func f() { let } }\n"),
    ])
    #expect(results[0].edits.isEmpty)
    #expect(!results[1].edits.isEmpty)
    #expect(results[2].findings.map(\.rule) == ["syntax"])
  }

  @Test(arguments: [
    "#if swift(<5.9)\n}\n#endif\nclass Store: ObservableObject {}\n",
    "class Store: ObservableObject {}\nstruct V { @Environment (\\.mode) var mode }\n",
    "class Store: ObservableObject {}\nfunc load(_ update: @escaping @MainActor([Int]) -> Void) {}\n",
  ])
  func whatTheCompilerAcceptsIsMigrated(_ text: String) {
    let result = Migration().recorded([SourceFile(path: "File.swift", text: "import SwiftUI\n" + text)])[0]
    #expect(result.findings.map(\.state) == [.changed])
  }
}
