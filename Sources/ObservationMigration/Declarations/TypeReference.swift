import SwiftSyntax

/// A type as written, without optionals, `some`, `any` and attributes, which don't matter to the migration.
indirect enum TypeReference: Sendable, Hashable {
  case named([String], arguments: [TypeReference] = [])
  case collection(TypeReference)
  case function(result: TypeReference)
  case composition([TypeReference])
  case unknown

  init(_ syntax: TypeSyntax) {
    switch syntax.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      let arguments = type.genericArgumentClause?.typeReferences ?? []
      switch (type.name.text, arguments.first) {
      case ("Array", let element?), ("Set", let element?), ("Binding", .collection(let element)?):
        self = .collection(element)
      case ("Dictionary", _) where arguments.count == 2: self = .collection(arguments[1])
      case ("Optional", let wrapped?): self = wrapped
      default: self = .named([type.name.text], arguments: arguments)
      }
    case .memberType(let type):
      guard case .named(let base, _) = TypeReference(type.baseType) else {
        self = .unknown
        return
      }
      self = .named(base + [type.name.text], arguments: type.genericArgumentClause?.typeReferences ?? [])
    case .optionalType(let type): self = TypeReference(type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): self = TypeReference(type.wrappedType)
    case .someOrAnyType(let type): self = TypeReference(type.constraint)
    case .attributedType(let type): self = TypeReference(type.baseType)
    case .arrayType(let type): self = .collection(TypeReference(type.element))
    case .dictionaryType(let type): self = .collection(TypeReference(type.value))
    case .functionType(let type): self = .function(result: TypeReference(type.returnClause.type))
    case .compositionType(let type): self = .composition(type.elements.map { TypeReference($0.type) })
    case .tupleType(let type):
      self =
        switch type.elements.count {
        case 0: .named(["Void"])
        case 1: TypeReference(type.elements.first!.type)
        default: .unknown
        }
    default: self = .unknown
    }
  }

  var lastName: String? {
    guard case .named(let names, _) = self else { return nil }
    return names.last
  }
}

extension GenericArgumentClauseSyntax {
  var typeReferences: [TypeReference] {
    arguments.map { argument in
      guard case .type(let type) = argument.argument else { return .unknown }
      return TypeReference(type)
    }
  }
}
