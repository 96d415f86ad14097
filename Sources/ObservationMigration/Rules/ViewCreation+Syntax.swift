import SwiftSyntax

extension ViewCreation {
  /// Nil unless the call creates a view of the files or a view modifier, or calls a function of the files that is
  /// declared for all views, or makes a view.
  init?(_ call: FunctionCallExprSyntax, _ walk: Walk) {
    guard let callee = call.calleeName else { return nil }
    let name = callee.baseName.text
    let condition = CompilationCondition(around: call)
    if name == "init" || name.first?.isUppercase == true {
      guard case .metatype(let view) = walk.type(of: call.calledExpression),
        walk.table.isView(view) || walk.table.isViewModifier(view) || walk.table.isRepresentable(view)
      else { return nil }
      // A view for another platform isn't meant, but SwiftUI's of the same name, such as `Settings`.
      if walk.table.types[view].declarations.allSatisfy({ $0.condition.excludes(condition) }) { return nil }
      subject = .view(view)
    } else if let maker = walk.type(makingViewIn: call) {
      subject = .method(name, of: maker)
      arguments = Arguments(call)
    } else {
      guard walk.table.foreignMembers[name]?.contains(where: { $0.type == "View" }) == true else { return nil }
      // An object may have a method of that name.
      if let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
        case .type(let type) = walk.type(of: base),
        !walk.table.isView(type)
      {
        return nil
      }
      subject = .method(name, of: nil)
      arguments = Arguments(call)
    }
    self.condition = condition
    place = if case .view = subject { walk.place(of: call) } else { walk.place(of: callee) }
    goOutwards(from: ExprSyntax(call), walk)
  }

  /// Follows the value through the modifiers and containers around. Only one variable is followed, and a few members of
  /// an app or of previews.
  private mutating func goOutwards(
    from expression: ExprSyntax,
    isVariable: Bool = false,
    members: Int = 0,
    _ walk: Walk
  ) {
    if expression.isDestinationOfLink { isConditional = true }
    var node = Syntax(expression)
    while let parent = node.parent {
      if let closure = parent.as(ClosureExprSyntax.self) {
        if !closure.isContentOfContainer { isInClosure = true }
        if closure.isPresented { isConditional = true }
        if closure.signature != nil, let name = closure.enclosingCall?.calleeName?.baseName.text {
          isOfElement = isOfElement || ClosureTakers.ofElements.contains(name)
        }
      }
      if [.ifExpr, .switchExpr].contains(parent.kind) { isConditional = true }
      if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == ExprSyntax(node)?.id {
        // `DraftView().environmentObject(router)`
        if let call = access.parent?.as(FunctionCallExprSyntax.self) { add(modifier: call, walk) }
      } else if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id != ExprSyntax(node)?.id {
        let name = call.calleeName?.baseName.text ?? ""
        // A subclass of a hosting controller has a name of its own, and may add to the environment.
        let isView =
          if case .metatype(let type) = walk.type(of: call.calledExpression) { walk.table.isView(type) } else { false }
        let isRoot = node.as(LabeledExprListSyntax.self)?.first?.label?.text == "rootView" && !isView
        if isRoot || ViewHierarchies.controllers.contains(name) { isRootOfController = !isInClosure }
        if ViewHierarchies.names.contains(name) {
          rest = .nothing
          return
        }
        if case .metatype(let type) = walk.type(of: call.calledExpression), walk.table.isHost(type) { rest = .nothing }
        add(container: call, walk)
        if rest == .nothing { return }
      } else if let macro = parent.expandedMacro {
        isPreview = macro == "Preview"
        rest = isPreview ? .nothing : .anything
        return
      } else if let variable = parent.as(VariableDeclSyntax.self), !variable.isMember {
        if !isVariable, let name = variable.bindings.first?.name?.text, let block = variable.parent?.parent {
          if !add(usesOf: name, in: [block], isVariable: true, members: members, walk) { rest = .nothing }
        }
        return
      } else if parent.is(MemberBlockItemSyntax.self) {
        return leave(node, members: members, walk)
      }
      node = parent
    }
  }

