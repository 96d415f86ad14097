import SwiftSyntax

/// A class that keeps subscriptions, and what it does with the properties that it keeps them in.
struct PipelineOwner {
  /// How a property for one subscription is used.
  struct Use {
    var assignments = 0
    /// Assigned nil.
    var isReset = false
    /// In ways that aren't understood.
    var isUsedOtherwise = false
  }

  let id: TypeSymbol.ID
  let node: ClassDeclSyntax
  /// Its code runs on the main actor.
  let isOnMainActor: Bool
  /// How far its members are indented.
  let step: String
  private let declarations: [String: VariableDeclSyntax]
  private let uses: [String: Use]

  init?(_ node: ClassDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    self.id = id
    self.node = node
    var declarations: [String: VariableDeclSyntax] = [:]
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.bindings.count == 1,
        let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
        inspection.storageNames.contains(name)
      else { continue }
      declarations[name] = variable
    }
    isOnMainActor = inspection.table.isOnMainActor(id)
    self.declarations = declarations
    let outer = inspection.source.indentation(at: node.startOffset)
    let inner = node.memberBlock.members.first.map { inspection.source.indentation(at: $0.startOffset) } ?? ""
    step = inner.hasPrefix(outer) && inner != outer ? String(inner.dropFirst(outer.count)) : "  "
    let finder = StorageUseFinder(names: Set(declarations.keys))
    if !declarations.isEmpty { finder.walk(node.memberBlock) }
    uses = finder.uses
  }

  /// Where properties that keep something are added: the first of those that do, or the first of all.
  var anchor: VariableDeclSyntax? {
    let variables = node.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let first = declarations.values.min { $0.startOffset < $1.startOffset }
    return first ?? variables.first
  }

  /// A property of this class that other files can't see.
  func privateStorage(_ expression: ExprSyntax) -> (name: String, declaration: VariableDeclSyntax)? {
    guard let path = ExpressionPath(expression) else { return nil }
    let name: String
    if case .name(let own) = path.root, path.steps.isEmpty {
      name = own
    } else if path.root == .selfReference, path.steps.count == 1, case .member(let own) = path.steps[0] {
      name = own
    } else {
      return nil
    }
    guard let declaration = declarations[name],
      declaration.modifiers.has("private") || declaration.modifiers.has("fileprivate")
    else { return nil }
    return (name, declaration)
  }

  func use(of name: String) -> Use {
    uses[name] ?? Use()
  }
}

/// Finds what is done with properties that keep one subscription.
private final class StorageUseFinder: SyntaxVisitor {
  let names: Set<String>
  var uses: [String: PipelineOwner.Use] = [:]

  init(names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    guard names.contains(name) else { return .skipChildren }
    var expression = Syntax(node)
    if let access = expression.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      expression = Syntax(access)
    }
    if let list = expression.parent?.as(ExprListSyntax.self), let sequence = list.parent?.as(SequenceExprSyntax.self),
      let parts = Optional(Array(sequence.elements)), parts.count == 3, parts[0].id == expression.id,
      parts[1].is(AssignmentExprSyntax.self)
    {
      if parts[2].is(NilLiteralExprSyntax.self) {
        uses[name, default: .init()].isReset = true
      } else {
        uses[name, default: .init()].assignments += 1
      }
    } else if expression.parent?.is(InOutExprSyntax.self) == true {
      // `.store(in: &cancellables)`
    } else if !isCancelled(expression) {
      uses[name, default: .init()].isUsedOtherwise = true
    }
    return .skipChildren
  }

  /// `cancellable?.cancel()`
  private func isCancelled(_ expression: Syntax) -> Bool {
    var base = expression
    if let chain = base.parent?.as(OptionalChainingExprSyntax.self) { base = Syntax(chain) }
    guard let access = base.parent?.as(MemberAccessExprSyntax.self), access.base?.id == base.as(ExprSyntax.self)?.id
    else {
      return false
    }
    return access.declName.baseName.text == "cancel" && access.parent?.is(FunctionCallExprSyntax.self) == true
  }
}

extension SymbolTable {
  /// Whether a class is known to be isolated to the main actor.
  func isOnMainActor(_ id: TypeSymbol.ID, depth: Int = 0) -> Bool {
    if types[id].attributes.contains("MainActor") { return true }
    guard depth < 16, let first = types[id].inherited.first else { return false }
    switch resolve(first.type, in: first.scope) {
    case .type(let parent): return types[parent].kind == .class && isOnMainActor(parent, depth: depth + 1)
    case .external(let name):
      return [
        "NSView", "NSViewController", "NSWindowController", "UICollectionViewCell", "UICollectionViewController",
        "UIControl", "UINavigationController", "UIResponder", "UITabBarController", "UITableViewCell",
        "UITableViewController", "UIView", "UIViewController",
      ].contains(name)
    default: return false
    }
  }
}
