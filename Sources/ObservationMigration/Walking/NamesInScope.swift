import SwiftSyntax

/// The meaning of names at the point that the walk of a file has reached.
struct NamesInScope {
  private let table: SymbolTable
  private let file: Int
  private let typesByOffset: [Int: TypeSymbol.ID]
  /// The enclosing types; nil for a type declared elsewhere.
  private var types: [TypeSymbol.ID?] = []
  var locals = LocalNames()

  init(table: SymbolTable, file: Int) {
    self.table = table
    self.file = file
    typesByOffset = table.declarationOffsets[file]
  }

  /// The types whose members are visible by name alone. In an extension of another module's type, members are unknown.
  var scope: LookupScope {
    guard let id = types.last, let id else { return LookupScope(file: file, types: types.compactMap(\.self)) }
    return LookupScope(file: file, types: table.types[id].scope.types)
  }

  /// The innermost enclosing type; nil outside, and in an extension of another module's type.
  var enclosingType: TypeSymbol.ID? { types.last ?? nil }

  func type(at offset: Int) -> TypeSymbol.ID? { typesByOffset[offset] }

  mutating func enterType(_ node: some DeclGroupSyntax) {
    let name: TokenSyntax? =
      if let node = node.as(ExtensionDeclSyntax.self) {
        node.extendedType.firstToken(viewMode: .sourceAccurate)
      } else {
        node.asProtocol((any NamedDeclSyntax).self)?.name
      }
    types.append(name.flatMap { typesByOffset[$0.startOffset] })
    // The table knows the parameters of a type that the files declare.
    let isInTable = enclosingType != nil && !node.is(ExtensionDeclSyntax.self)
    locals.enterType(generics: isInTable ? [:] : Syntax(node).genericParameters)
  }

  mutating func leaveType() {
    types.removeLast()
    locals.leaveType()
  }

  func isLocal(_ name: String) -> Bool { locals.isLocal(name) }

  /// Whether a name is a local variable for a new object: `let draft = Draft()`, `let draft = Draft.create()`.
  func isOfNewObject(_ name: String) -> Bool {
    guard isLocal(name) else { return false }
    let path = locals.path(ExpressionPath(name: name))
    guard case .name(let type) = path.root, type.first?.isUppercase == true else { return false }
    switch (path.steps.first, path.steps.count) {
    case (.call, 1): return true
    case (.member(let function), 2):
      return path.steps[1] == .call && ["create", "make"].contains(where: function.hasPrefix)
    default: return false
    }
  }

  private var scopeWithGenerics: LookupScope {
    var scope = scope
    scope.generics = locals.generics
    return scope
  }

  func resolve(_ type: TypeReference) -> ResolvedType { table.resolve(type, in: scopeWithGenerics) }

  func resolve(_ path: ExpressionPath) -> ResolvedType { follow(path).plain }

  /// The type of a path, with generic arguments; `elsewhere` where the path leaves the files.
  func follow(_ path: ExpressionPath) -> ResolvedType {
    let path = locals.path(path)
    // In an extension of another module's type, members are unknown.
    if path.root == .selfReference, enclosingType == nil { return .unknown }
    return table.follow(path, in: scopeWithGenerics)
  }
}
