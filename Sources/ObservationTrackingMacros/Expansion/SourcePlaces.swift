import SwiftSyntax
import SwiftSyntaxMacros

/// The original places of moved code: debuggers, messages of the compiler and `#line` refer to them.
struct SourcePlaces {
  private let context: any MacroExpansionContext

  init(_ context: some MacroExpansionContext) {
    self.context = context
  }

  /// The first line of a piece of code.
  func line(of node: some SyntaxProtocol) -> String? {
    context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)?.line.trimmedDescription
  }

  /// Whether two pieces of code begin at one place, as far as their places are known.
  func isSame(_ first: some SyntaxProtocol, _ second: some SyntaxProtocol) -> Bool {
    let places = [context.location(of: first), context.location(of: second)].map { place in
      place.map { "\($0.line.trimmedDescription):\($0.column.trimmedDescription)" }
    }
    return places[0] == places[1]
  }

  /// Code beginning with a node of the source, at the node's line.
  ///
  /// - Parameters:
  ///   - code: The code, in lines of its own.
  ///   - node: The first node.
  ///   - indentation: The indentation already in front, if the code has been moved.
  /// - Returns: The code between directives for the compiler.
  func keep(_ code: String, at node: some SyntaxProtocol, indentation: String = "") -> String {
    guard let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else { return code }
    let begin = "#sourceLocation(file: \(place.file), line: \(place.line))"
    return [begin, code, "#sourceLocation()"].joined(separator: "\n" + indentation)
  }
}
