import Foundation
import Testing

/// The guide, and the page for contributors, show the macros' actual expansions.
@Suite struct GuideTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(
    arguments: zip(
      ["Sources/ObservationTracking/Documentation.docc/Expansions.md", "Documentation/Expansions.md"],
      [1, 4]
    )
  )
  func theGuideShowsWhatTheMacrosGenerate(page: String, examples: Int) throws {
    let blocks = try Self.blocks(of: Self.package.appending(path: page))
    #expect(blocks.map(\.isSource) == Array(repeating: [true, false], count: examples).flatMap { $0 })
    for (source, expansion) in zip(blocks, blocks.dropFirst()) where source.isSource {
      expectExpansion(of: source.text, to: expansion.text)
    }
  }

  /// The code blocks: Swift sources to compile, and their expansions.
  private static func blocks(of page: URL) throws -> [(isSource: Bool, text: String)] {
    var blocks: [(isSource: Bool, text: String)] = []
    var block: (isSource: Bool, lines: [Substring])?
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
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
