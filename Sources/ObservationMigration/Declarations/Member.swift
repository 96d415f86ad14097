/// An argument of calls: the one with the label, or the one with the number among those without labels.
struct ArgumentPlace: Sendable, Hashable {
  let label: String?
  let number: Int
}

/// A property or a function: of a type, or global.
struct Member: Sendable {
  enum Kind: Sendable {
    case property, function
  }

  /// The code that can read the member: inside the type, in the module, or anywhere.
  enum Access: Sendable {
    case type, module, anyone
  }

  let name: String
  let kind: Kind
  var file = 0
  var access = Access.module
  var isStatic = false
  /// Only code in its file can change the member.
  var isChangedInFile = false
  var isStored = false
  var isLet = false
  var isOverride = false
  var isLazy = false
  /// The member stands in an `#if` of its type.
  var isConditional = false
  var isObserved = false
  /// Its observers do more than announce its changes.
  var hasActingObservers = false
  /// A method that may change the value on which it's called.
  var isMutating = false
  /// `nonisolated(unsafe)`
  var isUnsafe = false
  var isCase = false
  /// The annotation, or a function's result.
  var type: TypeReference?
  /// The label of a function's first argument.
  var label: String?
  var takesArguments = false
  /// The generic parameters of a function.
  var generics: [String: TypeReference?] = [:]
  /// The place of an argument in calls of a generic function whose type is that of the result.
  var resultArgument: ArgumentPlace?
  var typeText: String?
  /// The type of a literal that is the initial value of a property without an annotation.
  var literalType: String?
  /// The initial value of a property, where the type follows from it.
  var value: ExpressionPath?
  var attributes: [String] = []
  /// The argument of an attribute: `Store` of `@Environment(Store.self)`.
  var attributeArgument: ExpressionPath?
  /// The key path that an attribute gets first: `@Injected(\.router)`.
  var attributeKeyPath: ExpressionPath?
  /// The associated values of an enumeration's case.
  var payload: [TypeReference] = []
  /// An `AnyCancellable`, or a collection of them.
  var keepsSubscriptions = false

  /// The label of the subscript by which a property wrapper knows the enclosing object.
  static let enclosingInstance = "_enclosingInstance"

  var isPrivate: Bool { access == .type }

  /// Whether instances store the member, and can change it.
  var isVariable: Bool { kind == .property && isStored && !isStatic && !isLet }

  func hasAttribute(_ name: String) -> Bool { attributes.contains(name) }
}
