import TestSupport
import Testing

/// A piece of client code, and the expected diagnostics of the compiler.
struct Snippet: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Members of a type without isolation.
  let source: String
  /// A part of the error; nil where there is none.
  let error: String?

  init(_ testDescription: String, error: String? = nil, _ source: String) {
    self.testDescription = testDescription
    self.source = source
    self.error = error
  }
}

/// Many snippets, compiled together, as a compiler takes long to start.
struct CompiledSnippets {
  private let snippets: [Snippet]
  private let result: Compiler.Result

  init(_ snippets: [Snippet], after start: String, _ arguments: String...) throws {
    self.snippets = snippets
    var source = start
    for (index, snippet) in snippets.enumerated() {
      source += "\n#sourceLocation(file: \"snippet-\(index)\", line: 1)\nenum Snippet\(index) {\n\(snippet.source)\n}\n"
    }
    result = try Compiler.check(source + "#sourceLocation()\n", arguments)
  }

  /// The errors and warnings in one snippet.
  func diagnostics(of snippet: Snippet) -> [String] {
    guard let index = snippets.firstIndex(where: { $0.testDescription == snippet.testDescription }) else { return [] }
    return lines { $0.hasPrefix("snippet-\(index):") && ($0.contains(": error: ") || $0.contains(": warning: ")) }
  }

  /// The errors and warnings outside of the snippets, for example in their shared declarations.
  var otherDiagnostics: [String] {
    lines {
      $0.contains(": error: ") && !$0.hasPrefix("snippet-") && !$0.hasPrefix("macro expansion ") && !$0.hasPrefix(" ")
    }
  }

  private func lines(where isIncluded: (Substring) -> Bool) -> [String] {
    result.output.split(separator: "\n").filter(isIncluded).map(String.init)
  }
}
