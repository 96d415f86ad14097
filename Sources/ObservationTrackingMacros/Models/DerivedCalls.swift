import SwiftSyntax

/// The calls of `derived` with a key path on `self` in a member of a class.
final class DerivedCalls: SyntaxVisitor {
  struct Call {
    let keyPath: KeyPathExprSyntax
    let place: Place
  }

  /// The name in `#function` at a call.
  enum Place {
    /// The getter of a property.
    case getter(TokenSyntax, isOverride: Bool)
    /// A name with parameters, or at least parentheses, as `'times(_:)' is a function`.
    case other(String)
  }

  private var calls: [Call] = []
  private var places: [Place] = []

  /// Returns the calls of `derived` in an instance member.
  static func all(of member: DeclSyntax) -> [Call] {
    let visitor = DerivedCalls(viewMode: .sourceAccurate)
    if let property = member.as(VariableDeclSyntax.self) {
      if property.modifiers.contains(where: \.isForType) { return [] }
      for binding in property.bindings {
        guard let getter = binding.getter, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { continue }
        visitor.walk(getter, as: .getter(name, isOverride: property.isOverride))
      }
    } else if let function = member.as(FunctionDeclSyntax.self) {
      if !function.modifiers.contains(where: \.isForType) { visitor.walk(function) }
    } else if let method = member.as(SubscriptDeclSyntax.self) {
      if !method.modifiers.contains(where: \.isForType), let getter = method.accessorBlock?.getter {
        let labels = method.parameterClause.parameters.map { parameter in
          // Without a second name, the parameter of a subscript has no label.
          (parameter.secondName == nil ? "_" : parameter.firstName.identifierText) + ":"
        }
        visitor.walk(getter, as: .other("'subscript(\(labels.joined()))' is a subscript"))
      }
    }
    return visitor.calls
  }

  private func walk(_ code: CodeBlockItemListSyntax, as place: Place) {
    places.append(place)
    walk(code)
    places.removeLast()
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.callsOwnDerived, let argument = node.arguments.first, argument.label == nil,
      let keyPath = argument.expression.as(KeyPathExprSyntax.self), let place = places.last
    {
      calls.append(Call(keyPath: keyPath, place: place))
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { $0.firstName.identifierText + ":" }
    let name = "\(node.name.identifierText)(\(labels.joined()))"
    if let body = node.body { walk(body.statements, as: .other("'\(name)' is a function")) }
    return .skipChildren
  }

  // A local property has no key path here.
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // Their `self` is another.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  /// Whether the call is `derived(…)` or `self.derived(…)`, not a method of another object.
  fileprivate var callsOwnDerived: Bool {
    let member = calledExpression.as(MemberAccessExprSyntax.self)
    if let member {
      guard member.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) else { return false }
    }
    let called = member?.declName ?? calledExpression.as(DeclReferenceExprSyntax.self)
    return called?.baseName.identifierText == "derived"
  }
}

extension KeyPathExprSyntax {
  /// Whether the key path may lead to the class's property of this name.
  ///
  /// A type may precede the name, which a parser takes for a root and properties: `\Shop.Order.total`.
  func leads(to name: TokenSyntax) -> Bool {
    let components = componentsWithoutSelf
    guard root != nil || components.count == 1 else { return false }
    return components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.isNamed(name) == true
  }

  /// The key path of the property of this name, behind the present type, if any.
  func leading(to name: TokenSyntax) -> String {
    guard let root else { return "\\.\(name.text)" }
    let types = componentsWithoutSelf.prefix { component in
      component.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.identifierText.first?.isUppercase
        == true
    }
    return "\\\(root.trimmedDescription)\(types.map(\.trimmedDescription).joined()).\(name.text)"
  }

  private var componentsWithoutSelf: [KeyPathComponentSyntax] {
    var components = Array(components)
    while components.count > 1, let last = components.last?.component.as(KeyPathPropertyComponentSyntax.self),
      last.declName.baseName.tokenKind == .keyword(.self)
    {
      components.removeLast()
    }
    return components
  }
}

extension DeclReferenceExprSyntax {
  fileprivate func isNamed(_ name: TokenSyntax) -> Bool {
    argumentNames == nil && baseName.identifierText == name.identifierText
  }
}

extension PatternBindingSyntax {
  /// The code of the getter, if there is one.
  fileprivate var getter: CodeBlockItemListSyntax? { accessorBlock?.getter }
}

extension AccessorBlockSyntax {
  /// The code of the getter, if there is one.
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch accessors {
    case .getter(let statements): statements
    case .accessors(let accessors):
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    @unknown default: nil
    }
  }
}
