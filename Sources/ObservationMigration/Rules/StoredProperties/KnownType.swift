import SwiftSyntax

extension PatternBindingSyntax {
  /// The type of a variable, as it can be written in its declaration: the annotation, or the type that follows from the
  /// value or from a wrapper of the files. Nil if the type isn't known.
  func knownType(_ walk: Walk) -> String? {
    if let annotation = typeAnnotation { return annotation.type.trimmedText }
    if let value = initializer?.value { return value.knownType(walk) }
    guard let attributes = parent?.parent?.as(VariableDeclSyntax.self)?.attributes else { return nil }
    return attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.typeOfWrappedValue(walk) }.first
  }
}

extension ExprSyntax {
  fileprivate func knownType(_ walk: Walk) -> String? {
    if let type = typeOfLiteral { return type }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.madeType(walk) }
    // A case of an enumeration, or an instance of a type that the type itself has: `Store.shared`.
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base,
      case .metatype(let id) = walk.type(of: base)
    else { return nil }
    let type = walk.table.types[id]
    let members = type.members[access.declName.baseName.identifierText] ?? []
    let isKnown = members.allSatisfy { $0.isCase ? $0.payload.isEmpty : $0.isStatic && $0.holdsInstance(of: type) }
    return isKnown && !members.isEmpty && type.genericNames.isEmpty ? base.trimmedText : nil
  }
}

extension Member {
  /// Whether the member has the type, and isn't optional: `static let shared = Store()`.
  fileprivate func holdsInstance(of type: TypeSymbol) -> Bool {
    if let typeText { return [type.name, type.lastName, "Self"].contains(typeText) }
    guard let value, case .name(let name) = value.root else { return false }
    return kind == .property && value.steps == [.call] && [type.name, type.lastName, "Self"].contains(name)
      && !type.hasFailableInitializer
  }
}

extension FunctionCallExprSyntax {
  /// The type of a value that an initializer makes; nil for other calls, and if the initializer may give nil.
  fileprivate func madeType(_ walk: Walk) -> String? {
    var callee = calledExpression
    if let access = callee.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init",
      let base = access.base
    {
      callee = base
    }
    if makesURL(walk) { return "URL" }
    let text = callee.trimmedText
    if case .metatype(let type) = walk.type(of: callee) {
      let mayFail = walk.table.lineage(of: type).contains { walk.table.types[$0].hasFailableInitializer }
      return walk.table.types[type].genericNames.isEmpty && !mayFail ? text : nil
    }
    let hasArguments = !arguments.isEmpty || trailingClosure != nil
    // `[Photo]()`, `[String: Photo]()`
    if callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self) { return hasArguments ? nil : text }
    guard text.split(separator: ".").allSatisfy({ $0.first?.isUppercase == true }) else { return nil }
    if !hasArguments { return text }
    return Initializers.alwaysMake(text, from: self) ? text : nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the method, whose labels only a method of `URL` has, is called on a value that isn't optional.
  fileprivate func makesURL(_ walk: Walk) -> Bool {
    // A type of the files may have a method of that name.
    guard let name = method?.name.identifierText, !walk.table.memberNames.contains(name) else { return false }
    let labels = arguments.map { ($0.label?.identifierText ?? "_") + ":" }.joined()
    let methods: Set = [
      "appending(component:)", "appending(component:directoryHint:)", "appending(path:)",
      "appending(path:directoryHint:)", "appendingPathComponent(_:isDirectory:)",
    ]
    return methods.contains("\(name)(\(labels))")
      && !calledExpression.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .postfixQuestionMark }
  }
}

/// Types of other modules whose initializers with arguments are known.
private enum Initializers {
  /// The labels of initializers that give nil for some arguments.
  private static let failing: [String: Set<String>] = [
    "Data": ["base64Encoded"],
    "Date": [],
    "String": ["bytes", "data", "utf8String", "validating", "validatingCString", "validatingUTF8"],
  ]

  static func alwaysMake(_ type: String, from call: FunctionCallExprSyntax) -> Bool {
    guard let first = call.arguments.first else { return false }
    if let labels = failing[type] { return first.label.map { !labels.contains($0.identifierText) } ?? true }
    // A number from a text may be nil.
    return ["Bool", "Double", "Int"].contains(type) && first.label == nil
      && ["Bool", "Double", "Int"].contains(first.expression.typeOfLiteral)
  }
}

extension AttributeSyntax {
  /// The type of the value in a wrapper that the files declare, as it can be written here.
  fileprivate func typeOfWrappedValue(_ walk: Walk) -> String? {
    guard case .type(let wrapper) = walk.names.resolve(TypeReference(attributeName)),
      let value = walk.table.types[wrapper].members["wrappedValue"]?.first, let text = value.typeText
    else { return nil }
    if walk.table.types[wrapper].genericNames.contains(text) { return typeAtKeyPath(for: text, of: wrapper, walk) }
    return walk.written(value, in: walk.table.types[wrapper].scope)
  }

  /// The type at the key path that a wrapper gets: `Bool` for `@Setting(\.isLoud) var isLoud`, if the wrapper stores a
  /// `KeyPath<Settings, Value>`, and `Value` is the type of its value.
  private func typeAtKeyPath(for parameter: String, of wrapper: TypeSymbol.ID, _ walk: Walk) -> String? {
    guard case .argumentList(let list) = arguments, let path = list.first?.expression.as(KeyPathExprSyntax.self) else {
      return nil
    }
    let names = path.components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.identifierText
    }
    guard names.count == path.components.count, let last = names.last,
      let keyPath = walk.table.keyPathOfWrapper(wrapper), keyPath.value == .named([parameter]),
      case .type(var owner) = keyPath.root
    else { return nil }
    for name in names.dropLast() {
      guard case .type(let next) = walk.table.resolve(ExpressionPath(name: name), in: walk.table.types[owner].scope)
      else { return nil }
      owner = next
    }
    guard let (member, scope) = walk.table.property(last, of: owner) else { return nil }
    return walk.written(member, in: scope)
  }
}

extension Walk {
  /// The type of a member as declared elsewhere, if the same text means the same here.
  fileprivate func written(_ member: Member, in scope: LookupScope) -> String? {
    guard let type = member.type, let text = member.typeText else { return member.literalType }
    let meaning = table.interpret(type, in: scope)
    guard meaning.isKnown else { return nil }
    if meaning == table.interpret(type, in: names.scope) { return text }
    // `SettingsData.Theme` where the declaration says `Theme`.
    guard case .type(let id) = meaning, text == table.types[id].lastName else { return nil }
    let name = table.types[id].name
    return meaning == table.interpret(.named(name.split(separator: ".").map(String.init)), in: names.scope) ? name : nil
  }
}

extension ResolvedType {
  /// Whether a name means the same everywhere: neither a generic parameter nor unknown.
  var isKnown: Bool {
    switch self {
    case .type, .external: true
    case .collection(let element): element.isKnown
    case .specialized(let type, let arguments): type.isKnown && arguments.allSatisfy(\.isKnown)
    default: false
    }
  }
}
