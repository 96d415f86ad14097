import ObservationTrackingMacros
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The result of the macros' expansion of a source.
struct Expansion {
  /// The source with all macros expanded, without the directives for source locations.
  let source: String
  /// The source with all macros expanded.
  let sourceWithPlaces: String
  /// The compiler's diagnostics, as `line:column: message`.
  let diagnostics: [String]
  /// The diagnostics without the warnings.
  let errors: [String]
  /// The source after the first fix-it of each diagnostic; nil without fix-its.
  let fixed: String?
  /// The syntax errors of the expanded source.
  let syntaxErrors: [String]

  private static let macros: [String: MacroSpec] = [
    "ObservationTracking": MacroSpec(type: ObservationTrackingMacro.self),
    "CancellableObservation": MacroSpec(
      type: CancellableObservationMacro.self,
      conformances: ["_ObservationTokensOwner"]
    ),
    "StartObservations": MacroSpec(type: StartObservationsMacro.self),
    "StopObservations": MacroSpec(type: StopObservationsMacro.self),
    // The conformances missing from the class.
    "ObservableModel": MacroSpec(
      type: ObservableModelMacro.self,
      conformances: ["Decodable", "Encodable", "_ObservationModelObservable"]
    ),
    "_ObservationModelProperty": MacroSpec(type: ModelPropertyMacro.self),
  ]

  /// - Parameters:
  ///   - source: The source.
  ///   - macros: Macros to use instead of those of the same name.
  init(_ source: String, with macros: [String: MacroSpec] = [:]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Module", fullFilePath: "Source.swift")]
    )
    let expanded = file.expand(
      macroSpecs: Self.macros.merging(macros) { $1 },
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2)
    )
    // The line break after an attribute remains if the attribute was on the first line by itself.
    sourceWithPlaces = String(expanded.description.drop(while: \.isNewline))
    self.source = sourceWithPlaces.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("#sourceLocation(") }.joined(separator: "\n")
    func text(_ diagnostic: Diagnostic) -> String {
      let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Source.swift")
      return "\(place.line):\(place.column): \(diagnostic.message)"
    }
    diagnostics = context.diagnostics.map(text)
    errors = context.diagnostics.filter { $0.diagMessage.severity == .error }.map(text)
    let edits = context.diagnostics.compactMap { diagnostic -> SourceEdit? in
      guard let fixIt = diagnostic.fixIts.first, let edit = fixIt.edits.first,
        case .replace(let node, _)? = fixIt.changes.first
      else { return nil }
      // The macros receive a copy of the declaration; the edit refers to the original.
      let start = context.location(for: edit.range.lowerBound, anchoredAt: node, fileName: "Source.swift").offset
      let length = edit.range.upperBound.utf8Offset - edit.range.lowerBound.utf8Offset
      let range = AbsolutePosition(utf8Offset: start)..<AbsolutePosition(utf8Offset: start + length)
      return SourceEdit(range: range, replacement: edit.replacement)
    }
    fixed = edits.isEmpty ? nil : Self.apply(edits, to: source)
    syntaxErrors = ParseDiagnosticsGenerator.diagnostics(for: Parser.parse(source: sourceWithPlaces)).map(\.message)
  }

  private static func apply(_ edits: [SourceEdit], to source: String) -> String {
    var bytes = Array(source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        edit.range.lowerBound.utf8Offset..<edit.range.upperBound.utf8Offset,
        with: edit.replacement.utf8
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
