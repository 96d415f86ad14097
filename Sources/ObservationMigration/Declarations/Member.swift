/// A property or a function: of a type, or global.
struct Member: Sendable {
  enum Kind: Sendable {
    case property, function
  }

  let name: String
  let kind: Kind
  var isStatic = false
  /// Only its type sees it.
  var isPrivate = false
  var isStored = false
  var isLet = false
  var isLazy = false
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
  /// It is, or has, an `AnyCancellable`.
  var keepsSubscriptions = false

  func hasAttribute(_ name: String) -> Bool {
    attributes.contains(name)
  }
}
