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
  /// Without them: `Draft`.
  let lastName: String
  let kind: TypeDeclaration.Kind
  let place: Place
  /// What it is nested in, outermost first, itself last.
  let scope: LookupScope
  let isLocal: Bool
  let isPublic: Bool
  let isNonisolated: Bool
  let attributes: [String]
  let associatedValues: [TypeReference]
  var genericParameters: [String: TypeReference?]
  /// Their names, in order.
  let genericNames: [String]
  var inherited: [Inherited]
  var members: [String: [Member]] = [:]
  /// The halves of `Codable` that are implemented, here or in an extension.
  var implementedCoding: Set<CodingHalf> = []
  /// What functions and accessors do, by their names.
  var functions: [String: FunctionEffects] = [:]
  /// An initializer calls `objectWillChange.send()`, or what it sets up does.
  var announces = false
  /// When its declarations are compiled: one at a time, if they are those for several platforms.
  private(set) var conditions: [CompilationCondition] = []
  /// How many declarations it has, with its extensions.
  private(set) var declarationCount = 0
  /// The files that declare it: several if other declarations of its name can't be told from it.
  private(set) var declaringFiles: Set<Int> = []
  /// Whether it's a class, in all files that declare it.
  private(set) var isClass = false

  /// Adds what a declaration of the type, or an extension, has.
  mutating func add(_ declaration: TypeDeclaration, in file: Int) {
    declarationCount += 1
    if declaration.kind != .extension {
      declaringFiles.insert(file)
      conditions.append(declaration.condition)
      isClass = declaration.kind == .class && (declarationCount == 1 || isClass)
    }
    for var member in declaration.members {
      member.file = file
      members[member.name, default: []].append(member)
    }
    for (name, effects) in declaration.functions { functions[name, default: .init()].formUnion(effects) }
    implementedCoding.formUnion(declaration.implementedCoding)
    announces = announces || declaration.announces
  }

  /// Whether it has a macro already that makes it observable, beside what it is to be converted from.
  var hasMacro: Bool { attributes.contains { KnownAttributes.ofObservables.contains($0) } }

  /// Whether it declares published properties.
  var publishes: Bool { members.values.joined().contains { $0.hasAttribute("Published") } }

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
  /// A generic type with its arguments; only while a path is followed.
  case specialized(ResolvedType, [ResolvedType])
  /// One of these: what the sources pass for a generic parameter.
  case either([TypeSymbol.ID])
  /// What a path leads to that leaves the files: a member of another module's type. Only while a path is followed.
  case elsewhere
  case unknown

  /// The type as rules see it: without arguments, and unknown where a path has left the files.
  var plain: ResolvedType {
    switch self {
    case .specialized(let type, _): type.plain
    case .elsewhere: .unknown
    case .collection(let element): .collection(element.plain)
    case .function(let result): .function(result: result.plain)
    case .composition(let parts): .composition(parts.map(\.plain))
    default: self
    }
  }
}

/// A parameter of a generic type.
struct GenericParameter: Sendable, Hashable {
  let type: TypeSymbol.ID
  let name: String
}
