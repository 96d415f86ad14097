import SwiftSyntax

/// A place where the publisher of a property is used, and stays in use.
struct SubjectUse: Sendable {
  let property: PropertyKey
  let place: Place
  /// Of the name, `$name`.
  let range: Range<Int>
  /// It stands inside the class.
  let isInside: Bool
  /// What is done with the values reads the property as well, which has its old value then.
  let expectsOldValue: Bool
  /// It's a value of its own, which something takes that may ask for the type of `$name`.
  let isHandedOn: Bool
  /// It's in a key path, which may be one to a publisher of that very type.
  let isInKeyPath: Bool

  init(_ use: PublishedUse, at name: TokenSyntax, _ walk: Walk) {
    property = PropertyKey(type: use.owner, name: use.member.name)
    place = walk.place(of: name)
    range = name.utf8Range
    isInside = walk.names.scope.types.contains(use.owner)
    let access = name.parent?.parent?.as(MemberAccessExprSyntax.self)
    let publisher = access.flatMap { $0.declName.baseName.id == name.id ? $0 : nil }
    let reads = PropertyReads(of: use.member.name, object: publisher?.base)
    for closure in name.closuresOfPipeline { reads.walk(closure) }
    expectsOldValue = reads.isFound
    let expression = publisher.map { Syntax($0) } ?? name.parent
    isHandedOn = expression?.isHandedOn ?? false
    isInKeyPath = expression?.parent?.is(KeyPathPropertyComponentSyntax.self) == true
  }
}

/// Finds what reads a property: of `self`, or of an object that is written as the given one.
private final class PropertyReads: SyntaxVisitor {
  private let property: String
  private let objects: Set<String>
  /// How many closures around have a parameter of that name.
  private var shadows = 0
  private(set) var isFound = false

  init(of property: String, object: ExprSyntax?) {
    self.property = property
    objects = ["self", object?.trimmedText ?? "self"]
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if node.valueParameters.contains(property) { shadows += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    if node.valueParameters.contains(property) { shadows -= 1 }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.identifierText == property else { return .skipChildren }
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      // Also `self?` and `self!`.
      let object = access.base?.trimmedText.replacing("?", with: "").replacing("!", with: "") ?? ""
      if objects.contains(object) { isFound = true }
    } else if shadows == 0 {
      isFound = true
    }
    return .skipChildren
  }
}

extension ClosureExprSyntax {
  /// The names of its parameters.
  fileprivate var valueParameters: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let parameters): parameters.map(\.name.identifierText)
    case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).identifierText }
    default: []
    }
  }
}

extension Syntax {
  /// Whether it's all that a closure returns which may return any publisher.
  private var isPublisherOfClosure: Bool {
    guard let statements = parent?.parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
      let closure = statements.parent?.as(ClosureExprSyntax.self),
      let callee = closure.enclosingCall?.calledExpression.as(MemberAccessExprSyntax.self)
    else { return false }
    return CombineNames.takingPublishersFromClosures.contains(callee.declName.baseName.text)
  }

  /// Whether it's the value of something else than a chain of operators, or than what combines publishers of any type.
  fileprivate var isHandedOn: Bool {
    if parent?.is(MemberAccessExprSyntax.self) == true || parent?.is(OptionalChainingExprSyntax.self) == true
      || parent?.is(KeyPathPropertyComponentSyntax.self) == true
    {
      return false
    }
    if isPublisherOfClosure { return false }
    guard parent?.is(LabeledExprSyntax.self) == true, let call = parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return true }
    let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
    return callee?.base?.trimmedText != "Publishers"
      && !CombineNames.takingPublishers.contains(callee?.declName.baseName.text ?? "")
  }
}

extension TokenSyntax {
  /// The closures that what it names is passed on to, in the expression that it is part of.
  fileprivate var closuresOfPipeline: [ClosureExprSyntax] {
    ancestorsInMember.prefix { !$0.is(CodeBlockItemSyntax.self) }.flatMap { syntax -> [ClosureExprSyntax] in
      guard let call = syntax.as(FunctionCallExprSyntax.self) else { return [] }
      return call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
        + [call.trailingClosure].compactMap(\.self) + call.additionalTrailingClosures.map(\.closure)
    }
  }
}
