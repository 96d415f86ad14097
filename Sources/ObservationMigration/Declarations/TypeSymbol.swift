struct Place: Sendable, Hashable {
  let file: Int
  let offset: Int
}

/// The scope of a name: a file, and types from the outermost to the innermost.
struct LookupScope: Sendable {
  let file: Int
  var types: [TypeSymbol.ID] = []
  /// The generic parameters of the enclosing functions, and of types unknown to the symbol table, innermost last.
  var generics: [[String: TypeReference?]] = []
}

/// A type that the files declare, with its extensions in all of them.
struct TypeSymbol: Sendable {
  typealias ID = Int
  typealias Declaration = (place: Place, kind: TypeDeclaration.Kind, condition: CompilationCondition)

  struct Inherited: Sendable {
    let type: TypeReference
    let scope: LookupScope
    let isInExtension: Bool
    /// The meaning of the name, once the declarations of all files are known.
    var resolved = ResolvedType.unknown
  }

  let id: ID
  /// With the names of enclosing types: `Editor.Draft`.
  let name: String
  let place: Place
  /// The enclosing types, outermost first, with the type itself last.
  let scope: LookupScope
  private let declaration: TypeDeclaration
  var inherited: [Inherited]
  var members: [String: [Member]] = [:]
  private(set) var initializers: [Initializer] = []
  private(set) var implementedCoding: Set<CodingHalf> = []
  private(set) var functions: [String: FunctionEffects] = [:]
  private(set) var announces = false
  private(set) var hasFailableInitializer = false
  /// The declarations without extensions: several if each is for a platform, or if they can't be told apart.
  private(set) var declarations: [Declaration] = []
  /// The number of declarations, with extensions.
  private(set) var declarationCount = 0

  /// Without the names of enclosing types: `Draft`.
  let lastName: String
  private(set) var declaringFiles: Set<Int> = []
  /// Whether all declarations are of a class.
  var isClass: Bool { declarations.allSatisfy { $0.kind == .class } }
  var kind: TypeDeclaration.Kind { declaration.kind }
  var isLocal: Bool { declaration.isLocal }
  var isPublic: Bool { declaration.isPublic }
  var isNonisolated: Bool { declaration.isNonisolated }
  var attributes: [String] { declaration.attributes }
  var associatedValues: [TypeReference] { declaration.associatedValues }
  /// The generic parameters of all declarations.
  private(set) var genericParameters: [String: TypeReference?] = [:]
  private(set) var genericNames: [String] = []

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

  mutating func add(_ declaration: TypeDeclaration, in file: Int) {
    declarationCount += 1
    let isExtension = declaration.kind == .extension
    inherited += declaration.inherited.map {
      Inherited(type: $0, scope: isExtension ? LookupScope(file: file) : scope, isInExtension: isExtension)
    }
    if !isExtension {
      let place = Place(file: file, offset: declaration.offset)
      declarations.append((place, declaration.kind, declaration.condition))
      declaringFiles.insert(file)
      genericParameters.merge(declaration.genericParameters) { first, _ in first }
      genericNames += declaration.genericNames.filter { !genericNames.contains($0) }
    }
    for var member in declaration.members {
      member.file = file
      members[member.name, default: []].append(member)
    }
    for var initializer in declaration.initializers {
      initializer.file = file
      initializers.append(initializer)
    }
    for (name, effects) in declaration.functions { functions[name, default: .init()].formUnion(effects) }
    implementedCoding.formUnion(declaration.implementedCoding)
    announces = announces || declaration.announces
    hasFailableInitializer = hasFailableInitializer || declaration.hasFailableInitializer
  }

  /// Whether a macro already makes the type observable.
  var hasMacro: Bool { attributes.contains { KnownAttributes.ofObservables.contains($0) } }

  var publishes: Bool { members.values.joined().contains { $0.hasAttribute("Published") } }

  /// Whether code in another file can use the members that a file declares of the type.
  ///
  /// Several targets may each declare a type of one name, such as a view with other objects in it: code in one of the
  /// declaring files means that declaration, and its extensions in files without one. Code in other files may mean any
  /// of them. Declarations for several platforms are one type, which may have its extensions in each of the files.
  func isDeclared(in file: Int, seenFrom other: Int) -> Bool {
    if file == other || !declaringFiles.contains(file) || !declaringFiles.contains(other) { return true }
    return declarations.contains { one in
      one.place.file == file
        && declarations.contains { $0.place.file == other && $0.condition.excludes(one.condition) }
    }
  }

  /// The members of a name that code in a file may mean.
  func members(_ name: String, seenFrom file: Int?) -> [Member] {
    guard let all = members[name] else { return [] }
    guard let file, declaringFiles.count > 1 else { return all }
    return all.filter { isDeclared(in: $0.file, seenFrom: file) }
  }

  /// A member sees the private declarations of its file, whichever file declares its type.
  func scope(of member: Member) -> LookupScope { LookupScope(file: member.file, types: scope.types) }

  func storedProperty(_ name: String) -> Member? {
    members[name]?.first { $0.kind == .property && $0.isStored && !$0.isStatic }
  }

  /// Whether a property only keeps what these functions have made, so that `manager(for:)` returns the same object again:
  /// all other functions at most remove something.
  func onlyKeeps(_ variable: Member, madeBy makers: Set<String>) -> Bool {
    guard variable.isPrivate, !variable.isObserved else { return false }
    var isFilled = false
    for (name, effects) in functions {
      let isMaker = makers.contains(name) && members[name]?.allSatisfy { $0.kind == .function } == true
      for change in effects.changes where change.property == variable.name {
        guard let method = change.method else {
          if !isMaker { return false }
          isFilled = true
          continue
        }
        if MutatingMethods.names.contains(method), !isMaker, !method.hasPrefix("remove") { return false }
      }
    }
    return isFilled
  }
}

indirect enum ResolvedType: Sendable, Hashable {
  case type(TypeSymbol.ID)
  /// The type itself, as in `Store.shared`.
  case metatype(TypeSymbol.ID)
  /// The protocol of Combine.
  case observableObject
  case collection(ResolvedType)
  case function(result: ResolvedType)
  case composition([ResolvedType])
  /// A generic parameter without a constraint, or that of a function's argument.
  case parameter(String, ofArgument: ArgumentPlace? = nil)
  /// Declared in another module.
  case external(String)
  /// A generic type with its arguments; only while a path is followed.
  case specialized(ResolvedType, [ResolvedType])
  /// One of several types: those passed for a generic parameter.
  case either([TypeSymbol.ID])
  /// Outside the files, such as a member of another module's type; only while a path is followed.
  case elsewhere
  case unknown

  /// Whether it's the protocol of Combine, perhaps with others.
  var isObservableObject: Bool {
    switch self {
    case .observableObject: true
    case .composition(let parts): parts.contains(where: \.isObservableObject)
    default: false
    }
  }

  /// The type of the elements of a collection, also of one of collections; else the type itself.
  var element: ResolvedType {
    switch self {
    case .collection(let element), .specialized(let element, _): element.element
    default: self
    }
  }

  /// The type for rules: without arguments, and unknown where a path has left the files.
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

struct GenericParameter: Sendable, Hashable {
  let type: TypeSymbol.ID
  let name: String
}

struct PropertyKey: Sendable, Hashable {
  let type: TypeSymbol.ID
  let name: String
}
