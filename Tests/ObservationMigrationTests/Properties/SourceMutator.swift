import SwiftParser
import SwiftSyntax
import TestSupport

/// Changes sources by chance: some changes break them, many leave Swift that nobody would write.
struct SourceMutator {
  private var random: SeededGenerator

  private static let words = [
    "private ", "public ", "static ", "lazy ", "weak ", "unowned ", "final ", "override ", "nonisolated ", "async ",
    "@MainActor ", "@Published ", "@Observable ", "@ObservationIgnored ", "@State ", "@objc ", "@available(iOS 17, *) ",
    "var ", "let ", "class ", "struct ", "actor ", "extension ", "protocol ", "self.", "$", "_", "?", "!", "&", "some ",
    "any ", "where T: ObservableObject ", "<T: ObservableObject>", ": ObservableObject ", "objectWillChange.send()\n",
    "objectWillChange.send(); ", "cancellables", ".sink { _ in }", ".environmentObject(model)", "#if DEBUG\n",
    "#else\n", "#endif\n", "// observation-migrate:ignore\n", "/* ", " */", "// comment\n", "/// doc\n", "\"",
    "\"\"\"\n",
    "(", ")", "{", "}", "[", "]", ";", ",", "\\", "\n", "\n\n", "\t", "\r\n", "\r", "\u{0}", "\u{FEFF}", "\u{301}", "é",
    "👩‍👩‍👧", "\u{2028}", "`class`", "import Combine\n", "import Observation\n", "import SwiftUI; ", "typealias A = B\n",
    "init() {}\n", "deinit {}\n", "#Preview { A() }\n", "@Environment(A.self) ", "if ", "switch x { default: break }\n",
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The source with one or two changes; `donor` is where pieces of other code come from.
  mutating func mutated(_ source: String, donor: String) -> String {
    var text = source
    for _ in 0..<Int.random(in: 1...2, using: &random) { text = step(text, donor) }
    return text
  }

  private mutating func step(_ text: String, _ donor: String) -> String {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return editingTokens(text) { $0.remove(at: $1) }
    case 1: return editingTokens(text) { $0.insert($0[$1], at: $1) }
    case 2: return swappingTokens(text)
    case 3: return editingLines(text) { $0.remove(at: $1) }
    case 4: return editingLines(text) { $0.insert($0[$1], at: $1) }
    case 5: return swappingLines(text)
    case 6, 7:
      let word = Self.words.randomElement(using: &random)!
      return editingTokens(text) { $0.insert(word, at: $1) }
    case 8:
      let word = Self.words.randomElement(using: &random)!
      return editingLines(text) { $0.insert(word, at: $1) }
    case 9: return movingName(text)
    case 10: return takingLine(text, from: donor)
    case 11: return text.replacing("\n", with: ["\r\n", "\r", "\n\n", "\n\t"].randomElement(using: &random)!)
    case 12:
      return Bool.random(using: &random)
        ? "\u{FEFF}" + text : text + ["", " ", "\u{1A}"].randomElement(using: &random)!
    default: return String(text.unicodeScalars.prefix(Int.random(in: 0...text.unicodeScalars.count, using: &random)))
    }
  }

  private func tokens(_ text: String) -> [String] {
    Parser.parse(source: text).tokens(viewMode: .sourceAccurate).map(\.description)
  }

  private mutating func editingTokens(_ text: String, _ edit: (inout [String], Int) -> Void) -> String {
    var tokens = tokens(text)
    guard let index = tokens.indices.randomElement(using: &random) else { return text }
    edit(&tokens, index)
    return tokens.joined()
  }

  private mutating func swappingTokens(_ text: String) -> String {
    var tokens = tokens(text)
    guard let first = tokens.indices.randomElement(using: &random) else { return text }
    tokens.swapAt(first, tokens.indices.randomElement(using: &random)!)
    return tokens.joined()
  }

  private mutating func editingLines(_ text: String, _ edit: (inout [String], Int) -> Void) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    edit(&lines, lines.indices.randomElement(using: &random)!)
    return lines.joined(separator: "\n")
  }

  private mutating func swappingLines(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.swapAt(lines.indices.randomElement(using: &random)!, lines.indices.randomElement(using: &random)!)
    return lines.joined(separator: "\n")
  }

  /// One name becomes another one of the same file: the sources still parse.
  private mutating func movingName(_ text: String) -> String {
    let tokens = Array(Parser.parse(source: text).tokens(viewMode: .sourceAccurate))
    let names = tokens.indices.filter { if case .identifier = tokens[$0].tokenKind { true } else { false } }
    guard let target = names.randomElement(using: &random) else { return text }
    let name = tokens[names.randomElement(using: &random)!].text
    return tokens.indices.map { index in
      let token = tokens[index]
      return index == target
        ? token.leadingTrivia.description + name + token.trailingTrivia.description : token.description
    }.joined()
  }

  private mutating func takingLine(_ text: String, from donor: String) -> String {
    let line = donor.split(separator: "\n").randomElement(using: &random).map(String.init) ?? ""
    return editingLines(text) { $0.insert(line, at: $1) }
  }
}
