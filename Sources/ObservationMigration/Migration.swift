import SwiftParser
import SwiftSyntax

/// Moves sources from `ObservableObject` and Combine to `@Observable`.
public struct Migration: Sendable {
  /// What to migrate, and how.
  public let options: MigrationOptions

  /// Creates a migration.
  public init(options: MigrationOptions = MigrationOptions()) {
    self.options = options
  }

  /// Decides what can be converted in these files, and converts it.
  ///
  /// - Parameters:
  ///   - files: All files that use each other's types, best whole targets.
  ///   - progress: Called on the caller's thread now and then, with how much is done and how much there is to do.
  /// - Returns: One result a file, in the order given.
  public func run(_ files: [SourceFile], progress: ((Int, Int) -> Void)? = nil) -> [FileResult] {
    files.enumerated().map { index, file in
      defer { progress?(index + 1, files.count) }
      let tree = Parser.parse(source: file.text)
      let lines = SourceLocationConverter(fileName: file.path, tree: tree)
      if let problem = SyntaxProblem(in: tree) {
        let place = lines.location(for: problem.position)
        let finding = Finding(
          state: .refused,
          rule: "syntax",
          file: file.path,
          line: place.line,
          column: place.column,
          message: "The file does not parse, and is left as it is: \(problem.message)."
        )
        return FileResult(file: file, edits: [], migrated: file.text, findings: [finding])
      }
      let conversion = PlainClasses(file: file, lines: lines)
      conversion.walk(tree)
      let edits = conversion.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
      return FileResult(
        file: file,
        edits: edits,
        migrated: file.text.applying(edits),
        findings: conversion.findings
      )
    }
  }
}

/// Takes `@Published` off classes that have nothing else to convert.
private final class PlainClasses: SyntaxVisitor {
  let file: SourceFile
  let lines: SourceLocationConverter
  var edits: [Edit] = []
  var findings: [Finding] = []

  init(file: SourceFile, lines: SourceLocationConverter) {
    self.file = file
    self.lines = lines
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let inherited = node.inheritanceClause?.inheritedTypes, inherited.count == 1,
      inherited.first?.type.trimmedDescription == "ObservableObject"
    else { return .visitChildren }
    let properties = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let published = properties.flatMap { $0.attributes }.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.attributeName.trimmedDescription == "Published" }
    guard published.count == properties.count else { return .skipChildren }
    let start = node.positionAfterSkippingLeadingTrivia
    edits.append(Edit(range: start.utf8Offset..<start.utf8Offset, replacement: "@Observable\n", rule: "observable"))
    if let clause = node.inheritanceClause {
      edits.append(
        Edit(range: clause.position.utf8Offset..<clause.endPosition.utf8Offset, replacement: " ", rule: "observable")
      )
    }
    for attribute in published {
      edits.append(
        Edit(
          range: attribute.positionAfterSkippingLeadingTrivia.utf8Offset..<attribute.endPosition.utf8Offset,
          replacement: "",
          rule: "published"
        )
      )
    }
    let place = lines.location(for: node.name.positionAfterSkippingLeadingTrivia)
    findings.append(
      Finding(
        state: .changed,
        rule: "observable",
        file: file.path,
        line: place.line,
        column: place.column,
        type: node.name.text,
        message: "The class is `@Observable`."
      )
    )
    return .skipChildren
  }
}

extension String {
  /// With replacements made, which are in order and don't overlap.
  func applying(_ edits: [Edit]) -> String {
    let source = Array(utf8)
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += source[position..<edit.range.lowerBound]
      result += Array(edit.replacement.utf8)
      position = edit.range.upperBound
    }
    result += source[position...]
    return String(decoding: result, as: UTF8.self)
  }
}
