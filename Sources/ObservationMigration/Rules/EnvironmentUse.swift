import SwiftSyntax

/// How a view uses an object from the environment.
enum EnvironmentUse {
  case none
  case later
  /// The body reads the object only under a condition.
  case sometimes
  case shown

  init(of name: String, declaredBy node: VariableDeclSyntax, in owner: TypeSymbol.ID, _ walk: Walk) {
    let (table, reach) = (walk.project.table, walk.project.reach)
    let isOfProtocol = table.supertypes[owner].contains { $0 != owner && table.types[$0].members[name] != nil }
    guard !isOfProtocol, let type = node.enclosingType else {
      self = .shown
      return
    }
    // The declaration, and extensions in its file.
    let types = [type] + walk.extensions(of: owner, inFileOf: node).map { Syntax($0) }
    // Other targets may declare a view of the name.
    let file = walk.place(of: node).file
    let others = table.types[owner].declarations.filter { $0.place.file != file }
    let mentions = types.flatMap { $0.tokens(viewMode: .sourceAccurate) }.filter { token in
      guard [name, "$" + name, "_" + name].contains(token.identifierText) else { return false }
      return token.parent?.is(DeclReferenceExprSyntax.self) == true
        || token.parent?.is(ClosureCaptureSyntax.self) == true
    }
    if mentions.isEmpty {
      // Extensions or others may read it, but no other file a private one: `theme.editor` is a member of something else.
      let mayBeRead = reach.types[owner]?.names.contains(name) == true || reach.membersOfOthers.contains(name)
      self = mayBeRead && !node.modifiers.has("private") ? .shown : .none
    } else if table.types[owner].declarationCount > types.count + others.count {
      self = .shown
    } else {
      var members: Set<String> = []
      let isReadAtOnce = mentions.contains { Self.isReadAtOnce($0, in: types, &members) }
      let isOnlyLater = mentions.allSatisfy { Self.isLater($0, walk) }
      self = isReadAtOnce ? .shown : isOnlyLater ? .later : .sometimes
    }
  }

  /// Whether the object is read wherever the view appears: by each evaluation of `body`, itself or in a member that it
  /// uses, or first of all by `onAppear` or `task`. `members` have been followed already. With a node around the token, the
  /// question is whether the node's code reads the object.
  private static func isReadAtOnce(
    _ token: TokenSyntax,
    in types: [Syntax],
    within outer: Syntax? = nil,
    _ members: inout Set<String>
  ) -> Bool {
    var node = token.parent
    while let current = node {
      guard current.id != outer?.id else { return true }
      guard let parent = current.parent else { return false }
      switch parent.as(SyntaxEnum.self) {
      case .ifExpr(let branch):
        // At least the first condition is evaluated. One of the branches is: `if #available(iOS 16, *) { … } else { … }`.
        guard current.id != branch.conditions.id else { break }
        let other = current.id == branch.body.id ? branch.elseBody.map { Syntax($0) } : Syntax(branch.body)
        let uses = other?.tokens(viewMode: .sourceAccurate).filter { $0.identifierText == token.identifierText } ?? []
        guard uses.contains(where: { isReadAtOnce($0, in: types, within: other, &members) }) else { return false }
      case .guardStmt(let statement):
        if current.id == statement.body.id { return false }
      case .switchCase, .ternaryExpr, .unresolvedTernaryExpr, .forStmt, .whileStmt, .catchClause: return false
      case .sequenceExpr(let sequence):
        // `isShown && router.isOpen`, `flag ? router.path : []`
        let others = ["&&", "||", "??"]
        let isShort = sequence.elements.contains { element in
          element.is(UnresolvedTernaryExprSyntax.self)
            || element.as(BinaryOperatorExprSyntax.self).map { others.contains($0.operator.text) } ?? false
        }
        // The first operand is evaluated: `router.path ?? ""`.
        if isShort, !token.ancestors.contains(where: { $0.id == sequence.elements.first?.id }) { return false }
      case .functionCallExpr(let call):
        // A container of SwiftUI makes its content together with itself.
        let callee = call.calleeName?.baseName.text ?? ""
        // `List(rows) { row in … }` makes as much content as there are rows.
        let isContent = ViewHierarchies.containers.contains(callee) && call.trailingClosure?.signature == nil
        if let closure = current.as(ClosureExprSyntax.self), !isContent, !call.trailingClosureMakesLabel {
          // What follows the first statement may never be reached.
          let isFirst = token.ancestors.contains { $0.id == closure.statements.first?.id }
          if !isFirst || !["Task", "onAppear", "task"].contains(callee) { return false }
        }
      case .labeledExpr(let argument):
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        if current.is(ClosureExprSyntax.self), call?.makesPart(argument.label) != true { return false }
      case .multipleTrailingClosureElement(let element):
        let call = element.parent?.parent?.as(FunctionCallExprSyntax.self)
        if call?.makesPart(element.label) != true { return false }
      case .memberBlockItem(let item):
        guard let name = item.decl.effectsName else { return false }
        if name == "body" { return true }
        guard members.insert(name).inserted else { return false }
        let isFunction = item.decl.is(FunctionDeclSyntax.self)
        for token in types.flatMap({ $0.tokens(viewMode: .sourceAccurate) }) where token.identifierText == name {
          guard let use = token.parent?.as(DeclReferenceExprSyntax.self), use.whole.ownReference != nil else {
            continue
          }
          // A function that is only passed on runs later.
          if use.isCalled || !isFunction, isReadAtOnce(token, in: types, &members) { return true }
        }
        return false
      case .functionDecl(let function):
        if function.parent?.is(MemberBlockItemSyntax.self) != true { return false }
        // Without a result, it's called by an action, and may end before what follows its first statement.
        let isFirst = token.ancestors.contains { $0.id == function.body?.statements.first?.id }
        if !isFirst, function.signature.returnClause?.type.isVoid ?? true { return false }
      case .accessorDecl(let accessor):
        if accessor.isObserver { return false }
      default: break
      }
      node = parent
    }
    return false
  }

