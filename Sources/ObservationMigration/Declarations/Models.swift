/// Which types the migration is about: those that are an `ObservableObject`, and those that are `@Observable` already.
struct Models: Sendable {
  enum Role: Sendable {
    /// A class, or what is written like one, that is an `ObservableObject`.
    case model
    /// A protocol that makes its conformers one.
    case contract
    /// It was converted before.
    case converted
  }

  private let roles: [Role?]
  /// All that have yet to be converted.
  let candidates: [TypeSymbol.ID]
  /// What all of them may be called where they're made, without the types that they stand in.
  let names: Set<String>

  init(_ table: SymbolTable) {
    var known: [Bool?] = Array(repeating: nil, count: table.types.count)
    func isObservableObject(_ id: TypeSymbol.ID) -> Bool {
      if let known = known[id] { return known }
      // What inherits from itself does not compile, and is none.
      known[id] = false
      let result = table.types[id].inherited.contains { inherited in
        isObservableObject(table.resolve(inherited.type, in: inherited.scope))
      }
      known[id] = result
      return result
    }
    func isObservableObject(_ type: ResolvedType) -> Bool {
      switch type {
      case .observableObject: true
      case .type(let id): isObservableObject(id)
      case .composition(let parts): parts.contains { isObservableObject($0) }
      default: false
      }
    }
    var roles: [Role?] = []
    for symbol in table.types {
      if isObservableObject(symbol.id) {
        roles.append(symbol.kind == .protocol ? .contract : .model)
      } else {
        // What a superclass outside publishes reaches views through their wrappers only.
        roles.append(symbol.hasMacro && table.unknownSuperclass(of: symbol.id) == nil ? .converted : nil)
      }
    }
    self.roles = roles
    names = table.aliasNames.union(table.types.lazy.filter { roles[$0.id] != nil }.map(\.lastName)).union([
      "Self", "init",
    ])
    candidates = table.types.indices.filter { roles[$0] == .model || roles[$0] == .contract }
  }

  subscript(id: TypeSymbol.ID) -> Role? { roles[id] }

  func isCandidate(_ id: TypeSymbol.ID) -> Bool {
    roles[id] == .model || roles[id] == .contract
  }
}
