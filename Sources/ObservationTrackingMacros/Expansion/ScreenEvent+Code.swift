import SwiftSyntax
import SwiftSyntaxBuilder

extension ScreenEvent {
  /// What happens then.
  private var action: String {
    switch self {
    case .viewWillAppear: "startObservationsIfNeeded()"
    case .viewDidDisappear: "stopObservations()"
    }
  }

  /// The override for a class that has none.
  func override(access: String) -> DeclSyntax {
    """
    \(raw: access)override func \(raw: rawValue)(_ animated: Bool) {
      super.\(raw: rawValue)(animated)
      \(raw: action)
    }
    """
  }

  /// The body of a method, with the action for when it ends in front of it.
  func deferring(
    _ body: CodeBlockSyntax,
    of declaration: some DeclSyntaxProtocol,
    _ places: SourcePlaces
  ) -> [CodeBlockItemSyntax] {
    // In an empty body the compiler warns of `defer`.
    if body.statements.isEmpty { return ["  \(raw: action)"] }
    let action: CodeBlockItemSyntax = "  defer { \(raw: self.action) }"
    return [action] + MovedBody(body, of: declaration, places).statements
  }
}
