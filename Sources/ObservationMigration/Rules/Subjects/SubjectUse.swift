import SwiftSyntax

/// A use of a property's publisher that stays.
struct SubjectUse: Sendable {
  let property: PropertyKey
  let place: Place
  /// The range of `$name`.
  let range: Range<Int>
  /// Whether the use is in the class itself.
  let isInside: Bool
  /// Whether the publisher is passed on, perhaps to code that needs its very type.
  let isHandedOn: Bool
  /// Whether it's in a key path, perhaps to a publisher of that very type.
  let isInKeyPath: Bool

  init(_ use: PublishedUse, at name: TokenSyntax, _ walk: Walk) {
    property = use.key
    place = walk.place(of: name)
    range = name.utf8Range
    isInside = walk.names.scope.types.contains(use.owner)
    let expression = name.parent?.as(DeclReferenceExprSyntax.self)?.access.map { Syntax($0) } ?? name.parent
    isHandedOn = expression?.isHandedOn ?? false
    isInKeyPath = expression?.parent?.is(KeyPathPropertyComponentSyntax.self) == true
  }
}

extension Syntax {
  /// Whether it's used outside of a chain of operators, and of functions that combine any publishers.
  fileprivate var isHandedOn: Bool {
    if parent?.is(MemberAccessExprSyntax.self) == true || parent?.is(OptionalChainingExprSyntax.self) == true
      || parent?.is(KeyPathPropertyComponentSyntax.self) == true
    {
      return false
    }
    if parent?.isPublisherOfClosure == true { return false }
    guard let call = callOfArgument else { return true }
    let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
    return callee?.base?.trimmedText != "Publishers"
      && !CombineNames.takingPublishers.contains(callee?.declName.baseName.text ?? "")
  }
}

extension MemberTypeSyntax {
  /// Whether it's the type of the publisher of a published property.
  var isPublisherOfPublished: Bool {
    name.text == "Publisher" && TypeReference(baseType).lastName == "Published"
  }

  /// The replacement of the type for erased publishers: where a value is passed, returned or stored. A use of the type itself, as in a
  /// key path, may need the very type.
  var erasedPublisher: String? {
    let arguments = baseType.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
    guard let arguments, arguments.count == 1, let value = arguments.first, isOfValue else { return nil }
    return "AnyPublisher<\(value.argument.trimmedText), Never>"
  }

  private var isOfValue: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      switch parent.kind {
      case .functionParameter, .returnClause, .typeAnnotation, .tupleTypeElement: return true
      case .optionalType, .implicitlyUnwrappedOptionalType: node = parent
      default: return false
      }
    }
    return false
  }
}
