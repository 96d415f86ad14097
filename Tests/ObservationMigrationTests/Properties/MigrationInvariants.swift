import SwiftParser
import SwiftSyntax

@testable import ObservationMigration

/// What holds for every input; the first broken one is named.
struct BrokenInvariant: Error, CustomStringConvertible {
  let description: String
}

/// How much of what was tried could be migrated at all.
struct MutationCounts {
  var mutations = 0
  var parsed = 0
  var edited = 0
}

/// Migrates the files and checks what must hold.
func checkInvariants(_ texts: [String], _ options: MigrationOptions, _ counts: inout MutationCounts) throws {
  try checkInvariants(texts.enumerated().map { SourceFile(path: "\($0).swift", text: $1) }, options, &counts)
}

/// Migrates the files and checks what must hold.
func checkInvariants(_ files: [SourceFile], _ options: MigrationOptions, _ counts: inout MutationCounts) throws {
  let results = Migration(options: options).run(files)
  try check(results.map(\.file) == files, "one result a file, in order")
  var allParse = true
  for result in results {
    let parses = SyntaxProblem(in: Parser.parse(source: result.file.text)) == nil
    try check(result, parses: parses)
    allParse = allParse && parses
  }
  counts.mutations += 1
  if allParse { counts.parsed += 1 }
  guard results.contains(where: { !$0.edits.isEmpty }) else { return }
  counts.edited += 1
  let again = Migration(options: options).run(results.map { SourceFile(path: $0.file.path, text: $0.migrated) })
  for (first, second) in zip(results, again) {
    try check(
      second.edits.isEmpty && bytes(second.migrated) == bytes(first.migrated),
      "a second run changes nothing, but:\n\(UnifiedDiff(from: first.migrated, to: second.migrated).text(path: "A"))"
    )
  }
}

private func check(_ result: FileResult, parses: Bool) throws {
  let text = bytes(result.file.text)
  if !parses {
    try check(result.edits.isEmpty, "a file that does not parse has no edits")
    try check(result.findings.contains { $0.state == .refused }, "a file that does not parse is refused")
  } else if !result.edits.isEmpty {
    try check(
      SyntaxProblem(in: Parser.parse(source: result.migrated)) == nil,
      "what parses still parses, but:\n\(UnifiedDiff(from: result.file.text, to: result.migrated).text(path: "A"))"
    )
  }
  if result.edits.isEmpty { try check(bytes(result.migrated) == text, "without edits every byte is equal") }
  if result.findings.isEmpty { try check(result.edits.isEmpty, "a file without findings has no edits") }
  if !result.edits.isEmpty {
    try check(result.findings.contains { $0.state == .changed }, "a file with edits has a changed place")
  }

  // Bytes outside the edits, put together here, not by the code under test.
  var output: [UInt8] = []
  var position = 0
  for edit in result.edits {
    try check(position <= edit.range.lowerBound && edit.range.upperBound <= text.count, "edits are in order and apart")
    output += text[position..<edit.range.lowerBound]
    output += bytes(edit.replacement)
    position = edit.range.upperBound
  }
  output += text[position...]
  try check(output == bytes(result.migrated), "every byte outside the edits is equal")

  // A bare carriage return ends a line, too.
  let lines = text.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
  for finding in result.findings {
    try check(finding.file == result.file.path, "a finding names its file")
    try check((1...lines).contains(finding.line) && finding.column >= 1, "a finding is in its file: \(finding)")
  }
}

private func check(_ condition: Bool, _ invariant: @autoclosure () -> String) throws {
  if !condition { throw BrokenInvariant(description: "Not true: \(invariant())") }
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
