import SwiftSyntax

/// An expression whose type follows from declarations: a name, and the members and calls after the name.
struct ExpressionPath: Sendable, Hashable {
  enum Root: Sendable, Hashable {
    case name(String)
    case selfReference
    /// A literal, a cast.
    case type(TypeReference)
  }

  enum Step: Sendable, Hashable {
    case member(String)
    case call
    case element
    /// An element in a loop through a collection.
    case iteration
    case payload(of: String, Int)
    /// The value at which a property wrapper's key path begins: `SettingsData` for `@Setting(\.isLoud)`.
    case keyPathRoot
    /// The generic arguments of the type before, whose object is made: `Page<Photo>()`.
    case generic([TypeReference])
    /// The arguments of the function called before, one of which may have the type of the function's result.
    case arguments([Argument])
    /// The type that the method called before is asked for, and returns unless it's known to return something else:
    /// `resolver.resolve(Store.self)`.
    case resolution(TypeReference)
  }

  struct Argument: Sendable, Hashable {
    let label: String?
    var path: ExpressionPath?
  }

  var root: Root
  var steps: [Step] = []

  /// The path of an expression; nil where its type depends on more than declarations.
  init?(_ expression: ExprSyntax) {
    let path: ExpressionPath?
    var step: Step?
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName
      root = name.tokenKind == .keyword(.self) ? .selfReference : .name(name.text)
      return
    case .memberAccessExpr(let access):
      path = access.base.flatMap { ExpressionPath($0) }
      let name = access.declName.baseName
      if name.tokenKind != .keyword(.self) { step = .member(name.text) }
    case .functionCallExpr(let call):
      if let type = TypeReference(madeCollection: call.calledExpression) {
        root = .type(type)
        return
      }
      let object = call.objectOfBindable
      path = ExpressionPath(object ?? call.calledExpression)
      // The path of a closure is the path of its result.
      if object == nil, !call.calledExpression.is(ClosureExprSyntax.self) { step = .call }
    case .subscriptCallExpr(let call): (path, step) = (ExpressionPath(call.calledExpression), .element)
    case .genericSpecializationExpr(let type):
      path = ExpressionPath(type.expression)
      if type.isCalled { step = .generic(type.genericArgumentClause.typeReferences) }
    case .sequenceExpr(let sequence): path = ExpressionPath(sequence)
    case .closureExpr(let closure): path = ExpressionPath(closure)
    default:
      path = expression.inner.map { ExpressionPath($0) } ?? TypeReference(literal: expression).map { .init(type: $0) }
    }
    guard let path else { return nil }
    self = path
    // `T.init()` is `T()`.
    if step == .call, steps.last == .member("init") { steps.removeLast() }
    if let step { steps.append(step) }
    if step == .call, let type = expression.as(FunctionCallExprSyntax.self).flatMap({ TypeReference(resolvedBy: $0) }) {
      steps.append(.resolution(type))
    }
    if step == .call, let call = expression.as(FunctionCallExprSyntax.self), call.callsFunctionByName {
      steps.append(
        .arguments(
          call.arguments.map { Argument(label: $0.label?.identifierText, path: ExpressionPath($0.expression)) }
        )
      )
    }
  }

  /// A cast, or a value and its default.
  private init?(_ sequence: SequenceExprSyntax) {
    let elements = Array(sequence.elements)
    guard elements.count == 3 else { return nil }
    if elements[1].is(UnresolvedAsExprSyntax.self), let type = elements[2].as(TypeExprSyntax.self) {
      root = .type(TypeReference(type.type))
    } else if elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      let path = ExpressionPath(elements[0])
    {
      self = path
    } else {
      return nil
    }
  }

  /// The result of a closure that makes a value and returns the value:
  /// `{ let store = Store(); store.fill(); return store }`.
  private init?(_ closure: ClosureExprSyntax) {
    var names = LocalNames()
    names.enterType()
    var result: ExprSyntax?
    for item in closure.statements {
      if let variable = item.item.as(VariableDeclSyntax.self) {
        names.leave(Syntax(variable), .variableDecl)
      } else if let statement = item.item.as(ReturnStmtSyntax.self) {
        result = statement.expression
      } else if closure.statements.count == 1 {
        result = item.item.as(ExprSyntax.self)
      }
    }
    guard let result, !result.is(ClosureExprSyntax.self), let path = names.path(of: result),
      path.root != .type(.unknown)
    else { return nil }
    self = path
  }

  init(type: TypeReference) { root = .type(type) }

  /// The value of a key path, or the one that the key path has before a component; nil where the type at its beginning
  /// depends on more than declarations.
  init?(_ keyPath: KeyPathExprSyntax, before end: KeyPathComponentSyntax? = nil) {
    if let type = keyPath.root {
      root = .type(TypeReference(type))
    } else if let attribute = keyPath.parent?.parent?.parent?.as(AttributeSyntax.self) {
      let isOfEnvironment = attribute.name == "Environment"
      root = .type(isOfEnvironment ? .named(["EnvironmentValues"]) : TypeReference(attribute.attributeName))
      steps = isOfEnvironment ? [] : [.keyPathRoot]
    } else if keyPath.isOfReport {
      root = .selfReference
    } else {
      return nil
    }
    for component in keyPath.components.prefix(while: { $0.id != end?.id }) {
      switch component.component {
      case .property(let property): steps.append(.member(property.declName.baseName.identifierText))
      case .subscript: steps.append(.element)
      case .optional: break
      default: return nil
      }
    }
  }

  /// A path from a name, or from `self` if nil.
  init(name: String?, _ steps: [Step] = []) {
    root = name.map { .name($0) } ?? .selfReference
    self.steps = steps
  }

  var lastName: String? {
    switch (steps.last, root) {
    case (.member(let name), _), (nil, .name(let name)): name
    default: nil
    }
  }

  /// The name of the property if it's one of `self` and nothing else.
  var ownName: String? {
    switch (root, steps.first) {
    case (.name(let name), nil): name
    case (.selfReference, .member(let name)?) where steps.count == 1: name
    default: nil
    }
  }

  /// Whether only members follow.
  var isOfMembers: Bool { steps.allSatisfy { if case .member = $0 { true } else { false } } }

  func appending(_ steps: [Step]) -> ExpressionPath {
    var path = self
    path.steps += steps
    return path
  }
}

