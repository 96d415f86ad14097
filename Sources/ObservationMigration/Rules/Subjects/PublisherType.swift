import SwiftSyntax

/// A place that names the type of `$name`, `Published<Value>.Publisher`, which a subject can't have.
struct PublisherType: Sendable {
  let place: Place
  /// Writes a type there that any publisher of such values can be erased to; nil where that doesn't do.
  let erasure: Edit?

  /// - Returns: Nil for another type.
  init?(_ node: MemberTypeSyntax, _ walk: Walk) {
    guard node.isPublisherOfPublished else { return nil }
    place = walk.place(of: node)
    erasure = node.erasedPublisher.map { walk.replacing(node, with: $0) }
  }
}

extension MemberTypeSyntax {
  /// Whether it's the type of the publisher of a published property.
  var isPublisherOfPublished: Bool {
    name.text == "Publisher" && TypeReference(baseType).lastName == "Published"
  }

  /// The type that takes its place once `$name` is erased: where a value of it is passed, returned or stored. Something that is given the
  /// type itself, such as that of a key path, may need the very type.
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
