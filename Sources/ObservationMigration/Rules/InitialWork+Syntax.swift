import SwiftSyntax

/// A subscription that an object makes and keeps itself: `ticks.sink { … }.store(in: &bag)`,
/// `last = ticks.sink { … }`, `ticks.assign(to: &$count)`.
struct OwnSubscription {
  private let node: FunctionCallExprSyntax
  private let end: FunctionCallExprSyntax
  private let source: ExprSyntax
  private let operators: [Subscription.Operator]

  /// `node` is the call of `store(in:)`, or that of `sink` or `assign`.
  init?(_ node: FunctionCallExprSyntax) {
    let isStored = node.method?.name.text == "store"
    let call = isStored ? node.method?.base.as(FunctionCallExprSyntax.self) : node
    guard let call, let method = call.method, ["assign", "sink"].contains(method.name.text) else { return nil }
    let assigned = call.arguments.first?.expression.as(InOutExprSyntax.self)?.expression
    let set = isStored ? node.arguments.first?.expression.as(InOutExprSyntax.self)?.expression : assigned
    let ownName = set?.ownReference?.baseName.identifierText
    guard ownName.map({ !node.isHidden($0) }) ?? (node.keepingProperty != nil) else { return nil }
    (self.node, end) = (node, call)
    (source, operators) = Subscription.Operator.chain(method.base)
  }

  /// The code that gets the values at the end.
  var closures: [ClosureExprSyntax] { end.closures }

  /// Whether the object keeps itself by a closure, or as a target: `ticks.filter { $0 == self.id }.sink { … }`.
  var keepsObject: Bool {
    (operators.map(\.call) + [end]).contains { $0.closures.contains(where: \.keepsSelf) }
      || end.arguments.contains { $0.label?.text == "on" && $0.expression.isSelf }
  }

  /// The publishers whose declarations have to show that they start nothing; nil if only a type could show that.
  var unknownPublishers: [InitialWork.UnknownPublisher]? {
    guard end.functionsWithValues.isEmpty, !end.arguments.contains(where: { $0.expression.isSelf }),
      operators.dropFirst(isMade ? 1 : 0).allSatisfy(\.isPlain)
    else { return nil }
    let unknown = publishers.filter { !$0.isPublisherOfProperty }.map { InitialWork.UnknownPublisher($0) }
    return unknown.contains(nil) ? nil : unknown.compactMap(\.self)
  }

  /// Whether the first call makes a publisher of notifications, of a timer, or of a property that its key path names.
  private var isMade: Bool {
    guard let first = operators.first else { return false }
    return first.isOfEvents(source)
      || first.name == "publisher" && first.argument("for")?.is(KeyPathExprSyntax.self) == true
  }

  /// The publishers that exist already, or that functions make.
  private var publishers: [ExprSyntax] {
    (isMade ? [] : [source]) + operators.flatMap(\.publishers)
  }

  /// Whether one of the publishers is that of a property, which sends its value at once: `ticks.merge(with: $text)`.
  var includesProperty: Bool { publishers.contains(where: \.isPublisherOfProperty) }

  /// Whether the closure gets nothing before the code around has returned.
  var deliversLater: Bool {
    publishers.count < 2 && operators.contains(where: \.call.deliversLater)
      || publishers.isEmpty && operators.first?.isOfEvents(source) == true
      || publishers.count == 1 && source.ownReference == nil && source.isPublisherOfProperty
        && operators.contains { $0.name == "dropFirst" }
  }

