import SwiftSyntax
import SwiftSyntaxBuilder

extension ScreenEvent {
  /// The action at the event.
  private var action: String {
    switch self {
    case .viewWillAppear: "startObservationsIfNeeded()"
    case .viewDidDisappear: "stopObservations()"
    }
  }

  /// The override for a class without one.
  func override(access: String) -> DeclSyntax {
    """
    \(raw: access)override func \(raw: rawValue)(_ animated: Bool) {
      super.\(raw: rawValue)(animated)
      \(raw: action)
    }
    """
  }

  /// The body of a method, preceded by the action for its end.
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