  private mutating func add(modifier call: FunctionCallExprSyntax, _ walk: Walk) {
    guard let name = call.calleeName?.baseName.text else { return }
    modifiers.insert(name)
    // `DraftView().if(isOn) { $0.environmentObject(router) }`
    for closure in call.closures {
      let names = closure.signature.map { Set($0.tokens(viewMode: .sourceAccurate).map(\.text)) } ?? ["$0"]
      for inner in closure.nodes(FunctionCallExprSyntax.self) {
        if let start = inner.firstToken(viewMode: .sourceAccurate), names.contains(start.text) {
          add(modifier: inner, walk)
        }
      }
    }
    guard let object = call.arguments.first?.expression else { return }
    if ["concat", "modifier"].contains(name), let made = object.as(FunctionCallExprSyntax.self) {
      add(container: made, walk)
    }
    guard name == "environmentObject" else { return }
    // An object of unknown type may be any.
    given.formUnion(walk.modelTypes(in: walk.type(of: object)) ?? walk.models.candidates)
  }

  private mutating func add(container call: FunctionCallExprSyntax, _ walk: Walk) {
    guard let name = call.calleeName?.baseName.text else { return }
    if name.first?.isUppercase == true {
      if case .metatype(let type) = walk.type(of: call.calledExpression) { containers.insert(type) }
    } else {
      modifiers.insert(name)
    }
  }

  /// A view in a local variable, or from another member: later modifiers may add to the environment. False without uses.
  private mutating func add(
    usesOf name: String,
    in blocks: [Syntax],
    isVariable: Bool,
    members: Int,
    _ walk: Walk
  ) -> Bool {
    var (isUsed, isUsedElsewhere, isAlwaysConditional) = (false, false, true)
    for reference in blocks.flatMap({ walk.memo(References.self).references(to: name, in: $0) }) {
      let isOwn = reference.whole.ownReference != nil || walk.isEnclosingType(reference.access?.base)
      guard isOwn, !isVariable || reference.access == nil else { continue }
      var use = ViewCreation(subject: subject, place: place)
      use.goOutwards(from: reference.whole, isVariable: isVariable, members: members, walk)
      given.formUnion(use.given)
      modifiers.formUnion(use.modifiers)
      containers.formUnion(use.containers)
      isPreview = isPreview || use.isPreview
      isInMemberOfUnknownUse = isInMemberOfUnknownUse || use.isInMemberOfUnknownUse
      isAlwaysConditional = isAlwaysConditional && use.isConditional
      isOfElement = isOfElement || use.isOfElement
      // `_ = view`
      let isDiscarded =
        reference.parent?.as(ExprListSyntax.self)?.first?.is(DiscardAssignmentExprSyntax.self) == true
      isUsed = true
      if use.rest != .nothing, !isDiscarded { isUsedElsewhere = true }
    }
    guard isUsed else { return false }
    isConditional = isConditional || isAlwaysConditional
    rest = isUsedElsewhere ? .anything : .nothing
    return true
  }

  /// At the member of a type: the code of a view, or the end of the way.
  private mutating func leave(_ member: Syntax, members: Int, _ walk: Walk) {
    guard rest == .anything else { return }
    func followCallers(of method: FunctionDeclSyntax, of type: TypeSymbol.ID?) {
      rest = .method(
        method.name.identifierText,
        of: type,
        parameters: method.signature.parameterClause.parameters.map(Parameter.init)
      )
    }
    guard let type = walk.names.enclosingType else {
      if let method = member.as(FunctionDeclSyntax.self), method.isMethodOfView { followCallers(of: method, of: nil) }
      return
    }
    let symbol = walk.table.types[type]
    let names = symbol.inherited.compactMap(\.type.lastName)
    if names.contains("PreviewProvider") || names.contains("App") {
      guard let name = DeclSyntax(member)?.effectsName else { return }
      if name == "body" || name == "previews" {
        rest = .nothing
        isPreview = names.contains("PreviewProvider")
      } else if members < 3, let declaration = DeclSyntax(member)?.enclosingType {
        // Code that uses another member may add to the environment.
        _ = add(usesOf: name, in: [declaration], isVariable: false, members: members + 1, walk)
      }
    } else if names.contains(where: ["View", "ViewModifier"].contains), symbol.kind == .struct {
      let name = DeclSyntax(member)?.effectsName
      if name != "body" {
        // Code that uses another member may add to the environment.
        let code = walk.declarations(of: type, inFileOf: member)
        let isFollowed =
          name.map { members < 3 && add(usesOf: $0, in: code, isVariable: false, members: members + 1, walk) } ?? false
        if !isFollowed || symbol.declarationCount > code.count { isInMemberOfUnknownUse = true }
      }
      rest = .same(type)
    } else if !isInClosure, let method = member.as(FunctionDeclSyntax.self),
      walk.type(making: method.name.identifierText, in: [type]) == type
    {
      followCallers(of: method, of: type)
    }
  }
}

