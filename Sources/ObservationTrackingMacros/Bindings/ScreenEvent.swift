import SwiftSyntax

/// What UIKit tells a view controller about its view, and what its bindings do then.
enum ScreenEvent: String, CaseIterable {
  case viewWillAppear
  case viewDidDisappear

  /// The attribute for a method that is there already.
  var attribute: OwnAttribute {
    switch self {
    case .viewWillAppear: .startObservations
    case .viewDidDisappear: .stopObservations
    }
  }

  /// Whether this is the method that UIKit calls.
  func isHandled(by function: FunctionDeclSyntax) -> Bool {
    let parameters = function.signature.parameterClause.parameters
    return function.name.identifierText == rawValue && parameters.count == 1 && parameters.first?.firstName.text == "_"
      && function.body != nil
  }
}
