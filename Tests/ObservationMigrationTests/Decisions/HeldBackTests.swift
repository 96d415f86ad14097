@testable import ObservationMigration
import Testing

/// What the report says of whole sources: which line holds back which types, and what ties them to it.
@Suite struct HeldBackTests {
  private func causes(_ text: String, options: MigrationOptions = MigrationOptions()) -> [RootCause] {
    MigrationReport(of: Migration(options: options).run(Scenario(text).files)).rootCauses
  }

  @Test func theLineThatMostTypesWaitForComesFirstWithWhatTiesThem() throws {
    let causes = causes(
      """
      --- Alone.swift
      import Combine
      final class Alone: ObservableObject {
        @Published var a = 1
        var values: Any { $a }
      }
      --- Base.swift
      import Combine
      class Base: ObservableObject {
        @Published var a = 1
        @Published var b = 1
      }
      --- Leaf.swift
      import Combine
      class Middle: Base {}
      final class Leaf: Middle {
        @Published var c = 1
        var values: Any { $c }
      }
      --- Free.swift
      final class Free: ObservableObject {}
      """
    )
    #expect(causes.map { "\($0.location)" } == ["Leaf.swift:5:21", "Alone.swift:4:21"])
    let first = try #require(causes.first)
    #expect(first.waiting.types == ["Base", "Middle", "Leaf"])
    #expect(first.waiting.typesWaitingForItAlone == first.waiting.types)
    // Three classes and three properties.
    #expect(first.waiting.lines == 6)
    #expect(first.waiting.ties.map { "\($0.location) \($0.types)" } == ["Leaf.swift:3:13 1", "Leaf.swift:2:7 1"])
    #expect(first.messages.allSatisfy { $0.contains("withPropertyObservation") })
  }

  @Test func aConstraintIsNamedAsATie() throws {
    let causes = causes(
      """
      import SwiftUI
      final class A: ObservableObject { @Published var a = 1 }
      final class B: ObservableObject { @Published var b = 1 }
      final class C: ObservableObject { @Published var c = 1; var values: Any { $c } }
      struct Panel<Model: ObservableObject> { let model: Model }
      """
    )
    #expect(causes.count == 1)
    #expect(causes[0].waiting.types == ["A", "B", "C"])
    #expect(causes[0].waiting.ties.map { "\($0.location) \($0.types)" } == ["File.swift:5:21 2"])
  }

  @Test func whatWaitsForTwoLinesWaitsForNeitherAlone() {
    let causes = causes(
      """
      import Combine
      class A: ObservableObject {
        @Published var a = 1
        var values: Any { $a }
        var more: Any { $a }
      }
      """
    )
    #expect(causes.map(\.location.line) == [4, 5])
    #expect(causes.allSatisfy { $0.waiting.types == ["A"] && $0.waiting.typesWaitingForItAlone.isEmpty })
  }

