import Foundation
import Testing

/// The expansions in the guide are those of the macros.
@Suite struct GuideTests {
  private static let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/ObservationTracking/Documentation.docc/Expansions.md")

  @Test func theGuideShowsWhatTheMacrosGenerate() throws {
    let blocks = try Self.blocks()
    #expect(blocks.map(\.isSource) == Array(repeating: [true, false], count: blocks.count / 2).flatMap { $0 })
    #expect(blocks.count >= 10)
    for (source, expansion) in zip(blocks, blocks.dropFirst()) where source.isSource {
      expectExpansion(of: source.text, to: expansion.text)
    }
  }

  /// The blocks of code: Swift to compile, and what becomes of it.
  private static func blocks() throws -> [(isSource: Bool, text: String)] {
    var blocks: [(isSource: Bool, text: String)] = []
    var block: (isSource: Bool, lines: [Substring])?
    for line in try String(contentsOf: guide, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        if let finished = block {
          blocks.append((finished.isSource, finished.lines.joined(separator: "\n")))
          block = nil
        } else {
          block = (line == "```swift", [])
        }
      } else {
        block?.lines.append(line)
      }
    }
    return blocks
  }
}
