/// A property or a function: of a type, or global.
struct Member: Sendable {
  enum Kind: Sendable {
    case property, function
  }

  let name: String
  let kind: Kind
  /// The file that declares it.
  var file = 0
  var isStatic = false
  var isStored = false
  var isLet = false
  var isLazy = false
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

  func hasAttribute(_ name: String) -> Bool {
    attributes.contains(name)
  }
}