  @Test func aTypeThatWaitsSaysWhatTiesIt() throws {
    let results = Migration().run(
      Scenario(
        """
        import Combine
        class Base: ObservableObject {}
        class Middle: Base {}
        final class Leaf: Middle {
          @Published var c = 1
          var values: Any { $c }
        }
        """
      ).files
    )
    let messages = results.flatMap(\.findings).filter { $0.rule == "inheritance" }.map(\.message)
    #expect(
      messages == [
        "Not converted: it must convert together with `Leaf`, which is blocked at File.swift:6:21."
          + " They depend on each other at File.swift:4:13 and File.swift:3:7.",
        "Not converted: it must convert together with `Leaf`, which is blocked at File.swift:6:21."
          + " They depend on each other at File.swift:4:13.",
      ]
    )
  }

  @Test func whatIsLeftAloneOnRequestIsARootCauseOnlyForOthers() {
    let text = """
      import Combine
      // observation-migrate:ignore
      class Base: ObservableObject {}
      """
    #expect(causes(text).isEmpty)
    #expect(causes(text + "\nfinal class Leaf: Base {}").map(\.waiting.types) == [["Base", "Leaf"]])
  }

  @Test func typesThatNeedNoMigrationAreNotMentioned() {
    let results = Migration().run([
      SourceFile(
        path: "A.swift",
        text: """
          import Combine
          import SwiftUI
          @Observable final class Store { var count = 0 }
          final class Feed { @Published var items: [Int] = [] }
          final class Cell: UIView { @Published var items: [Int] = [] }
          struct Row { @State var store = Store() }
          """
      )
    ])
    #expect(results.flatMap(\.findings).isEmpty)
  }

  @Test func whatSomethingOutsideMayMakeObservableIsMentioned() {
    let results = Migration().run([
      SourceFile(path: "A.swift", text: "import Remote\nfinal class Feed: RemoteService { @Published var items = 1 }\n")
    ])
    #expect(results.flatMap(\.findings).map(\.rule) == ["published"])
  }

  @Test func groupsCanBeConvertedOneByOne() throws {
    let files = Scenario(
      """
      --- A.swift
      import Combine
      class Base: ObservableObject { @Published var a = 1 }
      final class Other: ObservableObject { @Published var o = 1 }
      --- B.swift
      final class Leaf: Base { @Published var b = 1 }
      --- C.swift
      import SwiftUI
      @Observable final class Store { var count = 0 }
      struct V { @StateObject var store = Store() }
      """
    ).files
    let migration = Migration().prepare(files)
    let results = migration.results
    #expect(results == Migration().run(files))
    let groups = migration.groups()
    #expect(groups.map(\.types) == [["Base", "Leaf"], ["Other"], ["Store"]])
    #expect(migration.results(converting: []).flatMap(\.edits).isEmpty)
    #expect(migration.results(converting: Set(groups.map(\.number))) == results)
    let converted = groups.map { migration.results(converting: [$0.number]).map(\.migrated) }
    #expect(converted[0][0].contains("@Observable\nclass Base {") && converted[0][0].contains("class Other: Observ"))
    #expect(converted[0][0].contains("import Combine\nimport Observation\n"))
    #expect(converted[0][1].contains("@Observable") && converted[0][2] == files[2].text)
    #expect(converted[1][0].contains("class Base: Observ") && converted[1][1] == files[1].text)
    #expect(converted[2][2].contains("@State var") && converted[2][0] == files[0].text)
  }

  @Test func groupThatComesOutWrongAloneIsReported() throws {
    let files = Scenario(
      """
      import Combine
      final class A: ObservableObject {}
      final class B: ObservableObject {}
      """
    ).files
    let migration = Migration(rules: Rules.list + [TogetherRule.self]).prepare(files)
    let groups = migration.groups()
    try #require(groups.count == 2)
    #expect(migration.results[0].migrated.contains("@Observable\nfinal class A {}\n@Observable\nfinal class B {}"))
    let alone = migration.results(converting: [groups[0].number])[0]
    #expect(alone.migrated == files[0].text && alone.edits.isEmpty)
    #expect(alone.findings.map(\.rule) == [UnparsedFiles.id] && alone.findings.map(\.state) == [.refused])
    #expect(migration.conversions().isEmpty)
    #expect(migration.results(converting: Set(groups.map(\.number))) == migration.results)
  }
}

/// Stands against a file of which only one class converts.
private enum TogetherRule: Rule {
  static let id: RuleID = "together"
  static let guides = [
    RuleGuide(id: id, summary: "All classes of a file convert.", explanation: "Or none.", outcome: .refused, before: "")
  ]

  /// These edits can't both be made.
  static func finish(_ facts: NoFacts, _ draft: inout FileDraft) {
    if draft.subjects.count == 1 { draft.add([Edit(0..<2, with: ""), Edit(1..<3, with: "")], of: id) }
  }
}
