import SwiftSyntax

/// Where and when bindings run again: what `isolation:` says, or the place.
enum BindingIsolation: Equatable {
  case mainActor
  case task
  case synchronous
  /// For an extension, whose owner is an actor or not.
  case inferredByOwner

  /// The value that an argument names; nil for one that can't be read at compile time.
  init?(_ argument: ExprSyntax, in place: BindingPlace, attributes: AttributeListSyntax) {
    if argument.is(NilLiteralExprSyntax.self) {
      self = .inferred(in: place, attributes: attributes)
      return
    }
    guard let access = argument.as(MemberAccessExprSyntax.self),
      access.base == nil || access.base?.trimmedDescription.hasSuffix("OnChangeBlockIsolation") == true
    else { return nil }
    switch access.declName.baseName.text {
    case "mainActor": self = .mainActor
    case "task", "actor": self = .task
    case "synchronous", "none": self = .synchronous
    case "inferred": self = .inferred(in: place, attributes: attributes)
    default: return nil
    }
  }

  static func inferred(in place: BindingPlace, attributes: AttributeListSyntax) -> BindingIsolation {
    if let globalActor = attributes.globalActor {
      return globalActor.attributeName.trimmedDescription == "MainActor" ? .mainActor : .task
    }
    if place.hasOtherGlobalActor { return .task }
    switch place.kind {
    case .actor: return .task
    case .extension: return .inferredByOwner
    case .class, .other: return .mainActor
    }
  }

  /// The method of the run-time support.
  var observe: String {
    switch self {
    case .mainActor: "observeOnMainActor"
    case .task: "observe"
    case .synchronous: "observeSynchronously"
    case .inferredByOwner: "observeOnOwnerOrMainActor"
    }
  }
}