  /// Whether the closure gets nothing until somebody uses the object: the current value of its own property is
  /// dropped, and no later statement there assigns another one.
  var waitsForUse: Bool {
    guard let property = source.ownReference?.baseName.projectedProperty, publishers.count == 1,
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

extension InitialWork.Registration {
  /// Nil for a function outside of types, and for a method of a local variable.
  init?(_ call: FunctionCallExprSyntax) {
    guard call.arguments.count == 1, call.closures.isEmpty, let (base, name) = call.method,
      let center = ExpressionPath(base)
    else { return nil }
    if case .name(let name) = center.root, call.isHidden(name) { return nil }
    self.init(center: center, method: name.text, label: call.arguments.first?.label?.identifierText)
  }
}

extension FunctionDeclSyntax {
  /// Whether it only adds its argument to a table of weak references: `func add(page: Page) { pages.add(page) }` beside
  /// `let pages = NSHashTable<Page>.weakObjects()`.
  var keepsArgumentWeakly: Bool {
    guard let body, body.statements.count == 1, let parameter = signature.parameterClause.parameters.first,
      let call = body.statements.first?.item.as(FunctionCallExprSyntax.self), let (base, method) = call.method,
      method.text == "add", call.arguments.count == 1,
      call.arguments.first?.expression.trimmedText == (parameter.secondName ?? parameter.firstName).text,
      let table = base.ownReference?.baseName.identifierText,
      let members = enclosingType?.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members
    else { return false }
    return members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings).contains { binding in
      guard binding.name?.identifierText == table, let value = binding.initializer?.value.trimmedText else {
        return false
      }
      return value.contains("NSHashTable") && ["weakMemory", "weakObjects"].contains(where: value.contains)
    }
  }
}

extension InitialWork.UnknownPublisher {
  fileprivate init?(_ expression: ExprSyntax) {
    if let call = expression.as(FunctionCallExprSyntax.self) {
      guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText else {
        return nil
      }
      self = .function(name)
    } else if let path = ExpressionPath(expression), path.isOfMembers {
      if case .name(let name) = path.root, expression.isHidden(name) { return nil }
      self = .property(path)
    } else {
      return nil
    }
  }
}

extension Subscription.Operator {
  /// Operators that subscribe to nothing else, except for their arguments.
  private static let plain: Set = [
    "autoconnect", "combineLatest", "compactMap", "debounce", "delay", "dropFirst", "eraseToAnyPublisher", "filter",
    "map", "merge", "receive", "removeDuplicates", "scan", "share", "throttle", "zip",
  ]

  /// Whether it subscribes only to its arguments.
  fileprivate var isPlain: Bool { Self.plain.contains(name) && call.functionsWithValues.isEmpty }

  /// The publishers to which it subscribes.
  fileprivate var publishers: [ExprSyntax] {
    CombineNames.takingPublishers.contains(name) ? call.arguments.map(\.expression) : []
  }

  /// Whether it makes the publisher of notifications or of a timer, which send nothing at once.
  fileprivate func isOfEvents(_ source: ExprSyntax) -> Bool {
    switch name {
    case "publisher": source.lastName() == "notificationCenter" || source.trimmedText == "NotificationCenter.default"
    case "publish": source.trimmedText == "Timer"
    default: false
    }
  }
}

extension ExprSyntax {
  /// `NotificationCenter.default.publisher(for: name).receive(on: RunLoop.main)`
  var isPublisherOfNotifications: Bool {
    let (source, operators) = Subscription.Operator.chain(self)
    return operators.first?.isOfEvents(source) == true
      && operators.dropFirst().allSatisfy { $0.isPlain && $0.publishers.isEmpty }
  }

  /// `$text`, `model.$text`
  var isPublisherOfProperty: Bool {
    let reference = self.as(MemberAccessExprSyntax.self)?.declName ?? self.as(DeclReferenceExprSyntax.self)
    return reference?.baseName.projectedProperty != nil
  }
}

extension ClosureExprSyntax {
  /// Whether it keeps the object alive in which it's written.
  var keepsSelf: Bool {
    if let item = signature?.capture?.items.first(where: { $0.name.text == "self" }) { return item.specifier == nil }
    // `[weak self]` in a closure inside needs the object, too. `Page.self` is a type.
    return statements.tokens(viewMode: .sourceAccurate).contains { token in
      token.tokenKind == .keyword(.self) && token.parent?.as(DeclReferenceExprSyntax.self)?.access == nil
    }
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