  private static func isLater(_ token: TokenSyntax, _ walk: Walk) -> Bool {
    // A closure captures its values when it's created.
    let isCapture = token.parent?.is(ClosureCaptureSyntax.self) == true
    let start = isCapture ? token.ancestors.first { $0.is(ClosureExprSyntax.self) } : Syntax(token)
    for node in (start ?? Syntax(token)).ancestorsInMember {
      if let closure = node.as(ClosureExprSyntax.self), closure.runsLater || closure.isKeptAsAction(walk) {
        return true
      }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause.map(\.type.isVoid) ?? true
          && !ActionClosures.functionsCalledAtOnce.contains(function.name.text)
      }
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// Whether a closure makes a part that shows together with the rest: `NavigationLink { … } label: { … }`.
  fileprivate func makesPart(_ label: TokenSyntax?) -> Bool {
    calleeName?.baseName.text.isTypeName == true && label.map { ViewHierarchies.parts.contains($0.text) } == true
  }

  /// `NavigationLink(destination: Details()) { … }`
  fileprivate var trailingClosureMakesLabel: Bool {
    calleeName.map { ViewHierarchies.labelled.contains($0.baseName.text) } == true && additionalTrailingClosures.isEmpty
      && arguments.contains { $0.label.map { ViewHierarchies.labelsBeforeLabel.contains($0.text) } ?? false }
  }
}

extension Walk {
  /// The extensions of a type in the file of a node.
  func extensions(of type: TypeSymbol.ID, inFileOf node: some SyntaxProtocol) -> [ExtensionDeclSyntax] {
    node.root.topLevel(ExtensionDeclSyntax.self).filter { names.type(at: $0.extendedType.startOffset) == type }
  }
}

extension ClosureExprSyntax {
  /// Whether a type of the files stores it as a closure without a result: `Action(title: title) { … }`.
  fileprivate func isKeptAsAction(_ walk: Walk) -> Bool {
    let argument = parent?.as(LabeledExprSyntax.self)
    let trailing = parent?.as(MultipleTrailingClosureElementSyntax.self)
    let outer = argument?.parent?.parent ?? trailing?.parent?.parent ?? parent
    guard let call = outer?.as(FunctionCallExprSyntax.self),
      case .metatype(let type) = walk.type(of: call.calledExpression)
    else { return false }
    let closures = walk.table.types[type].members.values.joined().filter { member in
      guard case .function? = member.type else { return false }
      return member.kind == .property && member.isStored && !member.isStatic
    }
    let label = argument?.label?.text ?? trailing?.label.text
    if label == nil {
      // Without a label, there must be only one candidate.
      let others =
        call.arguments.contains { $0.expression.is(ClosureExprSyntax.self) } || !call.additionalTrailingClosures.isEmpty
      let symbol = walk.table.types[type]
      if others || closures.count != 1 || !symbol.genericNames.isEmpty { return false }
    }
    let possible = label.map { label in closures.filter { $0.name == label } } ?? closures
    return !possible.isEmpty
      && possible.allSatisfy { closure in
        // Also in parentheses, or optional.
        guard let text = closure.typeText, let arrow = text.ranges(of: "->").last else { return false }
        let result = text[arrow.upperBound...].filter { !$0.isWhitespace }
        return result.hasPrefix("Void") || result.hasPrefix("()")
      }
  }
}
