import SwiftSyntax

/// Finds reads in the code of a member that the registrar may not notice.
///
/// Reads through another member of the class count for the other member. In doubt a read counts: reporting one too many
/// costs an update that happened before as well.
final class UntrackedReads: SyntaxVisitor {
  private let id: TypeSymbol.ID
  private let project: Project
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

  /// Whether a member of a type, given with its body, may have such reads.
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
      let members = table.types[type].members[node.declName.baseName.identifierText] ?? []
      // Objects share static members, which may change, except constants and cases of an enumeration.
      if !members.contains(where: { $0.isCase || isConstant($0, table.types[type].scope(of: $0)) }) { isFound = true }
      return .skipChildren
    }
    if let path = ExpressionPath(base), case .type(let object) = table.resolve(path, in: table.types[id].scope),
      models[object] != nil
    {
      // The registrar of another model notices its tracked properties.
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

  // The compiler reads the condition of an `#if`.
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  // A key path contains only names of members.
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SuperExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  /// The type of the files with a name that isn't a member's.
  private func namedType(_ name: String) -> TypeSymbol.ID? {
    guard table.members(name, of: id).isEmpty, !locals.contains(name),
      case .type(let type) = table.resolve(.named([name]), in: table.types[id].scope)
    else { return nil }
    return type
  }

  private func read(_ name: String) {
    guard !isFound else { return }
    if let (member, scope) = table.property(name, of: id) ?? table.members(name, of: id).first {
      isFound = isUntracked(member, scope)
    } else if let type = namedType(name) {
      isFound = ![.struct, .enum].contains(table.types[type].kind)
    } else {
      isFound = !locals.contains(name) && !Self.constant.contains(name)
    }
  }

  private func isUntracked(_ member: Member, _ scope: LookupScope) -> Bool {
    if member.isStatic { return !isConstant(member, scope) }
    // Its own code is checked separately.
    if member.kind == .function || !member.isStored { return false }
    let type = table.type(of: member, in: scope)
    if case .function = type { return true }
    if member.isLet { return !isConstant(member, scope) }
    let key = PropertyKey(type: scope.types.last ?? id, name: member.name)
    return member.isLazy || !project.isTracked(member, key)
  }

  /// Whether a member always has the same value: a constant without objects, or a model, which is checked where it's read. A
  /// shared model may be read through a local variable.
  private func isConstant(_ member: Member, _ scope: LookupScope) -> Bool {
    let type = table.type(of: member, in: scope)
    let isSharedModel = member.isStatic && table.symbols(in: type.element).contains { models[$0] != nil }
    return member.isStored && member.isLet && !isSharedModel && table.holdsObjects(type, models) == false
      && table.symbols(in: type.element).allSatisfy(answersFromItself)
  }

  /// Whether the members of a structure or an enumeration read nothing that lives elsewhere, such as the user's defaults.
  private func answersFromItself(_ type: TypeSymbol.ID) -> Bool {
    table.types[type].members.values.joined().allSatisfy { member in
      member.isStored
        || (project.reach.yields[member.name]?.reads.names ?? []).allSatisfy { name in
          name.first?.isUppercase != true || Self.constant.contains(name) || ValueTypes.isKnown(name)
            || table.isOfValues(name)
        }
    }
  }

  /// Functions and types without state.
  private static let constant: Set = [
    "Array", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Decimal", "Dictionary", "Double", "Float", "Int",
    "NSLocalizedString", "Set", "String", "URL", "URLComponents", "fatalError", "max", "min", "preconditionFailure",
    "stride", "zip",
  ]
}
