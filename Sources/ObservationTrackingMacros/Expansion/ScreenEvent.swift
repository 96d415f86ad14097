import SwiftSyntax
import SwiftSyntaxBuilder

/// What a UIKit view controller is told of its view, and what follows for its bindings.
enum ScreenEvent: String, CaseIterable {
  case viewWillAppear
  case viewDidDisappear

  /// The attribute for a method that is there already.
  var attribute: String {
    switch self {
    case .viewWillAppear: "StartObservations"
    case .viewDidDisappear: "StopObservations"
    }
  }

  /// What happens then.
  var action: String {
    switch self {
    case .viewWillAppear: "startObservationsIfNeeded()"
    case .viewDidDisappear: "stopObservations()"
    }
  }

  /// Whether this is the method that UIKit calls.
  func isHandled(by function: FunctionDeclSyntax) -> Bool {
    let parameters = function.signature.parameterClause.parameters
    return function.name.identifierText == rawValue && parameters.count == 1 && parameters.first?.firstName.text == "_"
      && function.body != nil
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
}
