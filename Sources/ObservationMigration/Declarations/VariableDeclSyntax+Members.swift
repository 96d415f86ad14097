import SwiftSyntax

extension VariableDeclSyntax {
  var members: [Member] {
    bindings.compactMap { binding in
      guard let name = binding.name else { return nil }
      var member = Member(name: name.identifierText, kind: .property)
      member.isStatic = modifiers.hasStatic
      member.isChangedInFile = modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
      member.isLet = bindingSpecifier.tokenKind == .keyword(.let)
      member.isStored = binding.isStored
      member.isOverride = modifiers.has("override")
      member.isLazy = modifiers.has("lazy")
      if case .accessors(let accessors)? = binding.accessorBlock?.accessors {
        member.isObserved = accessors.contains(where: \.isObserver)
        member.hasActingObservers = accessors.contains { accessor in
          accessor.isObserver && accessor.body?.statements.allSatisfy { $0.announcingCalls != nil } == false
        }
      }
      member.isUnsafe = modifiers.isUnsafe
      member.isConditional = isConditional
      member.type = binding.typeAnnotation.map { TypeReference($0.type) }
      member.typeText = binding.typeAnnotation?.type.trimmedText
      if member.type == nil, let value = binding.initializer?.value {
        member.literalType = value.typeOfLiteral
        member.value = ExpressionPath(value)
      }
      member.attributes = attributes.names
      member.access = Member.Access(modifiers)
      member.keepsSubscriptions = member.isStored && binding.keepsSubscriptions
      member.attributeArgument =
        attributes.lazy.compactMap { element -> ExpressionPath? in
          guard case .attribute(let attribute) = element, case .argumentList(let list) = attribute.arguments else {
            return nil
          }
          return list.first.flatMap { ExpressionPath($0.expression) }
        }.first
      member.attributeKeyPath = attributes.keyPath
      return member
    }
  }
}

extension PatternBindingSyntax {
  fileprivate var keepsSubscriptions: Bool {
    let part = typeAnnotation.map { Syntax($0.type) } ?? initializer.map { Syntax($0.value) }
    return part.map { $0.syntaxTextBytes.contains("AnyCancellable".utf8) } ?? false
  }
}

extension AttributeListSyntax {
  /// The key path that an attribute gets first.
  fileprivate var keyPath: ExpressionPath? {
    for case .attribute(let attribute) in self {
      guard case .argumentList(let list) = attribute.arguments,
        let path = list.first?.expression.as(KeyPathExprSyntax.self)
      else { continue }
      return ExpressionPath(path)
    }
    return nil
  }
}
