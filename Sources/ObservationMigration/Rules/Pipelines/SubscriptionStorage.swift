import SwiftSyntax

/// A property of a class that keeps subscriptions, and what is done with it in its file.
struct SubscriptionStorage {
  let name: String
  let declaration: VariableDeclSyntax
  /// Assignments of something else than nothing.
  fileprivate(set) var assignments = 0
  /// It is assigned nil.
  fileprivate(set) var isReset = false
  /// Statements that end all subscriptions of a set.
  fileprivate(set) var resets: [CodeBlockItemSyntax] = []
  /// Sets of functions that take its place.
  fileprivate(set) var localSets: [LocalSet] = []
  /// Statements of initializers that give a set its first value, which is empty.
  fileprivate(set) var initializations: [CodeBlockItemSyntax] = []
  /// In ways that aren't understood.
  fileprivate(set) var isUsedOtherwise = false

  /// Nothing but the class sees it.
  var isPrivate: Bool {
    declaration.modifiers.has("private")
  }

  /// A private set that nothing is taken out of, or emptied.
  var keepsAllForGood: Bool {
    let binding = declaration.bindings.first
    let text = binding?.typeAnnotation?.type.trimmedText ?? binding?.initializer?.value.trimmedText ?? ""
    return isPrivate && text.hasPrefix("Set<AnyCancellable>")
      && declaration.bindingSpecifier.tokenKind == .keyword(.var)
      && !declaration.modifiers.hasStatic && !declaration.isLazy && assignments == 0 && resets.isEmpty
      && localSets.isEmpty
      && !isUsedOtherwise
  }

  /// Where all subscriptions end: where it is emptied, or where a function begins to fill another set.
  var ends: [CodeBlockItemSyntax] {
    resets + localSets.filter { !$0.isFirst }.map(\.declaration)
  }

  /// Statements that are about nothing but the set itself.
  var upkeep: [CodeBlockItemSyntax] {
    resets + initializations + localSets.flatMap { [$0.declaration, $0.handover] }
  }

  /// One subscription or none: `AnyCancellable?`.
  var isSingle: Bool {
    declaration.bindings.first?.typeAnnotation?.type.trimmedText == "AnyCancellable?"
  }
}

extension [SubscriptionStorage] {
  /// Those that a class declares, with what its declarations in the file do with them.
  init(in node: ClassDeclSyntax, bodies: [MemberBlockSyntax], names: Set<String>) {
    self = node.memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.bindings.count == 1,
        let name = variable.bindings.first?.name?.identifierText,
        names.contains(name)
      else { return nil }
      return SubscriptionStorage(name: name, declaration: variable)
    }
    guard !isEmpty else { return }
    let finder = StorageUseFinder(self)
    for body in bodies { finder.walk(body) }
    self = Array(finder.storages.values).sorted { $0.declaration.startOffset < $1.declaration.startOffset }
  }
}

private final class StorageUseFinder: SyntaxVisitor {
  var storages: [String: SubscriptionStorage]
  /// How many nested types are around.
  private var depth = 0

  init(_ storages: [SubscriptionStorage]) {
    // Two of one name don't compile.
    self.storages = Dictionary(storages.map { ($0.name, $0) }) { first, _ in first }
    super.init(viewMode: .sourceAccurate)
  }

  // What stands alone there, or behind `self`, is a member of theirs.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enterType() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enterType() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enterType() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enterType() }
  override func visitPost(_ node: ClassDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: StructDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: EnumDeclSyntax) { depth -= 1 }
  override func visitPost(_ node: ActorDeclSyntax) { depth -= 1 }

  private func enterType() -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    guard storages[name] != nil else { return .skipChildren }
    if depth > 0 {
      let base = node.parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName.id == node.id ? $0.base : nil }
      if let base, !base.isSelf {
        storages[name]?.isUsedOtherwise = true
      }
      return .skipChildren
    }
    var expression = ExprSyntax(node)
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      guard access.base?.isSelf == true else {
        // Of another object; or of `self?`, where it may be nothing's.
        storages[name]?.isUsedOtherwise = true
        return .skipChildren
      }
      expression = ExprSyntax(access)
    }
    if let statement = reset(by: expression) {
      if statement.isInInitializer, storages[name]?.declaration.bindings.first?.initializer == nil {
        storages[name]?.initializations.append(statement)
      } else {
        storages[name]?.resets.append(statement)
      }
    } else if let value = assigned(to: expression) {
      if value.is(NilLiteralExprSyntax.self) {
        storages[name]?.isReset = true
      } else if let statement = expression.parent?.parent?.parent?.as(CodeBlockItemSyntax.self), !statement.isInClosure,
        let set = LocalSet(value, in: statement)
      {
        storages[name]?.localSets.append(set)
      } else {
        storages[name]?.assignments += 1
      }
    } else if !expression.isStoredIn, !isCall(of: ["cancel", "insert"], on: expression) {
      storages[name]?.isUsedOtherwise = true
    }
    return .skipChildren
  }

  /// What stands on the right of an assignment.
  private func assigned(to expression: ExprSyntax) -> ExprSyntax? {
    guard let list = expression.parent?.as(ExprListSyntax.self), list.parent?.is(SequenceExprSyntax.self) == true,
      list.count == 3, list.first?.id == expression.id
    else { return nil }
    let parts = Array(list)
    return parts[1].is(AssignmentExprSyntax.self) ? parts[2] : nil
  }

  /// `cancellable?.cancel()`
  private func isCall(of names: [String], on expression: ExprSyntax) -> Bool {
    call(on: expression).map { names.contains($0.name) } ?? false
  }

  private func call(on expression: ExprSyntax) -> (name: String, node: FunctionCallExprSyntax)? {
    var base = Syntax(expression)
    if let chain = base.parent?.as(OptionalChainingExprSyntax.self) { base = Syntax(chain) }
    guard let access = base.parent?.as(MemberAccessExprSyntax.self), access.base?.id == base.as(ExprSyntax.self)?.id,
      let call = access.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == ExprSyntax(access).id
    else { return nil }
    return (access.declName.baseName.text, call)
  }

  /// The statement of a method that empties a set, or ends all that is in it.
  private func reset(by expression: ExprSyntax) -> CodeBlockItemSyntax? {
    var whole: Syntax?
    if let value = assigned(to: expression), Self.isEmpty(value) {
      whole = expression.parent?.parent
    } else if let (name, node) = call(on: expression) {
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
  private static func isEmpty(_ value: ExprSyntax) -> Bool {
    if let array = value.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    guard let call = value.as(FunctionCallExprSyntax.self), call.arguments.isEmpty, call.trailingClosure == nil else {
      return false
    }
    return ["Set", "Set<AnyCancellable>", "[AnyCancellable]", ".init"].contains(
      call.calledExpression.trimmedText
    )
  }
}

extension SyntaxProtocol {
  /// Whether it's a statement of an initializer.
  fileprivate var isInInitializer: Bool {
    let outer = ancestors.first { [.initializerDecl, .functionDecl, .memberBlock].contains($0.kind) }
    return outer?.is(InitializerDeclSyntax.self) == true
  }

  /// Whether a closure or a local function stands around it.
  fileprivate var isInClosure: Bool {
    let outer = ancestors.prefix { !$0.is(MemberBlockSyntax.self) }
    return outer.contains { $0.is(ClosureExprSyntax.self) } || outer.count { $0.is(FunctionDeclSyntax.self) } > 1
  }
}
