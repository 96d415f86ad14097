/// A declaration of a type, a typealias or an extension, as the survey of a file finds it.
struct TypeDeclaration: Sendable {
  enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, actor, `protocol`, `extension`, `typealias`

    /// Whether the values are objects.
    var isOfObjects: Bool { self == .class || self == .actor }
  }

  let kind: Kind
  /// The name; for an extension, the whole name as written.
  let name: [String]
  let offset: Int
  /// The enclosing declaration: an index in its file.
  let outer: Int?
  /// Visible in its file only.
  var isPrivate = false
  var isPublic = false
  /// Declared in the body of a function.
  var isLocal = false
  var isNonisolated = false
  var attributes: [String] = []
  /// Superclass and protocols; for a typealias, the target.
  var inherited: [TypeReference] = []
  var condition = CompilationCondition()
  var genericParameters: [String: TypeReference?] = [:]
  var genericNames: [String] = []
  var members: [Member] = []
  var initializers: [Initializer] = []
  var implementedCoding: Set<CodingHalf> = []
  var functions: [String: FunctionEffects] = [:]
  var associatedValues: [TypeReference] = []
  /// An initializer calls `objectWillChange.send()`, or sets up code calling it.
  var announces = false
  var hasFailableInitializer = false
}

struct FileSurvey: Sendable {
  /// Outer declarations come before nested ones.
  var declarations: [TypeDeclaration] = []
  var globals: [Member] = []
  /// Generic types with their arguments, or with values implying them.
  var specializations: [Specialization] = []
  var publisherUses: [PublisherUse] = []
  /// The uses of publishers of properties, with the code that gets their values.
  var pipelines: [PipelineCode] = []
  var units: [CodeUnit] = []
  var changes = CodeUnits.Changes()
  /// The hash values of the names that may mean types: a set of numbers needs a third of the memory.
  var mentionedTypes: Set<Int> = []
  /// The imported modules, without modules imported only if they exist.
  var imports: Set<String> = []
  /// The path of the folder that has the file.
  var folder: Substring = ""
  /// Whether the file has tests: no view follows what they change.
  var isOfTests: Bool { !imports.isDisjoint(with: Self.modulesOfTests) }
  static let modulesOfTests: Set = ["Testing", "XCTest"]
  /// The reason for leaving the file alone as a whole.
  var problem: SyntaxProblem?

  /// The surroundings of a piece of code that decide the meaning of its names.
  struct CodePlace: Sendable {
    /// The innermost declaration: an index in its file.
    let declaration: Int?
    /// The generic parameters of the enclosing functions, innermost last.
    let generics: [[String: TypeReference?]]
  }

  /// `Panel<Store>`, or `Panel(model: store)`.
  struct Specialization: Sendable {
    /// The generic type as written.
    let name: [String]
    let place: CodePlace
    /// The types written for the parameters, in order.
    var arguments: [TypeReference] = []
    var values: [ExpressionPath] = []
  }
}
