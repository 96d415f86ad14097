/// A place where a view is created, with what is in its environment there, as far as the text around it shows.
struct ViewCreation: Sendable {
  let view: TypeSymbol.ID
  let place: Place
  /// The objects that modifiers around it put into the environment.
  var given: Set<TypeSymbol.ID> = []
  /// The names of modifiers around it that may put something there.
  var modifiers: Set<String> = []
  /// The views and modifiers of the files around it, which may put something there.
  var containers: Set<TypeSymbol.ID> = []
  /// What else is in its environment.
  var rest = Rest.anything
  /// When the code around it is compiled.
  var condition = CompilationCondition()
  /// Whether only a preview shows it.
  var isPreview = false

  enum Rest: Sendable, Hashable {
    /// What is in the environment of the view whose code this is.
    case same(TypeSymbol.ID)
    /// Nothing: a view hierarchy begins here.
    case nothing
    /// It can't be told.
    case anything
  }
}
