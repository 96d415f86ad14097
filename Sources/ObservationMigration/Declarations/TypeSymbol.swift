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
    /// What its name stands for, once the declarations of all files are known.
    var resolved = ResolvedType.unknown
  }

  let id: ID
  /// With the names of what it is nested in: `Editor.Draft`.
  let name: String
  let place: Place
  /// What it is nested in, outermost first, itself last.
  let scope: LookupScope
  /// The first of its declarations.
  private let declaration: TypeDeclaration
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

  /// Without the names of what it is nested in: `Draft`.
  let lastName: String
  var kind: TypeDeclaration.Kind { declaration.kind }
  var isLocal: Bool { declaration.isLocal }
  var isPublic: Bool { declaration.isPublic }
  var isNonisolated: Bool { declaration.isNonisolated }
  var attributes: [String] { declaration.attributes }
  var associatedValues: [TypeReference] { declaration.associatedValues }
  var genericParameters: [String: TypeReference?] { declaration.genericParameters }
  /// Their names, in order.
  var genericNames: [String] { declaration.genericNames }

  init(_ declaration: TypeDeclaration, id: ID, name: String, in file: Int, nestedIn outer: [ID]) {
    self.declaration = declaration
    self.id = id
    self.name = name
    lastName = declaration.name.last ?? name
    place = Place(file: file, offset: declaration.offset)
    scope = LookupScope(file: file, types: outer + [id])
    inherited = []
    add(declaration, in: file)
  }

  /// Adds what a declaration of the type, or an extension, has.
  mutating func add(_ declaration: TypeDeclaration, in file: Int) {
    declarationCount += 1
    let isExtension = declaration.kind == .extension
    inherited += declaration.inherited.map {
      Inherited(type: $0, scope: isExtension ? LookupScope(file: file) : scope, isInExtension: isExtension)
    }
    if !isExtension {
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

/// A property of a type.
struct PropertyKey: Sendable, Hashable {
  let type: TypeSymbol.ID
  let name: String
}
