// Writes an introduction into the landing page of a site made by .ci/site: site-landing FOLDER
//
// docc makes that page of a list of modules, and nothing else. The introduction is added to the JSON that the page is rendered from.
import Foundation

typealias Node = [String: Any]

/// The data of a site, by the paths of its pages.
struct Pages {
  let site: URL

  subscript(path: String) -> Node {
    get throws { try JSONSerialization.jsonObject(with: Data(contentsOf: file(path))) as? Node ?? [:] }
  }

  /// What a page that links to another one has to know of it.
  func reference(to path: String) throws -> Node {
    let page = try self[path]
    return [
      "type": "topic", "kind": "article", "role": "article", "url": "/" + path, "abstract": [Node](),
      "identifier": (page["identifier"] as? Node)?["url"] ?? path,
      "title": (page["metadata"] as? Node)?["title"] ?? path,
    ]
  }

  func write(_ page: Node, to path: String) throws {
    try JSONSerialization.data(withJSONObject: page, options: .sortedKeys).write(to: file(path))
  }

  private func file(_ path: String) -> URL {
    site.appending(path: "data/\(path).json")
  }
}

/// Text of a page, and the pages that it links to.
struct Text {
  let pages: Pages
  private(set) var nodes: [Node] = []
  private(set) var references: Node = [:]

  mutating func paragraph(_ parts: Part...) throws {
    var content: [Node] = []
    for part in parts {
      switch part {
      case .text(let text): content.append(["type": "text", "text": text])
      case .code(let code): content.append(["type": "codeVoice", "code": code])
      case .link(let path):
        let reference = try pages.reference(to: path)
        // Links lead only to pages whose identifiers are those of the site.
        let identifier = reference["identifier"] as? String ?? path
        references[identifier] = reference
        content.append(["type": "reference", "identifier": identifier, "isActive": true])
      }
    }
    nodes.append(["type": "paragraph", "inlineContent": content])
  }

  mutating func listing(_ lines: String...) {
    nodes.append(["type": "codeListing", "syntax": "swift", "code": lines])
  }
}

enum Part: ExpressibleByStringLiteral {
  case text(String)
  case code(String)
  case link(String)

  init(stringLiteral value: String) { self = .text(value) }
}

guard CommandLine.arguments.count == 2 else {
  print("Usage: site-landing FOLDER")
  exit(64)
}
let pages = Pages(site: URL(filePath: CommandLine.arguments[1]))

let claim = """
  React to changing state in Swift outside SwiftUI: in UIKit and AppKit, command-line tools, servers and games, on Apple platforms and \
  on Linux.
  """

var text = Text(pages: pages)
try text.paragraph(
  "Observe any ",
  .code("@Observable"),
  " model continuously. Nothing is re-armed by hand, nothing leaks, and with ",
  .code("@ObservableModel"),
  " no update is lost anywhere:"
)
text.listing("let token = withPortableContinuousObservation { _ in", "  label.text = article.title", "}")
try text.paragraph(
  "Begin with ",
  .link("documentation/observationbridge/gettingstarted"),
  ", or build a small program from an empty folder: ",
  .link("tutorials/observationbridge/a-kitchen-display"),
  ". ",
  .link("documentation/observationbridge/choosinganapi"),
  " compares closures, scopes, streams, bindings and messages."
)
try text.paragraph(
  "If you know other libraries: ",
  .link("documentation/observationbridge/comingfromcombine"),
  ", ",
  .link("documentation/observationbridge/comingfromrxswift"),
  ", ",
  .link("documentation/observationbridge/comingfromreactiveswift"),
  ". To move an app from ",
  .code("ObservableObject"),
  " to ",
  .code("@Observable"),
  ": ",
  .link("documentation/observationmigration/steps"),
  "."
)

var landing = try pages["documentation"]
landing["abstract"] = [["type": "text", "text": claim]]
landing["primaryContentSections"] = [["kind": "content", "content": text.nodes]]
landing["references"] = (landing["references"] as? Node ?? [:]).merging(text.references) { old, _ in old }
try pages.write(landing, to: "documentation")
