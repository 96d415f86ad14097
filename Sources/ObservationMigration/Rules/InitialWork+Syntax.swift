import SwiftSyntax

extension Subscription {
  /// Whether it ends with the object that has made it, and starts nothing but the code of `sink`.
  var endsWithObject: Bool {
    guard operators.allSatisfy(\.isPlain) else { return false }
    switch (end, storage) {
    case (.assignPublished, _): return true
    case (.sink(let closure), .set(let place)), (.sink(let closure), .single(let place)):
      return !closure.keepsSelf && place.ownReference != nil
    case (.sink, nil), (.assign, _): return false
    }
  }

  /// Whether `sink` gets nothing until somebody uses the object: the current value of its own property is dropped, and no
  /// later statement there assigns another one.
  func waitsForUse(at node: FunctionCallExprSyntax) -> Bool {
    guard case .published(let object, let property, _) = source, object?.isSelf ?? true,
      operators.contains(where: { $0.name == "dropFirst" }),
      let item = node.ancestors.first(where: { $0.is(CodeBlockItemSyntax.self) }),
      let statements = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    return !statements.drop { $0.id != item.id }.dropFirst().contains { statement in
      statement.nodes(SequenceExprSyntax.self).contains {
        ExprSyntax($0).assignment?.target.ownReference?.baseName.identifierText == property
      }
    }
  }
}

extension Subscription.Operator {
  /// Operators that subscribe to nothing else, except for their arguments.
  private static let plain: Set = [
    "combineLatest", "compactMap", "debounce", "delay", "dropFirst", "eraseToAnyPublisher", "filter", "map", "merge",
    "receive", "removeDuplicates", "scan", "throttle", "zip",
  ]

  /// Whether it subscribes only to own properties, and none of its closures keeps the object alive.
  fileprivate var isPlain: Bool {
    let takesOnlyOwn = call.arguments.allSatisfy { $0.expression.ownReference?.baseName.projectedProperty != nil }
    return Self.plain.contains(name) && call.functionsWithValues.isEmpty && !call.closures.contains(where: \.keepsSelf)
      && (takesOnlyOwn || !CombineNames.takingPublishers.contains(name))
  }
}

extension ClosureExprSyntax {
  /// Whether it keeps the object alive in which it's written.
  var keepsSelf: Bool {
    if let item = signature?.capture?.items.first(where: { $0.name.text == "self" }) { return item.specifier == nil }
    return statements.mentionsSelf
  }
}

extension ExprSyntax {
  /// `Recorder` of `Recorder()`, and of `.init()` for a property of this type.
  func createdType(for type: String?) -> String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression
    if let access = callee?.as(MemberAccessExprSyntax.self), access.base == nil, access.declName.baseName.text == "init"
    {
      return type
    }
    let name = callee?.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
    return name.flatMap { $0.isTypeName ? $0 : nil }
  }
}

extension FunctionCallExprSyntax {
  /// `child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }`, stored or not.
  var isForward: Bool {
    let publisher = Subscription.Operator.chain(ExprSyntax(self)).source
    return publisher.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "objectWillChange"
      && publisher.isForwarded
  }

