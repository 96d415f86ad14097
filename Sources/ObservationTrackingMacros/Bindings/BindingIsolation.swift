import SwiftSyntax

/// Where and when bindings run again, from `isolation:` or from the place.
enum BindingIsolation: Equatable {
  case mainActor
  case task
  case synchronous
  /// On the isolation of the method, on the main actor if it has none.
  case inferred

  /// The value named by an argument; nil if the argument can't be read at compile time.
  init?(_ argument: ExprSyntax, in place: BindingPlace, of attributes: AttributeListSyntax, _ isNonisolated: Bool) {
    if argument.is(NilLiteralExprSyntax.self) {
      self.init(in: place, of: attributes, isNonisolated)
      return
    }
    // `.some(.task)`.
    if let call = argument.as(FunctionCallExprSyntax.self), let only = call.arguments.first, call.arguments.count == 1,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), access.isOfOwnType,
      access.declName.baseName.text == "some"
    {
      self.init(only.expression, in: place, of: attributes, isNonisolated)
      return
    }
    guard let access = argument.as(MemberAccessExprSyntax.self), access.isOfOwnType else { return nil }
    switch access.declName.baseName.text {
    case "mainActor": self = .mainActor
    case "task", "actor": self = .task
    case "synchronous", "none": self = .synchronous
    case "inferred": self.init(in: place, of: attributes, isNonisolated)
    default: return nil
    }
  }

  /// The value without an argument.
  init(in place: BindingPlace, of attributes: AttributeListSyntax, _ isNonisolated: Bool) {
    // A method that leaves the isolation of an actor has none.
    if attributes.globalActor?.baseName == "MainActor" || isNonisolated {
      self = .mainActor
    } else {
      self = place.kind == .actor ? .task : .inferred
    }
  }

  /// Whether the isolation is the method's own, as written.
  var isOfTheMethod: Bool {
    self == .task || self == .synchronous
  }

  /// The method of the run-time support.
  var observe: String {
    switch self {
    case .mainActor: "observeOnMainActor"
    case .task: "observe"
    case .synchronous: "observeSynchronously"
    case .inferred: "observeOnIsolationOrMainActor"
    }
  }
}

extension MemberAccessExprSyntax {
  /// Whether this may be a member of `OnChangeBlockIsolation`.
  fileprivate var isOfOwnType: Bool {
    base == nil || base?.trimmedDescription.hasSuffix("OnChangeBlockIsolation") == true
  }
}
