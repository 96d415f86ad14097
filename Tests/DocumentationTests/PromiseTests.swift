import Foundation
import Testing

/// Each promise names tests that exist.
@Suite struct PromiseTests {
  struct Promise: CustomTestStringConvertible {
    let text: String
    let tests: [String]

    var testDescription: String { text }
  }

  /// The rows of the page's tables.
  static let promises: [Promise] = ((try? Documentation.lines(of: "Documentation/Promises.md")) ?? []).compactMap {
    line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 2, cells[1].hasPrefix("`") else { return nil }
    return Promise(text: cells[0], tests: cells[1].matches(of: /`([A-Za-z._]+)`/).map { String($0.1) })
  }

  /// The tests of each suite.
  private static let suites: [String: Set<String>] = {
    let folder = Documentation.root.appending(path: "Tests")
    let paths = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    var suites: [String: Set<String>] = [:]
    for path in paths where path.hasSuffix("Tests.swift") {
      guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else { continue }
      let name = String((path as NSString).lastPathComponent.dropLast(".swift".count))
      suites[name, default: []].formUnion(text.matches(of: /func ([A-Za-z_]+)\(/).map { String($0.1) })
    }
    return suites
  }()

  @Test(arguments: promises) func aPromiseNamesTestsThatExist(promise: Promise) {
    #expect(!promise.tests.isEmpty)
    var suite = ""
    for test in promise.tests {
      let parts = test.split(separator: ".").map(String.init)
      if parts.count == 2 { suite = parts[0] }
      #expect(Self.suites[suite]?.contains(parts.last ?? "") == true, "no test \(test) in \(suite)")
    }
  }

  @Test func thereArePromises() {
    #expect(Self.promises.count > 60)
  }
}
