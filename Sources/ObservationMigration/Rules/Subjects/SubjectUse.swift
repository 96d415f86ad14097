import SwiftSyntax

/// A use of a property's publisher that stays.
struct SubjectUse: Sendable {
  let property: PropertyKey
  let place: Place
  /// The range of `$name`.
  let range: Range<Int>
  /// Whether the use is in the class itself.
  let isInside: Bool
  /// Whether a closure of the pipeline reads the property, and finds the old value there.
  let expectsOldValue: Bool
  /// The property that only gives the publisher to other code: `rowsPublisher`.
  let publisher: String?
  /// Whether the publisher is passed on, perhaps to code that needs its very type.
  let isHandedOn: Bool
  /// Whether it's in a key path, perhaps to a publisher of that very type.
  let isInKeyPath: Bool

  init(_ use: PublishedUse, at name: TokenSyntax, _ walk: Walk) {
    property = use.key
    place = walk.place(of: name)
    range = name.utf8Range
    isInside = walk.names.scope.types.contains(use.owner)
    let publisher = name.parent?.as(DeclReferenceExprSyntax.self)?.access
    expectsOldValue = name.closuresOfPipeline.contains { $0.reads(use.member.name, of: publisher?.base) }
    self.publisher = name.closuresOfPipeline.isEmpty ? name.publisherAround : nil
    let expression = publisher.map { Syntax($0) } ?? name.parent
    isHandedOn = expression?.isHandedOn ?? false
    isInKeyPath = expression?.parent?.is(KeyPathPropertyComponentSyntax.self) == true
  }
}

extension ClosureExprSyntax {
  /// Whether it reads a property of `self`, or of the given object.
  fileprivate func reads(_ property: String, of object: ExprSyntax?) -> Bool {
    nodes(DeclReferenceExprSyntax.self).contains { node in
      guard node.baseName.identifierText == property else { return false }
      if let access = node.access {
        // Also `self?` and `self!`.
        let base = access.base?.trimmedText.replacing("?", with: "").replacing("!", with: "") ?? ""
        return base == "self" || base == object?.trimmedText
      }
      // A parameter of that name hides it.
      return !node.ancestors.prefix { $0.id != parent?.id }.contains {
        $0.as(ClosureExprSyntax.self)?.signature?.localNames.contains(property) == true
      }
    }
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

extension TokenSyntax {
  /// The variable or property around whose name tells that it's a publisher, unless other modules may use it.
  fileprivate var publisherAround: String? {
    guard let variable = ancestors.lazy.compactMap({ $0.as(VariableDeclSyntax.self) }).first,
      !variable.isMember || Member.Access(variable.modifiers) != .anyone,
      let name = variable.bindings.first?.pattern.boundNames.first
    else { return nil }
    return name.namesPublisher ? name : nil
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
