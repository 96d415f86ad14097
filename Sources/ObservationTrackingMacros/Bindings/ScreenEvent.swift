import SwiftSyntax

/// An event of a view controller's view, announced by UIKit, and the consequence for bindings.
enum ScreenEvent: String, CaseIterable {
  case viewWillAppear
  case viewDidDisappear

  /// The attribute for an existing method.
  var attribute: OwnAttribute {
    switch self {
    case .viewWillAppear: .startObservations
    case .viewDidDisappear: .stopObservations
    }
  }

  /// Whether UIKit calls this method for the event.
  func isHandled(by function: FunctionDeclSyntax) -> Bool {
    let parameters = function.signature.parameterClause.parameters
    return function.name.identifierText == rawValue && parameters.count == 1 && parameters.first?.firstName.text == "_"
      && function.body != nil
  }
}
