import Foundation

/// README, the articles, and the sources with the Swift blocks of their doc comments.
enum Documentation {
  struct Block {
    /// The language after the fence; empty for plain text.
    let language: String
    var lines: [String]

    var text: String { lines.joined(separator: "\n") }

    /// The text without white space, for comparisons regardless of line breaks.
    var condensed: String { text.filter { !$0.isWhitespace } }

    /// Whether the block is a whole file, with its own imports.
    var isFile: Bool { lines.first?.hasPrefix("import ") == true }

    /// Whether the block belongs into a manifest.
    var isOfManifest: Bool {
      lines.first.map { $0.hasPrefix(".package(") || $0.hasPrefix(".target(") } ?? false
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The articles and the sources.
  static let files: [String] = {
    let sources = root.appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path())?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") || $0.hasSuffix(".swift") }
      .map { "Sources/" + $0 }.sorted()
  }()

  /// Pages for readers of the repository itself.
  static let pages =
    [
      "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "Examples/README.md",
      "Examples/Screens/Updates.md", "Benchmarks/README.md", "Benchmarks/Report/README.md",
      "Benchmarks/Report/Exact/README.md",
      ".github/PULL_REQUEST_TEMPLATE.md",
    ]
    + ["BeeMeadow", "Migration", "MonitorWindow", "ParallelChecksums", "PriceServer", "Screens"].map {
      "Examples/\($0)/README.md"
    } + forContributors

  /// The pages for contributors.
  private static var forContributors: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Documentation").path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }.sorted()
  }

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
    try allBlocks(of: file).filter { $0.language == "swift" }
  }

  /// The blocks of a file, whatever their language.
  static func allBlocks(of file: String) throws -> [Block] {
    var blocks: [Block] = []
    var block: Block?
    for line in try lines(of: file) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if let finished = block, text == "```" {
        blocks.append(finished)
        block = nil
      } else if block == nil, text.hasPrefix("```") {
        block = Block(language: String(text.dropFirst(3)), lines: [])
      } else {
        block?.lines.append(line)
      }
    }
    return blocks
  }
}
