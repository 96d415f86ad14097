import SwiftSyntax

/// A property with subscriptions, and its uses in the file.
struct SubscriptionStorage {
  let name: String
  let declaration: VariableDeclSyntax
  /// Assignments of other values than nil and empty sets.
  fileprivate(set) var assignments = 0
  fileprivate(set) var isReset = false
  /// Statements that empty a set.
  fileprivate(set) var resets: [CodeBlockItemSyntax] = []
  /// Local sets assigned to it.
  fileprivate(set) var localSets: [LocalSet] = []
  /// Statements of initializers that assign a first, empty set.
  fileprivate(set) var initializations: [CodeBlockItemSyntax] = []
  fileprivate(set) var isUsedOtherwise = false

  var isPrivate: Bool {
    declaration.modifiers.has("private")
  }

  /// A private set without removals.
  var keepsAllForGood: Bool {
    let binding = declaration.bindings.first
    let text = binding?.typeAnnotation?.type.trimmedText ?? binding?.initializer?.value.trimmedText ?? ""
    return isPrivate && text.hasPrefix("Set<AnyCancellable>")
      && declaration.bindingSpecifier.tokenKind == .keyword(.var)
      && !declaration.modifiers.hasStatic && !declaration.isLazy && assignments == 0 && resets.isEmpty
      && localSets.isEmpty
      && !isUsedOtherwise
  }

  /// The statements at which all subscriptions end: they empty it, or begin another set in a function.
  var ends: [CodeBlockItemSyntax] {
    resets + localSets.filter { !$0.isFirst }.map(\.declaration)
  }

  /// Statements that only manage the set itself.
  var upkeep: [CodeBlockItemSyntax] {
    resets + initializations + localSets.flatMap { [$0.declaration, $0.handover] }
  }

  var isSingle: Bool {
    declaration.bindings.first?.typeAnnotation?.type.trimmedText == "AnyCancellable?"
  }

  fileprivate mutating func note(_ node: DeclReferenceExprSyntax, isNested: Bool) {
    if let access = node.access, access.base?.isSelf != true, !isNested || access.base != nil {
      // The object is another one, or `self?`, which may be nil.
      isUsedOtherwise = true
      return
    }
    if isNested { return }
    let expression = node.whole
    if let statement = expression.resettingStatement {
      if statement.isInInitializer, declaration.bindings.first?.initializer == nil {
        initializations.append(statement)
      } else {
        resets.append(statement)
      }
    } else if let value = expression.assignedValue {
      if value.is(NilLiteralExprSyntax.self) {
        isReset = true
      } else if let statement = expression.parent?.parent?.parent?.as(CodeBlockItemSyntax.self), !statement.isInClosure,
        let set = LocalSet(value, in: statement)
      {
        localSets.append(set)
      } else {
        assignments += 1
      }
    } else if !expression.isStoredIn, !["cancel", "insert"].contains(expression.methodCall?.name) {
      isUsedOtherwise = true
    }
  }
}

extension [SubscriptionStorage] {
  /// The properties with subscriptions that a class declares, with their uses in this file.
  init(in node: ClassDeclSyntax, bodies: [MemberBlockSyntax], names: Set<String>) {
    self = node.memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let name = variable.onlyVariable?.name.identifierText, names.contains(name)
      else { return nil }
      return SubscriptionStorage(name: name, declaration: variable)
    }
    guard !isEmpty else { return }
    for body in bodies {
      for node in body.nodes(DeclReferenceExprSyntax.self) {
        let name = node.baseName.identifierText
        guard let index = firstIndex(where: { $0.name == name }) else { continue }
        // In a nested type, the name alone or behind `self` is a member of the nested type.
        let isNested = node.ancestors.prefix { $0.id != body.id }.contains { $0.kind.isOfType }
        self[index].note(node, isNested: isNested)
      }
    }
  }
}

extension ExprSyntax {
  fileprivate var assignedValue: ExprSyntax? {
    parent?.parent?.as(ExprSyntax.self)?.assignment.flatMap { $0.target.id == id ? $0.value : nil }
  }

  /// `cancellable?.cancel()`
  fileprivate var methodCall: (name: String, node: FunctionCallExprSyntax)? {
    var base = Syntax(self)
    if let chain = base.parent?.as(OptionalChainingExprSyntax.self) { base = Syntax(chain) }
    guard let access = base.parent?.as(MemberAccessExprSyntax.self), access.base?.id == base.as(ExprSyntax.self)?.id,
      let call = access.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == ExprSyntax(access).id
    else { return nil }
    return (access.declName.baseName.text, call)
  }

