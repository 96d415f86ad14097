import Foundation
import Testing

/// Links between the files of the repository lead somewhere.
@Suite struct LinkTests {
  struct Link {
    /// Empty for the page itself.
    let path: String
    let anchor: String?
  }

  @Test(arguments: Documentation.pages) func linksLeadToFilesAndHeadings(page: String) throws {
    let folder = Documentation.root.appending(path: page).deletingLastPathComponent()
    for link in try Self.links(of: page) {
      let target =
        link.path.isEmpty ? Documentation.root.appending(path: page) : folder.appending(path: link.path).standardized
      #expect(FileManager.default.fileExists(atPath: target.path), "\(link.path)")
      // The tests of the examples compare links to lines of sources with the declarations there.
      guard let anchor = link.anchor, target.pathExtension == "md" else { continue }
      let text = try String(contentsOf: target, encoding: .utf8)
      #expect(Self.anchors(of: text).contains(anchor), "\(link.path)#\(anchor)")
    }
  }

  @Test func badgesAreThoseOfWorkflows() throws {
    let text = try Documentation.lines(of: "README.md").joined(separator: "\n")
    let names = text.matches(of: /actions\/workflows\/([a-z]+\.yml)\/badge\.svg/).map { String($0.1) }
    #expect(names == ["linux.yml"])
    for name in names {
      #expect(
        FileManager.default.fileExists(atPath: Documentation.root.appending(path: ".github/workflows/\(name)").path)
      )
    }
  }

  @Test func theIndexDocumentsEveryLibrary() throws {
    let manifest = try Documentation.lines(of: "Package.swift").joined(separator: "\n")
    let libraries = manifest.matches(of: /\.library\(name: "([A-Za-z]+)"/).map { String($0.1) }
    let documented = try Documentation.lines(of: ".spi.yml").joined(separator: "\n")
      .matches(of: /- ([A-Z][A-Za-z]+)/).map { String($0.1) }
    #expect(libraries.count > 5)
    #expect(documented.sorted() == libraries.sorted())
  }

  @Test func anchorsAreMadeAsTheSiteMakesThem() {
    let text = "# A new toolchain\n```\n# no heading\n```\n## What `Foo` does, and why\n## A new toolchain\n"
    #expect(Self.anchors(of: text) == ["a-new-toolchain", "what-foo-does-and-why", "a-new-toolchain-1"])
  }

  /// The links to files of the repository.
  private static func links(of page: String) throws -> [Link] {
    try Documentation.lines(of: page).joined(separator: "\n").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      .filter { !$0.hasPrefix("http://") && !$0.hasPrefix("https://") }
      .map { text in
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return Link(path: parts[0], anchor: parts.count == 2 ? parts[1] : nil)
      }
  }

  /// The link targets of a page's headings.
  private static func anchors(of text: String) -> [String] {
    var anchors: [String] = []
    var isCode = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, line.hasPrefix("#") else { continue }
      let name = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacing(" ", with: "-")
      let others = anchors.count { $0 == name || $0.hasPrefix(name + "-") && Int($0.dropFirst(name.count + 1)) != nil }
      anchors.append(others == 0 ? name : "\(name)-\(others)")
    }
    return anchors
  }
}
