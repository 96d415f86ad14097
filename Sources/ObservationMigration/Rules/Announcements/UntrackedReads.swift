import SwiftSyntax

/// Finds out whether the code of a member may read something that the registrar does not notice.
///
/// What is read through another member of the class is that member's. In doubt it may: to report a read too many costs an
/// update, which there was before.
final class UntrackedReads: SyntaxVisitor {
  private let id: TypeSymbol.ID
  private let project: Project
  /// Parameters and variables of the member.
  private let locals: Set<String>
  private var isFound = false

  private var table: SymbolTable { project.table }
  private var models: Models { project.models }

  private init(_ id: TypeSymbol.ID, _ project: Project, locals: Set<String>) {
    self.id = id
    self.project = project
    self.locals = locals
    super.init(viewMode: .sourceAccurate)
  }

  /// Whether there may be some in the body of a member of a type, which is given as a whole.
  static func mayStand(in body: Syntax, of member: Syntax, _ id: TypeSymbol.ID, _ project: Project) -> Bool {
    let finder = UntrackedReads(id, project, locals: member.localNames)
    let parameters = member.nodes(FunctionParameterSyntax.self, skipping: [.closureExpr])
    if parameters.contains(where: { finder.holdsObjects(TypeReference($0.type)) }) { return true }
    finder.walk(body)
    return finder.isFound
  }

  private func holdsObjects(_ type: TypeReference) -> Bool {
    table.holdsObjects(table.resolve(type, in: table.types[id].scope), models) != false
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base else { return .skipChildren }
    // `expiry.timeIntervalSinceNow` is another value each time.
    if node.declName.baseName.text == "timeIntervalSinceNow" {
      isFound = true
      return .skipChildren
    }
    if base.isSelf {
      read(node.declName.baseName.identifierText)
      return .skipChildren
    }
    if let reference = base.as(DeclReferenceExprSyntax.self), let type = namedType(reference.baseName.identifierText) {
      // What is static is shared: but for the cases of an enumeration.
      let member = table.types[type].members[node.declName.baseName.identifierText]
      let isCase = member?.contains(where: \.isCase) == true
      if !isCase { isFound = true }
      return .skipChildren
    }
    if let path = ExpressionPath(base), case .type(let object) = table.resolve(path, in: table.types[id].scope),
      models[object] != nil
    {
      // Of another model what its registrar notices is tracked.
      let change = PropertyChange(property: node.declName.baseName.identifierText)
      if table.noticed(change, of: object) == nil { isFound = true }
    }
    walk(base)
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    switch node.baseName.tokenKind {
    case .keyword(.self), .dollarIdentifier: break
    case .identifier where name == "newValue" || name == "oldValue": break
    case .identifier: read(name)
    default: isFound = true
    }
    return .skipChildren
  }

  // A key path contains only names of members.
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  /// The type of the files that a name stands for, if it's no member's.
  private func namedType(_ name: String) -> TypeSymbol.ID? {
    guard table.members(name, of: id).isEmpty, !locals.contains(name),
      case .type(let type) = table.resolve(.named([name]), in: table.types[id].scope)
    else { return nil }
    return type
  }

  private func read(_ name: String) {
    guard !isFound else { return }
    if let (member, scope) = table.members(name, of: id).first {
      isFound = isUntracked(member, scope)
    } else if let type = namedType(name) {
      isFound = ![.struct, .enum].contains(table.types[type].kind)
    } else {
      isFound = !locals.contains(name) && !Self.constant.contains(name)
    }
  }

  private func isUntracked(_ member: Member, _ scope: LookupScope) -> Bool {
    if member.isStatic { return true }
    // Its own code is looked at.
    if member.kind == .function || !member.isStored { return false }
    let type = table.type(of: member, in: scope)
    if case .function = type { return true }
    if member.isLet { return table.holdsObjects(type, models) != false }
    let key = PropertyKey(type: scope.types.last ?? id, name: member.name)
    return member.isLazy || !project.isTracked(member, key)
  }

  /// Functions and types that have no state.
  private static let constant: Set = [
    "Array", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Decimal", "Dictionary", "Double", "Float", "Int",
    "NSLocalizedString", "Set", "String", "URL", "URLComponents", "fatalError", "max", "min", "preconditionFailure",
    "stride", "zip",
  ]
}
