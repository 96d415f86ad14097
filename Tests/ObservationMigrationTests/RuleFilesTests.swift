import Foundation
import Testing

@testable import ObservationMigration

/// A rule is one type in one file with its guide, its tests and one line in the list; nothing else knows about it.
@Suite struct RuleFilesTests {
  private static let sources = RuleListPage.root.appending(path: "Sources/ObservationMigration")

  private static func swiftFiles(in folder: URL) throws -> [String: String] {
    let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?.allObjects ?? []
    let files = paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    return try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0, String(decoding: try Data(contentsOf: folder.appending(path: $0)), as: UTF8.self))
      }
    )
  }

  @Test func eachRuleHasAFileAGuideAndTests() throws {
    let names = Set(Rules.list.map { String(describing: $0) })
    let files = Set(try Self.swiftFiles(in: Self.sources).keys)
    let found = files.filter { $0.hasPrefix("Rules/") && $0.hasSuffix("Rule.swift") }.map {
      String($0.dropFirst("Rules/".count).dropLast(".swift".count))
    }
    #expect(Set(found) == names)
    let tests = RuleListPage.root.appending(path: "Tests/ObservationMigrationTests/Rules")
    let tested = Set(try Self.swiftFiles(in: tests).keys)
    for name in names {
      #expect(files.contains("Rules/\(name)+Guide.swift"))
      #expect(tested.contains("\(name)Tests.swift"))
    }
  }

  @Test func nothingButTheListKnowsARule() throws {
    let files = try Self.swiftFiles(in: Self.sources)
    #expect(files.count > 100)
    let contents = files.map { path, text in
      (path, words: Set(text.split { !$0.isLetter && !$0.isNumber }), literals: Set(text.split(separator: "\"")))
    }
    for rule in Rules.list {
      let name = String(describing: rule)
      // Not those that are words of Swift and of Combine.
      let ids = rule.guides.map(\.id.rawValue).filter { !["lazy", "publisher"].contains($0) }
      for (path, words, literals) in contents {
        if ["Rules/\(name).swift", "Rules/Rules.swift"].contains(path) || path.hasPrefix("Rules/\(name)+") { continue }
        #expect(!words.contains(Substring(name)), "\(path) names \(name)")
        for id in ids { #expect(!literals.contains(Substring(id)), "\(path) names \(id)") }
      }
    }
  }
}