extension Walk {
  /// The type whose function a call calls, if the function makes a view, and the type is no view itself: `Page.make()`.
  fileprivate func type(makingViewIn call: FunctionCallExprSyntax) -> TypeSymbol.ID? {
    guard let name = call.calleeName?.baseName.identifierText else { return nil }
    guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base else {
      return names.isLocal(name) ? nil : type(making: name, in: nil)
    }
    switch type(of: base) {
    case .type(let type), .metatype(let type): return self.type(making: name, in: [type])
    default: return nil
    }
  }

  /// The declaration of a type and its extensions, as far as the file of a member has them.
  fileprivate func declarations(of type: TypeSymbol.ID, inFileOf member: Syntax) -> [Syntax] {
    let structs = member.root.topLevel(StructDeclSyntax.self).filter { names.type(at: $0.name.startOffset) == type }
    let extensions = extensions(of: type, inFileOf: member).map { Syntax($0) }
    let own = structs.isEmpty ? DeclSyntax(member)?.enclosingType.map { [$0] } ?? [] : structs.map { Syntax($0) }
    return own + extensions.filter { !own.contains($0) }
  }

  /// `Self` or `Page` in the code of `Page`.
  fileprivate func isEnclosingType(_ expression: ExprSyntax?) -> Bool {
    guard let expression, case .metatype(let id) = type(of: expression) else { return false }
    return id == names.enclosingType
  }

  fileprivate func type(making name: String, in types: [TypeSymbol.ID]?) -> TypeSymbol.ID? {
    let found = (types ?? names.scope.types.reversed()).lazy.compactMap { self.table.members(name, of: $0).first }.first
    guard let (member, scope) = found, let owner = scope.types.last, member.kind == .function, !table.isView(owner),
      !table.isViewModifier(owner), member.type?.lastName == "View"
    else { return nil }
    return owner
  }
}

extension FunctionDeclSyntax {
  fileprivate var isMethodOfView: Bool {
    enclosingType?.as(ExtensionDeclSyntax.self).map { TypeReference($0.extendedType).lastName == "View" } ?? false
  }
}

extension SyntaxProtocol {
  /// Whether a `NavigationLink` keeps the created view: `NavigationLink { DraftView() } label: { … }`. Modifiers, conditions,
  /// and containers that make their content at once may be around the view.
  var isDestinationOfLink: Bool {
    for node in ancestorsInMember {
      if let argument = node.as(LabeledExprSyntax.self) {
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        return call?.isLink == true && argument.label?.text == "destination"
      }
      if node.is(VariableDeclSyntax.self) { return false }
      guard let closure = node.as(ClosureExprSyntax.self), !closure.isContentOfContainer,
        closure.parent?.is(LabeledExprSyntax.self) != true
      else { continue }
      if let element = closure.parent?.as(MultipleTrailingClosureElementSyntax.self) {
        let call = element.parent?.parent?.as(FunctionCallExprSyntax.self)
        return call?.isLink == true && element.label.text == "destination"
      }
      guard let call = closure.parent?.as(FunctionCallExprSyntax.self), call.isLink else { return false }
      return !call.arguments.contains { ["destination", "value"].contains($0.label?.text) }
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isLink: Bool { calleeName?.baseName.text == "NavigationLink" }
}

extension ClosureExprSyntax {
  /// Whether it's all content of a container that has the environment of the container: `NavigationStack { … }`.
  fileprivate var isContentOfContainer: Bool {
    guard signature == nil, let callee = parent?.as(FunctionCallExprSyntax.self)?.calleeName?.baseName.text else {
      return false
    }
    return callee.first?.isUppercase == true && ViewHierarchies.containers.contains(callee)
  }
}

/// The references in blocks of code, by name: a member of a view may be looked for once for each view that another one makes.
private final class References: WalkMemo {
  private var found: [SyntaxIdentifier: [String: [DeclReferenceExprSyntax]]] = [:]

  func references(to name: String, in block: Syntax) -> [DeclReferenceExprSyntax] {
    if let known = found[block.id] { return known[name] ?? [] }
    let all = Dictionary(grouping: block.nodes(DeclReferenceExprSyntax.self)) { $0.baseName.text }
    found[block.id] = all
    return all[name] ?? []
  }
}
