/// The types whose member a name may mean.
enum MemberOwners: Sendable {
  case any
  /// These types, and related ones.
  case types(Set<TypeSymbol.ID>)

  static let none = MemberOwners.types([])

  /// The types behind a base of the given type. The answer may include too many, never too few.
  init(of type: ResolvedType) {
    switch type {
    case .type(let id), .metatype(let id): self = .types([id])
    case .either(let types): self = .types(Set(types))
    case .collection, .function: self = .none
    case .external(let name) where ValueTypes.isKnown(name): self = .none
    case .composition(let parts):
      self = .none
      for part in parts { formUnion(MemberOwners(of: part)) }
    case .specialized(let type, _): self.init(of: type)
    case .external, .observableObject, .parameter, .elsewhere, .unknown: self = .any
    }
  }

  mutating func formUnion(_ other: MemberOwners) {
    guard case .types(var types) = self, case .types(let others) = other else { return self = .any }
    // While `self` has the set as well, a change would copy the set.
    self = .any
    types.formUnion(others)
    self = .types(types)
  }

  /// Whether the name may mean a member of this type; nil stands for a type that isn't declared in the files.
  func include(_ type: TypeSymbol.ID?, _ table: SymbolTable) -> Bool {
    guard case .types(let types) = self, let type else { return true }
    return !types.isDisjoint(with: table.relatives(of: type))
  }

  /// Whether two names may mean the member of one object.
  func mayMeet(_ other: MemberOwners, _ table: SymbolTable) -> Bool {
    guard case .types(let types) = self else { return true }
    return types.contains { other.include($0, table) }
  }
}

/// Places in the code with the types whose members they concern.
///
/// Many models have members of the same names, so going through all places of a name for each use of it would take
/// quadratic time.
struct PlacesByOwner<Element: Sendable>: Sendable {
  /// The places that may concern any type.
  private var loose: [Element] = []
  private var places: [TypeSymbol.ID: [Element]] = [:]

  mutating func add(_ place: Element, of owners: MemberOwners) {
    guard case .types(let types) = owners else { return loose.append(place) }
    for type in types { places[type, default: []].append(place) }
  }

  /// The places that concern one of the owners or a related type; some of them twice.
  func places(of owners: MemberOwners, _ table: SymbolTable) -> [Element] {
    guard case .types(let types) = owners else { return loose + places.values.joined() }
    let related = types.reduce(into: Set()) { $0.formUnion(table.relatives(of: $1)) }
    return loose + related.flatMap { places[$0] ?? [] }
  }
}

extension SymbolTable {
  /// The types whose member `name` may mean behind a base. Of an object of AppKit or UIKit, the name can only mean a member
  /// of a subclass: `subclasses` has those in the files, if they're known, by superclass.
  func owners(
    of name: String,
    behind base: ExpressionPath,
    in scope: LookupScope,
    subclasses: [String: Set<TypeSymbol.ID>]? = nil
  ) -> MemberOwners {
    let base = withoutProjection(base, in: scope)
    switch resolve(base, in: scope) {
    // `Theme.accent` is no property of a theme, and `UTType.image` none of a model.
    case .metatype(let id) where !members(name, of: id).contains(where: \.member.isStatic): return .none
    case .external where base.isNameOfType: return .none
    case .external(let name) where subclasses != nil && KnownSupertypes.isOfUserInterface(name):
      return .types(subclasses?[name] ?? [])
    // The name may be a member of the type behind the subscript for dynamic members.
    case .type(let id) where hasDynamicMembers(id) && members(name, of: id).isEmpty: return .any
    case let type: return MemberOwners(of: type)
    }
  }

  /// `draft.tags` for `$draft.tags`, if the members of the projected value are those of the value.
  private func withoutProjection(_ path: ExpressionPath, in scope: LookupScope) -> ExpressionPath {
    guard case .name(let root) = path.root, root.hasPrefix("$") else { return path }
    let name = String(root.dropFirst())
    let isProjected = scope.types.last.map { members(name, of: $0) }?.contains { member, _ in
      !ProjectingWrappers.names.isDisjoint(with: member.attributes)
    }
    return isProjected == true ? ExpressionPath(name: name, path.steps) : path
  }

  private func hasDynamicMembers(_ id: TypeSymbol.ID) -> Bool {
    lineage(of: id).contains { types[$0].attributes.contains("dynamicMemberLookup") }
  }
}

extension ExpressionPath {
  /// `UTType`
  fileprivate var isNameOfType: Bool {
    guard case .name(let name) = root, steps.isEmpty else { return false }
    return name.isTypeName
  }
}