  /// The statement that empties a set, or ends all its subscriptions.
  fileprivate var resettingStatement: CodeBlockItemSyntax? {
    var whole: Syntax?
    if let value = assignedValue, value.isEmptySet {
      whole = parent?.parent
    } else if let (name, node) = methodCall {
      let closure = node.trailingClosure?.statements.trimmedText
      let isPlain = node.trailingClosure == nil && node.arguments.allSatisfy { $0.label?.text == "keepingCapacity" }
      if (name == "removeAll" && isPlain) || (name == "forEach" && closure == "$0.cancel()") { whole = Syntax(node) }
    }
    guard let whole, let statement = whole.parent?.as(CodeBlockItemSyntax.self), !statement.isInClosure else {
      return nil
    }
    return statement
  }

  /// `[]`, `Set()`, `.init()`.
  private var isEmptySet: Bool {
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty, call.trailingClosure == nil else {
      return false
    }
    return ["Set", "Set<AnyCancellable>", "[AnyCancellable]", ".init"].contains(call.calledExpression.trimmedText)
  }

  /// `.store(in: &cancellables)`
  var isStoredIn: Bool {
    guard let place = parent?.as(InOutExprSyntax.self), place.parent?.as(LabeledExprSyntax.self)?.label?.text == "in"
    else { return false }
    return place.callOfArgument?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "store"
  }
}

extension SyntaxProtocol {
  fileprivate var isInInitializer: Bool {
    let outer = ancestors.first { [.initializerDecl, .functionDecl, .memberBlock].contains($0.kind) }
    return outer?.is(InitializerDeclSyntax.self) == true
  }

  /// Whether it's in a closure or a local function.
  fileprivate var isInClosure: Bool {
    let outer = ancestors.prefix { !$0.is(MemberBlockSyntax.self) }
    return outer.contains { $0.is(ClosureExprSyntax.self) } || outer.count { $0.is(FunctionDeclSyntax.self) } > 1
  }
}

/// A local set of subscriptions, finally assigned to a property: `var all = Set<AnyCancellable>()`, the subscriptions
/// stored in it, and `cancellables = all`.
struct LocalSet {
  let name: String
  let declaration: CodeBlockItemSyntax
  let handover: CodeBlockItemSyntax
  let uses: [Int]
  /// It's the first set, in an initializer.
  let isFirst: Bool
  private let scope: Range<Int>

  /// Nil unless the statement assigns such a set, without other uses.
  init?(_ value: ExprSyntax, in statement: CodeBlockItemSyntax) {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName, case .identifier = name.tokenKind,
      let list = statement.parent?.as(CodeBlockItemListSyntax.self),
      let declaration = list.first(where: { $0.declaresSet(name.text) }),
      declaration.startOffset < statement.startOffset
    else { return nil }
    var uses: [Int] = []
    for token in list.tokens(viewMode: .sourceAccurate) where token.tokenKind == name.tokenKind {
      if token.id == name.id || declaration.utf8Range.contains(token.startOffset) { continue }
      guard let reference = token.parent?.as(DeclReferenceExprSyntax.self), ExprSyntax(reference).isStoredIn else {
        return nil
      }
      uses.append(token.startOffset)
    }
    self.name = name.text
    self.declaration = declaration
    handover = statement
    self.uses = uses
    isFirst = list.parent?.parent?.is(InitializerDeclSyntax.self) == true
    scope = declaration.startOffset..<statement.startOffset
  }

  func isMeant(by place: ExprSyntax) -> Bool {
    place.as(DeclReferenceExprSyntax.self)?.baseName.text == name && scope.contains(place.startOffset)
  }
}

extension CodeBlockItemSyntax {
  /// `var name = Set<AnyCancellable>()`
  fileprivate func declaresSet(_ name: String) -> Bool {
    guard let (binding, token) = item.as(VariableDeclSyntax.self)?.onlyVariable, token.text == name else {
      return false
    }
    let value = binding.initializer?.value.trimmedText
    return binding.typeAnnotation?.type.trimmedText == "Set<AnyCancellable>"
      ? value == "[]" || value == "Set()" : value == "Set<AnyCancellable>()"
  }
}
