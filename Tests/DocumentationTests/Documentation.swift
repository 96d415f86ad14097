import Foundation

/// README, the articles, and the sources, whose doc comments have blocks of Swift as well.
enum Documentation {
  struct Block {
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The articles and the sources.
  static let files: [String] = {
    let sources = root.appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path())?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.map { "Sources/" + $0 }.sorted()
  }()

  /// Without the marks of doc comments.
  static func lines(of file: String) throws -> [String] {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let text = line.drop { $0 == " " }
        return text.hasPrefix("///") ? String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)) : String(line)
      }
  }

  /// The blocks of Swift in a file.
  static func blocks(of file: String) throws -> [Block] {
    var blocks: [Block] = []
    var block: [String]?
    for line in try lines(of: file) {
      let fence = line.trimmingCharacters(in: .whitespaces)
      if fence == "```swift" {
        block = []
      } else if fence == "```", let finished = block {
        blocks.append(Block(lines: finished))
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }
}
