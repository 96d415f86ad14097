/// A piece of code: that of a member, of an accessor, of a closure, or all that a file has outside of types.
struct CodeUnit: Sendable {
  /// How the present time is read, or `Date()`.
  static let time = "Date.now"

  enum Role: Sendable {
    /// What it returns may be shown.
    case yielding
    /// A closure inside yielding code that is an action of a view, or may be one.
    case action
    /// It's called to do something, perhaps to what it's given.
    case acting
    /// It runs when an object ends.
    case deinitializing
  }

  let role: Role
  /// The innermost declaration around it: an index in its file.
  let declaration: Int?
  /// The member that it belongs to.
  var name: String?
  var isPrivate = false
  var isStatic = false
  /// Whether that member is a function, which whatever names it may call.
  var isFunction = false
  /// Whether it runs while an object is being made.
  var isInitial = false
  /// The types of what it is given, if it could show something through that before it returns.
  var parameters: [TypeReference] = []
  /// It may hand a value to a closure, or assign it to an argument.
  var handsOver = false
  /// The names that stand alone, and that no parameter or local variable has.
  var freeReads: Set<String> = []
  /// The names of parameters and local variables.
  var localReads: Set<String> = []
  /// The names behind a dot.
  var memberReads: Set<String> = []
  /// The names behind a dot whose base has no name: `rows[0].title`, `\.title`.
  var memberReadsOfUnnamed: Set<String> = []
  /// The names after a leading dot: `.accent`.
  var implicitReads: Set<String> = []
  /// The functions that it calls itself, by names that stand alone or behind `self`.
  var calls: Set<String> = []
  /// What it reads as a member of something with a name: `store.account`.
  var accesses: Set<String> = []

  /// The names of what it reads, without those after a leading dot.
  var reads: Set<String> { memberReads.union(freeReads).union(localReads) }
}
