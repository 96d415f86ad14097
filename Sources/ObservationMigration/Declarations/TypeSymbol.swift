/// A place in one of the files.
struct Place: Sendable, Hashable {
  let file: Int
  let offset: Int
}

/// Where a name is looked up: in a file, and in types from the outermost to the innermost.
struct LookupScope: Sendable {
  let file: Int
  var types: [TypeSymbol.ID] = []
}

/// A type that the files declare, with its extensions in all of them.
struct TypeSymbol: Sendable {
  typealias ID = Int

  struct Inherited: Sendable {
    let type: TypeReference
    let scope: LookupScope
    let isInExtension: Bool
  }

  let id: ID
  /// With the names of what it is nested in: `Editor.Draft`.
  let name: String
  let kind: TypeDeclaration.Kind
  let place: Place
  /// What it is nested in, outermost first, itself last.
  let scope: LookupScope
  let isLocal: Bool
  let isPublic: Bool
  let isNonisolated: Bool
  let attributes: [String]
  let hasAssociatedValues: Bool
  /// The first iOS that `@available` offers it to.
  let availableFrom: Int?
  var genericParameters: [String: TypeReference?]
  var inherited: [Inherited]
  var members: [String: [Member]] = [:]
  /// The halves of `Codable` that are implemented, here or in an extension.
  var implementedCoding: Set<CodingHalf> = []
  /// What functions and accessors do, by their names.
  var functions: [String: FunctionEffects] = [:]
  /// An initializer calls `objectWillChange.send()`, or what it sets up does.
  var announces = false
  /// Another declaration of the same name, which it can't be told from.
  var rival: Place?

  /// Adds what a declaration of the type, or an extension, has.
  mutating func add(_ declaration: TypeDeclaration) {
    for member in declaration.members { members[member.name, default: []].append(member) }
    for (name, effects) in declaration.functions { functions[name, default: .init()].formUnion(effects) }
    implementedCoding.formUnion(declaration.implementedCoding)
    announces = announces || declaration.announces
  }

  /// Whether it has the macro already, beside what it is to be converted from.
  var hasMacro: Bool { attributes.contains("Observable") }

  /// A property that an instance stores.
  func storedProperty(_ name: String) -> Member? {
    members[name]?.first { $0.kind == .property && $0.isStored && !$0.isStatic }
  }
}

/// What the name of a type stands for.
indirect enum ResolvedType: Sendable, Hashable {
  case type(TypeSymbol.ID)
  /// The type itself, as in `Store.shared`.
  case metatype(TypeSymbol.ID)
  /// The protocol of Combine.
  case observableObject
  case collection(ResolvedType)
  case function(result: ResolvedType)
  case composition([ResolvedType])
  /// A generic parameter without a constraint.
  case parameter(String)
  /// Declared elsewhere: another module's.
  case external(String)
  case unknown
}
