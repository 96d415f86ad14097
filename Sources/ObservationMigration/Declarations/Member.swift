/// A property or a function: of a type, or global.
struct Member: Sendable {
  enum Kind: Sendable {
    case property, function
  }

  /// Who can read it.
  enum Access: Sendable {
    case type, module, anyone
  }

  let name: String
  let kind: Kind
  /// The file that declares it.
  var file = 0
  var access = Access.module
  var isStatic = false
  /// Only code in its file can change it.
  var isChangedInFile = false
  /// Only its type sees it.
  var isPrivate = false
  var isStored = false
  var isLet = false
  /// It overrides one of a superclass.
  var isOverride = false
  var isLazy = false
  /// It stands in an `#if` of its type.
  var isConditional = false
  /// It has a `willSet` or a `didSet`.
  var isObserved = false
  /// Its observers do more than announce its changes.
  var hasActingObservers = false
  /// It's a method that may change the value which it's called on.
  var isMutating = false
  /// It's `nonisolated(unsafe)`.
  var isUnsafe = false
  /// It's a case of an enumeration.
  var isCase = false
  /// The annotation, or what the function returns.
  var type: TypeReference?
  /// The annotation as it is written.
  var typeText: String?
  /// What a property starts with, where its type follows from that.
  var value: ExpressionPath?
  /// The names of its attributes.
  var attributes: [String] = []
  /// What an attribute has in parentheses: `Store` of `@Environment(Store.self)`.
  var attributeArgument: ExpressionPath?
  /// The names of a key path there: `router` of `@Injected(\.router)`.
  var attributeKeyPath: [String] = []
  /// Of a case of an enumeration: what it carries.
  var payload: [TypeReference] = []
  /// It is, or has, an `AnyCancellable`.
  var keepsSubscriptions = false

  /// The label of the subscript through which a property wrapper knows the object that its property stands in.
  static let enclosingInstance = "_enclosingInstance"

  func hasAttribute(_ name: String) -> Bool {
    attributes.contains(name)
  }
}
