import ObservationMigration
import Testing

/// Sources with marks at the places where findings are expected, and what becomes of them.
///
/// Several files are divided by lines `--- Name.swift`. A mark is a number in a key cap, `1️⃣`, right before the place.
struct Scenario {
  private(set) var files: [SourceFile] = []
  /// Marks by file and offset.
  private var marks: [String: [Int: String]] = [:]

  init(_ text: String) {
    for (path, text) in Self.parts(of: text) {
      var clean: [Unicode.Scalar] = []
      var offset = 0
      for character in text {
        if character.unicodeScalars.contains("\u{20E3}") {
          marks[path, default: [:]][offset] = String(character)
        } else {
          clean += Array(character.unicodeScalars)
          offset += String(character).utf8.count
        }
      }
      var result = String.UnicodeScalarView()
      result.append(contentsOf: clean)
      files.append(SourceFile(path: path, text: String(result)))
    }
  }

  private static func parts(of text: String) -> [(path: String, text: String)] {
    var parts: [(path: String, text: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") {
        parts.append((String(line.dropFirst(4)), ""))
      } else {
        if parts.isEmpty { parts.append(("File.swift", "")) }
        parts[parts.count - 1].text += line + "\n"
      }
    }
    return parts.map { ($0.path, String($0.text.dropLast())) }
  }

  /// Migrates, and compares what comes out, nil for no change, and all findings but those of the imports.
  ///
  /// Each finding is written as mark, state and rule, in order; instead of a mark `line:column` where there is none. Their messages are
  /// compared with those recorded for the test. Both the sources and the result are type-checked, where there is a compiler.
  @discardableResult
  func expect(
    _ expected: String?,
    findings: [String],
    options: MigrationOptions = MigrationOptions(),
    compiles: Bool = true,
    language: String = "5",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [FileResult] {
    let results = Migration(options: options).recorded(files, sourceLocation: sourceLocation)
    let expectedFiles = expected.map { Scenario($0).files.map(\.text) } ?? files.map(\.text)
    #expect(results.map(\.migrated) == expectedFiles, sourceLocation: sourceLocation)
    let described = results.flatMap { result in
      result.findings.filter { $0.rule != "imports" }.map { describe($0, in: result.file) }
    }
    #expect(described == findings, "\(messages(results))", sourceLocation: sourceLocation)
    for result in results {
      #expect(result.isMadeOfItsEdits, sourceLocation: sourceLocation)
      #expect(result.edits.isEmpty == (result.file.text == result.migrated), sourceLocation: sourceLocation)
    }
    let again = Migration(options: options).run(
      results.map { SourceFile(path: $0.file.path, text: $0.migrated) }
    )
    #expect(again.flatMap(\.edits) == [], sourceLocation: sourceLocation)
    if compiles, Toolchain.isAvailable {
      let before = try await Toolchain.errors(in: files.map { ($0.path, $0.text) }, language: "5")
      #expect(before == [], sourceLocation: sourceLocation)
      if expected != nil {
        let after = try await Toolchain.errors(in: results.map { ($0.file.path, $0.migrated) }, language: language)
        #expect(after == [], sourceLocation: sourceLocation)
      }
    }
    return results
  }

  /// Migrates, and compares what comes out, which has to compile in the Swift 6 mode.
  func expectMigrated(
    _ expected: String,
    options: MigrationOptions,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let results = Migration(options: options).recorded(files, sourceLocation: sourceLocation)
    #expect(
      results.map(\.migrated) == Scenario(expected).files.map(\.text),
      "\(messages(results))",
      sourceLocation: sourceLocation
    )
    let again = Migration(options: options).run(results.map { SourceFile(path: $0.file.path, text: $0.migrated) })
    #expect(again.flatMap(\.edits) == [], sourceLocation: sourceLocation)
    guard Toolchain.isAvailable else { return }
    let before = try await Toolchain.errors(in: files.map { ($0.path, $0.text) }, language: "5")
    #expect(before == [], sourceLocation: sourceLocation)
    let after = try await Toolchain.errors(in: results.map { ($0.file.path, $0.migrated) })
    #expect(after == [], sourceLocation: sourceLocation)
  }

  private func describe(_ finding: Finding, in file: SourceFile) -> String {
    let lines = file.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let offset = lines.prefix(finding.line - 1).map { $0.count + 1 }.reduce(0, +) + finding.column - 1
    let mark = marks[file.path]?[offset] ?? "\(finding.line):\(finding.column)"
    return "\(mark) \(finding.state.rawValue) \(finding.rule)"
  }

  private func messages(_ results: [FileResult]) -> String {
    results.flatMap(\.findings).map {
      "\($0.file):\($0.line):\($0.column): \($0.state.rawValue): \($0.message) [\($0.rule)]"
    }
    .joined(separator: "\n")
  }
}

extension FileResult {
  /// Whether the result is the original with the edits made, in order and apart from each other.
  var isMadeOfItsEdits: Bool {
    let source = Array(file.text.utf8)
    var text: [UInt8] = []
    var position = 0
    for edit in edits {
      guard edit.range.lowerBound >= position else { return false }
      text += source[position..<edit.range.lowerBound]
      text += Array(edit.replacement.utf8)
      position = edit.range.upperBound
    }
    text += source[position...]
    return text == Array(migrated.utf8)
  }
}