extension FunctionCallExprSyntax {
  /// Whether it calls a function by its name alone, with arguments: `configure(model)`.
  fileprivate var callsFunctionByName: Bool {
    calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isLowercase == true && !arguments.isEmpty
  }

  /// `model` of `Bindable(model)`, whose members are bindings of the model's members.
  fileprivate var objectOfBindable: ExprSyntax? {
    arguments.count == 1 && calleeName?.baseName.text == "Bindable" ? arguments.first?.expression : nil
  }
}

extension GenericSpecializationExprSyntax {
  fileprivate var isCalled: Bool { parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id }
}

extension KeyPathExprSyntax {
  /// Whether code of an `@Observable` class reports a read or a change of its property: `access(keyPath: \.name)`.
  fileprivate var isOfReport: Bool {
    guard let argument = parent?.as(LabeledExprSyntax.self), argument.label?.text == "keyPath",
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return false }
    return ["access", "withMutation"].contains(name)
  }
}

extension ExprSyntax {
  /// The name of a literal's type; nil for other expressions, and for collections.
  var typeOfLiteral: String? {
    guard case .named(let names, _)? = TypeReference(literal: self) else { return nil }
    return names.joined(separator: ".")
  }
}

extension TypeReference {
  /// The type of a literal without an annotation.
  init?(literal expression: ExprSyntax) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr: self = .named(["String"])
    case .integerLiteralExpr: self = .named(["Int"])
    case .floatLiteralExpr: self = .named(["Double"])
    case .booleanLiteralExpr: self = .named(["Bool"])
    case .prefixOperatorExpr(let prefix):
      guard let type = TypeReference(literal: prefix.expression) else { return nil }
      self = type
    case .arrayExpr(let array):
      guard let first = array.elements.first else { return nil }
      guard let path = ExpressionPath(first.expression) else { return nil }
      switch (path.root, path.steps) {
      case (.type(let type), []): self = .collection(type)
      case (.name(let name), [.call]): self = .collection(.named([name]))
      default: return nil
      }
    default: return nil
    }
  }

  /// The type of `resolver.resolve(Store.self)`, which Swinject and libraries like it return.
  fileprivate init?(resolvedBy call: FunctionCallExprSyntax) {
    guard call.method?.name.text == "resolve", let argument = call.arguments.first, argument.label == nil,
      let access = argument.expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self),
      let path = access.base.flatMap({ ExpressionPath($0) }), case .name(let first) = path.root, path.isOfMembers
    else { return nil }
    let names = path.steps.reduce(into: [first]) { if case .member(let name) = $1 { $0.append(name) } }
    self = .named(names)
  }

  /// The type of `[Photo]()`, `[String: Photo]()` and `Set<Photo>()`, from the called expression.
  fileprivate init?(madeCollection called: ExprSyntax) {
    if let type = called.as(GenericSpecializationExprSyntax.self) {
      let arguments = type.genericArgumentClause.typeReferences
      switch (type.expression.trimmedText, arguments.count) {
      case ("Array", 1), ("Set", 1), ("Dictionary", 2): self = .collection(arguments[arguments.count - 1])
      default: return nil
      }
      return
    }
    let element: ExprSyntax? =
      if let array = called.as(ArrayExprSyntax.self), array.elements.count == 1 {
        array.elements.first?.expression
      } else if case .elements(let elements)? = called.as(DictionaryExprSyntax.self)?.content, elements.count == 1 {
        elements.first?.value
      } else {
        nil
      }
    guard var text = element?.trimmedText else { return nil }
    if text.hasSuffix("?") { text.removeLast() }
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard
      names.allSatisfy({ $0.first?.isUppercase == true && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
    else { return nil }
    self = .collection(.named(names))
  }
}
