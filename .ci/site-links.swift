// Finds the links of a site made by .ci/site that lead nowhere: site-links FOLDER [BASE]
//
// A page of the site is rendered from its JSON, which names all it links to. Each link to a page, a heading or a file of the site has to
// lead to one; links to other sites aren't looked at.
import Foundation

struct Site {
  struct Page {
    var anchors: Set<String> = []
    var links: Set<String> = []
  }

  /// Anchors that the renderer makes itself.
  private static let fixedAnchors: Set = [
    "overview", "discussion", "topics", "see-also", "relationships", "parameters", "return-value", "declaration",
  ]

  let folder: URL
  let base: String
  private(set) var pages: [String: Page] = [:]
  private(set) var links = 0
  private(set) var broken: [String] = []

  init(_ folder: URL, base: String) throws {
    self.folder = folder
    self.base = base
    let data = folder.appending(path: "data")
    let names = FileManager.default.enumerator(atPath: data.path)?.compactMap { $0 as? String } ?? []
    for name in names where name.hasSuffix(".json") && !name.hasPrefix("index") {
      pages["/" + name.dropLast(".json".count)] = try Self.page(at: data.appending(path: name))
    }
    for (path, page) in pages {
      for link in page.links { check(link, on: path) }
    }
    try checkNavigator()
    for name in ["index.html", "404.html"] { try checkPageByHand(name) }
  }

  private static func page(at file: URL) throws -> Page {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    // A chapter of tutorials has a name and no page.
    var chapters: Set<String> = []
    visit(json) { dictionary in
      let modules = (dictionary["hierarchy"] as? [String: Any])?["modules"] as? [[String: Any]] ?? []
      chapters.formUnion(modules.compactMap { $0["reference"] as? String })
    }
    var page = Page()
    visit(json) { dictionary in
      if let identifier = dictionary["identifier"] as? String, chapters.contains(identifier) { return }
      if let anchor = dictionary["anchor"] as? String { page.anchors.insert(anchor) }
      for key in ["url", "destination"] {
        if let url = dictionary[key] as? String { page.links.insert(url) }
      }
    }
    return page
  }

  private mutating func checkNavigator() throws {
    let index = try Data(contentsOf: folder.appending(path: "index/index.json"))
    var paths: [String] = []
    Self.visit(try JSONSerialization.jsonObject(with: index)) { dictionary in
      if let path = dictionary["path"] as? String { paths.append(path) }
    }
    for path in paths { check(path, on: "the navigator") }
  }

  private mutating func checkPageByHand(_ name: String) throws {
    let html = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    for match in html.matches(of: /(?:href="|url=)([^"#]+)"/) where match.1.hasPrefix(base + "/") {
      check(String(match.1.dropFirst(base.count)), on: name)
    }
  }

  private mutating func check(_ link: String, on path: String) {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var target = parts[0].isEmpty ? path : parts[0]
    if target.hasSuffix("/") { target.removeLast() }
    guard target.hasPrefix("/"), !target.hasPrefix("//") else { return }
    links += 1
    guard let page = pages[target] else {
      if target != "/documentation" && target.hasPrefix("/documentation") || !exists(target) {
        broken.append("\(path): \(link) leads nowhere")
      }
      return
    }
    if !exists(target + "/index.html") { broken.append("\(path): \(link) has no page of HTML") }
    if parts.count == 2 {
      let anchor = parts[1].removingPercentEncoding ?? parts[1]
      if !page.anchors.contains(anchor), !Self.fixedAnchors.contains(anchor.lowercased()) {
        broken.append("\(path): \(link) names no heading")
      }
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path + (path.removingPercentEncoding ?? path))
  }

  /// All dictionaries inside a value of JSON.
  private static func visit(_ value: Any, _ body: ([String: Any]) -> Void) {
    if let dictionary = value as? [String: Any] {
      body(dictionary)
      for value in dictionary.values { visit(value, body) }
    } else if let array = value as? [Any] {
      for value in array { visit(value, body) }
    }
  }
}

guard CommandLine.arguments.count > 1 else {
  print("Usage: site-links FOLDER [BASE]")
  exit(64)
}
let base = CommandLine.arguments.dropFirst(2).first.map { $0.isEmpty ? "" : "/" + $0 } ?? ""
let site = try Site(URL(filePath: CommandLine.arguments[1]), base: base)
for line in site.broken.sorted() { print(line) }
print("\(site.pages.count) pages, \(site.links) links, \(site.broken.count) broken")
exit(site.broken.isEmpty && site.pages.count > 100 ? 0 : 1)
