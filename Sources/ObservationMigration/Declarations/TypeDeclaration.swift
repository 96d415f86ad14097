/// A declaration of a type, a typealias or an extension, as the survey of a file finds it.
struct TypeDeclaration: Sendable {
  enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, actor, `protocol`, `extension`, `typealias`
  }

  let kind: Kind
  /// The name; of an extension all that it is written with.
  let name: [String]
  /// Where the name stands.
  let offset: Int
  /// The declaration that it stands in: an index in its file.
  let outer: Int?
  /// Visible in its file only.
  var isPrivate = false
  var isPublic = false
  /// Declared in the body of a function.
  var isLocal = false
  var isNonisolated = false
  var attributes: [String] = []
  /// Superclass and protocols; of a typealias what it stands for.
  var inherited: [TypeReference] = []
  /// The `#if`s that it stands in.
  var condition = CompilationCondition()
  var genericParameters: [String: TypeReference?] = [:]
  /// Their names, in order.
  var genericNames: [String] = []
  var members: [Member] = []
  /// The halves of `Codable` that are among its members.
  var implementedCoding: Set<CodingHalf> = []
  /// What functions and accessors do, by their names.
  var functions: [String: FunctionEffects] = [:]
  /// Of an enumeration: the types of those that its cases have.
  var associatedValues: [TypeReference] = []
  /// An initializer calls `objectWillChange.send()`, or what it sets up does.
  var announces = false
}

/// What the survey of one file has found.
struct FileSurvey: Sendable {
  /// What the file declares, an outer declaration before what is nested in it.
  var declarations: [TypeDeclaration] = []
  /// Global properties and functions.
  var globals: [Member] = []
  /// Where a generic type is given arguments, or what they follow from.
  var specializations: [Specialization] = []
  var publisherUses: [PublisherUse] = []
  /// Its code.
  var units: [CodeUnit] = []
  /// What its code assigns, or changes in another way.
  var changedNames = ChangedNames()
  /// What gets another value as a whole, or another element.
  var replacedNames = ChangedNames()
  /// What gets another value as a whole, where that is compared with the old one.
  var assignedNames = ChangedNames()
  /// What may become nil, or is changed in a way that doesn't tell.
  var clearedNames = ChangedNames()
  /// The modules that it imports, without those that it imports only if they exist.
  var imports: Set<String> = []
  /// Why it is left alone as a whole.
  var refusal: Refusal?

  /// What surrounds a piece of code, as far as that decides what names in it mean.
  struct CodePlace: Sendable {
    /// The innermost declaration: an index in its file.
    let declaration: Int?
    /// The generic parameters of the functions around, innermost last.
    let generics: [[String: TypeReference?]]
  }

  /// `Panel<Store>`, or `Panel(model: store)`.
  struct Specialization: Sendable {
    /// The generic type as it is written.
    let name: [String]
    let place: CodePlace
    /// What is written for the parameters, in order.
    var arguments: [TypeReference] = []
    /// What an initializer is given.
    var values: [ExpressionPath] = []
  }

  struct Refusal: Sendable {
    let offset: Int
    let message: String
  }
}
