import SwiftSyntax

extension Inspection {
  /// The type of an expression; `unknown` where declarations don't tell.
  func type(of expression: ExprSyntax) -> ResolvedType {
    guard let path = ExpressionPath(expression) else { return .unknown }
    return names.resolve(path)
  }

  /// The types that the migration is about in the type of an expression; nil where that is unknown.
  func modelTypes(in type: ResolvedType) -> [TypeSymbol.ID]? {
    switch type {
    case .unknown, .parameter: nil
    case .observableObject: models.candidates
    case .composition(let parts) where parts.contains(.observableObject) && table.symbols(in: type).isEmpty:
      models.candidates
    default: table.symbols(in: type).filter { models[$0] != nil }
    }
  }

  /// Candidates with a published property of that name.
  func candidates(publishing property: String) -> [TypeSymbol.ID] {
    models.candidates.filter { table.types[$0].members[property]?.contains { $0.hasAttribute("Published") } == true }
  }
}
