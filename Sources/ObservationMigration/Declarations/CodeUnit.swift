/// A piece of code: of a member, a global function, an accessor or a closure, or the rest of a file outside of types.
struct CodeUnit: Sendable {
  /// The ways to read the present time.
  static let times = ["Date()", "Date.now"]

  /// The name that stands for a pattern with the associated values of a case.
  static func payload(of enumCase: String) -> String { enumCase + "(_:)" }

  /// The name that stands for a pattern that matches a case, whatever its associated values are.
  static func match(of enumCase: String) -> String { enumCase + "(_)" }

  enum Role: Sendable {
    /// The returned value may be shown.
    case yielding
    /// A closure inside yielding code that is, or may be, an action of a view.
    case action
    /// Called for an effect, perhaps on an argument.
    case acting
    case deinitializing
  }

  let role: Role
  /// The innermost enclosing declaration: an index in its file.
  let declaration: Int?
  /// The member, or the global function, whose code this unit is.
  var name: String?
  var isPrivate = false
  var isStatic = false
  /// Whether the unit is a function, which other code may call by its name.
  var isFunction = false
  /// Whether the unit is an asynchronous function, for which no view waits while evaluating a body.
  var isAsync = false
  /// The position of the initializer whose code this unit is.
  var initializer: Int?
  /// Whether the code runs while an object is being made.
  var isInitial: Bool { initializer != nil }
  /// Whether the unit is the part of a piece of code that runs in a task, or on a queue, after the rest.
  var isLater = false
  /// Whether such code does nothing for an object that nobody keeps: `Task { [weak self] in … }`.
  var needsKeptObject = false
  /// Whether the unit is an observer, or an accessor without a result.
  var isAccessor = false
  /// The parameter types, if the code could show something through an argument before returning.
  var parameters: [TypeReference] = []
  /// Whether the code may pass a value to a closure, or assign one to an argument.
  var handsOver = false
  var reads = Reads()
  /// The members read by name, with the paths of their bases; a nil path where the type of the base isn't known.
  var members: [String: Set<ExpressionPath?>] = [:]
  /// The names in key paths, through which other code may change a property.
  var keyPathMembers: Set<String> = []
  /// The names that are called, behind a base or alone.
  var callees: Set<String> = []
  /// The names that are read without a call, among them functions to be called later.
  var uncalled: Set<String> = []
  /// The names after a leading dot: `.accent`.
  var implicitReads: Set<String> = []
  /// The properties whose publishers the code uses.
  var publishers: Set<String> = []
  /// The properties whose projected values the code passes on: bindings, or publishers.
  var projections: Set<String> = []
  /// The names that the code assigns, with the paths of their bases: of `self` for a name alone, nil where the type isn't
  /// known.
  var targets: [String: Set<ExpressionPath?>] = [:]
  /// The names whose values the code changes in place before it returns, by which it depends on a tracked property, too:
  /// `rows[id] = row`, `rows.append(row)`, `count += 1`.
  var modified: Set<String> = []
  /// The names that the code reads before it returns, without those of local variables.
  var readAtOnce: Set<String> = []
  /// The names that the code assigns before it returns.
  var assignedAtOnce: Set<String> = []
  /// The names that the code changes, without those of local variables.
  var changed: Set<String> = []
  /// The names that closures in the code, which may run later, change or call.
  var usedLater: Set<String> = []
  /// The names that closures change or call later for any object: `$rows.dropFirst().sink { … }` waits for a change of
  /// `rows`, and `{ [weak self] in … }` does nothing for an object that nobody keeps.
  var usedByItself: Set<String> = []
  /// The names that only closures getting a publisher's values change or call.
  var usedByPipelines: Set<String> = []
  /// Whether each run of the code counts, not just the last one: `count += 1`, `rows[id] = row`, `subject.send(row)`.
  var accumulates = false

  /// A unit for the part of this code that runs in a task.
  var laterPart: CodeUnit {
    var part = CodeUnit(role: role, declaration: declaration, name: name, isPrivate: isPrivate, isStatic: isStatic)
    (part.isFunction, part.initializer, part.isAccessor, part.isAsync) = (isFunction, initializer, isAccessor, isAsync)
    (part.isLater, part.parameters, part.handsOver) = (true, parameters, handsOver)
    return part
  }

  /// Notes a name that the code is about to change or call.
  mutating func noteUse(_ name: String, inPipeline: Bool) {
    if !inPipeline {
      usedByPipelines.remove(name)
    } else if !changed.contains(name), !callees.contains(name) {
      usedByPipelines.insert(name)
    }
  }

  /// Whether the code is the initial value of a static property, which the first read computes.
  var isValueOfStaticProperty: Bool { role == .acting && isStatic && !isFunction && !isAccessor }

  /// Whether the code is a setter or an observer, which a read of the property doesn't run.
  var runsOnlyOnChange: Bool { role == .acting && name != nil && !isFunction && !isStatic }

  struct Reads: Sendable {
    var names: Set<String> = []
    /// The names that the code itself depends on, without those of parameters and local variables, and of members that only a
    /// binding leads to.
    var followed: Set<String> = []
    /// Such names in the content of a presentation, such as a sheet. The presented view depends on them, not the view that
    /// presents it.
    var presented: Set<String> = []
    /// The names that the code, or what it presents, depends on.
    var called: Set<String> { presented.isEmpty ? followed : followed.union(presented) }
    /// The names that stand alone, and aren't local.
    var free: Set<String> = []
    /// The members of a base without a name: `rows[0].title`, `\.title`.
    var membersOfUnnamed: Set<String> = []
    /// The functions called by names that stand alone or behind `self`.
    var calls: Set<String> = []
    /// The members read of something with a name: `store.account`.
    var accesses: Set<String> = []

    /// Adds a name on which the code, or what it presents, depends.
    mutating func insertCalled(_ name: String, inPresentation: Bool) {
      if inPresentation { presented.insert(name) } else { followed.insert(name) }
    }

    /// Adds all reads of a unit, with the names after a leading dot.
    mutating func formUnion(_ unit: CodeUnit) {
      formUnion(unit.reads)
      names.formUnion(unit.implicitReads)
    }

    mutating func formUnion(_ other: Reads) {
      names.formUnion(other.names)
      followed.formUnion(other.followed)
      presented.formUnion(other.presented)
      free.formUnion(other.free)
      membersOfUnnamed.formUnion(other.membersOfUnnamed)
      calls.formUnion(other.calls)
      accesses.formUnion(other.accesses)
    }
  }
}

/// A change of a name in code.
struct NameChange: Sendable, Hashable {
  /// Where the variable of a changed name is declared, as far as the code tells.
  enum Owner: Sendable, Hashable {
    /// The name stands alone or behind `self`: a member of the enclosing type, or a variable outside of types.
    case enclosing
    /// The name is a member of this base; nil where the type of the base isn't known.
    case base(ExpressionPath?)
  }

  let owner: Owner
  /// The innermost enclosing declaration: an index in its file.
  let declaration: Int?
  /// Whether the change is made while the enclosing object is being made.
  let isInitial: Bool
  /// The function whose code makes the change, before it returns.
  let function: String?
}

typealias ChangedNames = [String: Set<NameChange>]
