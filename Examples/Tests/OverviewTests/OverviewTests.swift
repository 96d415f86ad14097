import Foundation
import Testing

/// What the READMEs of the examples say about their sources.
@Suite struct OverviewTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private struct Example {
    let name: String
    let shows: String
    let page: String
    let folders: [String]

    /// All sources, without tests, stand-ins and what is written in C.
    var source: [String] {
      get throws {
        try folders.flatMap { folder in
          let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.map { "\($0)" } ?? []
          // What follows the last line break is no line.
          return try paths.filter { $0.hasSuffix(".swift") }.flatMap { try lines(of: "\(folder)/\($0)").dropLast() }
        }
      }
    }

    /// A row of the table in `Examples/README.md`.
    var row: String {
      get throws {
        let all = try source
        let own = Set(folders.flatMap { $0.split(separator: "/").map(String.init) })
        let imports = Set(all.compactMap(module(of:))).subtracting(own).sorted()
        let observing = all.count(where: isAboutObserving)
        return "| [\(name)](\(page)) | \(shows) | \(imports.joined(separator: ", ")) | \(all.count) | \(observing) |"
      }
    }
  }

  private static let examples = [
    Example(
      name: "system-monitor",
      shows: "panels in a terminal, an observation each",
      page: "#system-monitor",
      folders: ["Sources/MonitorModels", "Sources/SystemMonitor", "Sources/system-monitor"]
    ),
    Example(
      name: "MonitorWindow",
      shows: "GTK 4; messages, a variable, a debounced stream",
      page: "MonitorWindow/README.md",
      folders: ["MonitorWindow/Sources"]
    ),
    Example(
      name: "ParallelChecksums",
      shows: "a model that several threads change; throttled streams",
      page: "ParallelChecksums/README.md",
      folders: ["ParallelChecksums/Sources", "ParallelChecksums/Tool"]
    ),
    Example(
      name: "Screens",
      shows: "UIKit and AppKit: binding macros, scopes",
      page: "Screens/README.md",
      folders: ["Screens/Sources"]
    ),
    Example(
      name: "BeeMeadow",
      shows: "thousands of models; observations inside a change; derived values",
      page: "BeeMeadow/README.md",
      folders: ["BeeMeadow/Sources", "BeeMeadow/Tool"]
    ),
    Example(
      name: "PriceServer",
      shows: "models on an actor; a stream for each of a thousand clients",
      page: "PriceServer/README.md",
      folders: ["PriceServer/Sources", "PriceServer/Tool"]
    ),
    Example(
      name: "Migration",
      shows: "a SwiftUI app before and after the tool",
      page: "Migration/README.md",
      folders: ["Migration/After"]
    ),
  ]

  /// `OBSERVATION_BRIDGE_UPDATE_EXAMPLES=1` in the environment writes the table again.
  @Test func theTableHasTheImportsAndLinesOfEachExample() throws {
    let rows = try Self.examples.map { try $0.row }
    let page = Self.root.appending(path: "README.md")
    var lines = try Self.lines(of: "README.md")
    let head = try #require(lines.firstIndex(of: "|---|---|---|---|---|")) + 1
    let end = try #require(lines[head...].firstIndex { !$0.hasPrefix("|") })
    if ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_UPDATE_EXAMPLES"] == "1" {
      lines.replaceSubrange(head..<end, with: rows)
      try lines.joined(separator: "\n").write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(lines[head..<end] == rows[...], "\(rows.joined(separator: "\n"))")
    }
  }

  @Test(arguments: examples.map(\.page).filter { !$0.hasPrefix("#") }) func aREADMEIsShort(page: String) throws {
    #expect(try Self.lines(of: page).dropLast().count <= 13)
  }

  @Test(arguments: ["README.md"] + examples.map(\.page).filter { !$0.hasPrefix("#") })
  func linksLeadToFilesAndToTheDeclarationsThatTheyName(page: String) throws {
    let folder = Self.root.appending(path: page).deletingLastPathComponent()
    let text = try Self.lines(of: page).joined(separator: "\n")
    var declarations = 0
    for link in text.matches(of: /\[([^\]]*)\]\(([^)#\s]+)(?:#L(\d+)-L(\d+))?/) {
      let file = folder.appending(path: String(link.2)).standardized
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link.2)")
      guard let first = link.3.flatMap({ Int($0) }), let last = link.4.flatMap({ Int($0) }) else { continue }
      declarations += 1
      let lines = try Self.lines(of: file)
      try #require(1 <= first && first < last && last <= lines.count, "\(link.0)")
      // The declaration begins and ends where the link says, and is what a reader wants to see.
      let name = link.1.filter { $0 != "`" }
      #expect(lines[first - 1].contains(name), "\(name) is in line \(Self.places(of: name, in: lines))")
      #expect(lines[last - 1].trimmingCharacters(in: .whitespaces) == "}", "\(link.0)")
      #expect(lines[(first - 1)..<last].contains(where: Self.isAboutObserving), "\(link.0)")
    }
    #expect(declarations > 0)
  }

  private static func places(of name: String, in lines: [String]) -> [Int] {
    lines.indices.filter { lines[$0].contains(name) }.map { $0 + 1 }
  }

  private static func lines(of path: String) throws -> [String] {
    try lines(of: root.appending(path: path))
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The module that a line imports.
  private static func module(of line: String) -> String? {
    let words = line.split(separator: " ").drop { ["public", "package", "@preconcurrency"].contains($0) }
    return words.first == "import" ? words.last.map(String.init) : nil
  }

  /// Whether a line of code names something that observes, or makes something observable.
  private static func isAboutObserving(_ line: String) -> Bool {
    let code = line.trimmingCharacters(in: .whitespaces)
    return !code.hasPrefix("//") && names.contains { code.contains($0) }
  }

  private static let names = [
    "import Observation", "import SwiftObserver", "@Observable", "@ObservationIgnored", "@ObservationTracking",
    "ObservationScope", "ObservationBridge", "observations.", "observe(", "derived(", "withObservationTransaction",
    "access(keyPath", "withMutation(keyPath", "Var(", " <- ", "Messenger<", "Receiver(", ": Observer", "send(.",
    "for await ",
    "withPropertyObservation", "withPortableContinuousObservation",
  ]
}