  /// Whether `.store(in:)` is called on the result.
  var isStored: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "store" }

  var givesSelf: Bool { arguments.contains { $0.expression.isSelf } }

  /// `center` of `center.add(self)` and `self.center?.remove(self)`
  var receiver: String? {
    let base = calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedText
    return base.map { ($0.hasPrefix("self.") ? String($0.dropFirst("self.".count)) : $0).filter { $0 != "?" } }
  }

  /// `action` of `action()`, `self.action()` and `action?()`
  var calledProperty: String? {
    let callee = calledExpression.as(OptionalChainingExprSyntax.self)?.expression ?? calledExpression
    return callee.ownReference?.baseName.identifierText
  }

  /// `reload` of `addObserver(self, selector: #selector(reload), …)`
  var nameOfSelector: String? {
    arguments.first { $0.label?.text == "selector" }?.expression.as(MacroExpansionExprSyntax.self)?
      .arguments.first?.expression.lastName()
  }

  /// The property that keeps the result: `token = observe { … }`, `tokens.append(observe { … })`
  var keepingProperty: String? {
    for node in ancestors.prefix(while: { !$0.is(CodeBlockItemSyntax.self) }) {
      if let (target, _) = node.as(ExprSyntax.self)?.assignment { return target.ownReference?.baseName.identifierText }
      if let method = node.as(FunctionCallExprSyntax.self)?.method, ["append", "insert"].contains(method.name.text) {
        return method.base.ownReference?.baseName.identifierText
      }
    }
    return nil
  }

  /// The call of `sink`, if that is this call or the one behind `.store(in:)`.
  private var sink: FunctionCallExprSyntax? {
    method?.name.text == "store" ? method?.base.as(FunctionCallExprSyntax.self) : self
  }

  var closuresOfSink: [ClosureExprSyntax] { sink?.closures ?? [] }

  /// The publisher and the operators of `cancellable = ticks.sink { [weak self] in … }` and of `ticks.sink { … }.store(in: &bag)`,
  /// where nothing but an own property keeps the subscription.
  private var ownChain: (source: ExprSyntax, operators: [Subscription.Operator])? {
    guard let method else { return nil }
    let isStored = method.name.text == "store"
    guard let sink, let end = sink.method, end.name.text == "sink", sink.functionsWithValues.isEmpty,
      !closuresOfSink.contains(where: \.keepsSelf)
    else { return nil }
    let set = arguments.first?.expression.as(InOutExprSyntax.self)?.expression
    guard (isStored ? set?.ownReference?.baseName.identifierText : keepingProperty) != nil else { return nil }
    return Subscription.Operator.chain(end.base)
  }

  /// The own property that leads to the publisher of `cancellable = clock.ticks.sink { [weak self] in … }`: `clock`.
  var publisherOfProperty: String? {
    guard let chain = ownChain, chain.operators.allSatisfy(\.isPlain) else { return nil }
    var source = chain.source
    while source.ownReference == nil, let base = source.as(MemberAccessExprSyntax.self)?.base { source = base }
    return source.ownReference?.baseName.identifierText
  }

  /// Whether it subscribes to notifications, `NotificationCenter.default.publisher(for: name).sink { [weak self] in … }`, and
  /// keeps the subscription in an own property. Such a subscription ends with the object, and brings nothing at once.
  var subscribesToNotifications: Bool {
    guard let chain = ownChain, let publisher = chain.operators.first else { return false }
    return chain.source.trimmedText == "NotificationCenter.default" && publisher.name == "publisher"
      && chain.operators.dropFirst().allSatisfy(\.isPlain)
  }

  /// `Form` of `form.fill()`, where the code around has made the object for itself, `let form = Form()`, and means nothing else
  /// by the name.
  var typeOfLocalObject: String? {
    let lists = ancestorsInMember.compactMap { $0.as(CodeBlockItemListSyntax.self) }
    guard let name = method?.base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText, let body = lists.last
    else {
      return nil
    }
    let bindings = body.nodes(IdentifierPatternSyntax.self).filter { $0.identifier.identifierText == name }
    guard bindings.count == 1, let variable = bindings[0].parent?.parent?.parent?.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.let), let binding = variable.bindings.first
    else { return nil }
    return binding.initializer?.value.createdType(
      for: binding.typeAnnotation.map { TypeReference($0.type).lastName ?? "" }
    )
  }

  /// Whether it calls a method of a local variable: mostly one that changes a value.
  var isOfLocalVariable: Bool {
    guard let name = method?.base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText else { return false }
    return ancestors.compactMap { $0.as(CodeBlockItemListSyntax.self) }.joined().contains { item in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return false }
      return variable.bindingSpecifier.tokenKind == .keyword(.var)
        && variable.bindings.contains { $0.pattern.boundNames.contains(name) }
    }
  }

  /// Whether it calls a method of a parameter of the function around. A parameter is constant, so the method can only change
  /// an object: `box.update { $0.count = 1 }`.
  var isOfParameter: Bool {
    guard let name = method?.base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText,
      let function = ancestors.first(where: { $0.is(InitializerDeclSyntax.self) || $0.is(FunctionDeclSyntax.self) }),
      let signature = function.as(InitializerDeclSyntax.self)?.signature
        ?? function.as(FunctionDeclSyntax.self)?.signature,
      let body = function.as(InitializerDeclSyntax.self)?.body ?? function.as(FunctionDeclSyntax.self)?.body,
      !body.localNames.contains(name)
    else { return false }
    return signature.parameterClause.parameters.contains { parameter in
      (parameter.secondName ?? parameter.firstName).identifierText == name
        && !["inout ", "consuming "].contains(where: parameter.type.trimmedText.hasPrefix)
    }
  }

  /// Whether its result is unused. The only statement of a function with a result, or of another closure than `action`, is
  /// the value.
  func isStatement(of action: ClosureExprSyntax?) -> Bool {
    let outer = ancestors.first { ![.awaitExpr, .tryExpr].contains($0.kind) }
    if let elements = outer?.as(ExprListSyntax.self) {
      return elements.first?.is(DiscardAssignmentExprSyntax.self) == true
    }
    guard let item = outer?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else {
      return false
    }
    if list.count > 1 { return true }
    if let closure = list.parent?.as(ClosureExprSyntax.self) { return closure.id == action?.id }
    guard let function = list.parent?.parent?.as(FunctionDeclSyntax.self) else { return true }
    return function.signature.returnClause?.type.isVoid ?? true
      || function.attributes.names.contains("discardableResult")
  }
}
