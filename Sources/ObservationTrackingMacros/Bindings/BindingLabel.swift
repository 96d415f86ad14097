import SwiftSyntax

/// The distinction between the bindings of a method and those of other methods: the method's name, and everything by
/// which it's overloaded.
///
/// No two overloads share a label. A character other than a letter or a digit stands between underscores, as a word or
/// as a code point, and two underscores separate successive words.
struct BindingLabel {
  private(set) var text = ""
  private var endsInWord = false

  /// The most frequent names.
  private static let signs = [":": "as", ",": "and", "?": "Optional", "->": "to", "==": "is"]
  /// Names impossible for parameters: the compiler expects more code behind the word, or the word means the object.
  private static let reserved: Set = ["inout", "let", "var", "self"]

  init(of function: FunctionDeclSyntax) {
    add(function.name)
    function.genericParameterClause.map { add($0) }
    for (index, parameter) in function.signature.parameterClause.parameters.enumerated() {
      if index > 0 { add(sign: "and") }
      if parameter.firstName.tokenKind != .wildcard {
        add(parameter.firstName)
        add(sign: "as")
      }
      add(parameter.type)
      parameter.ellipsis.map { add($0) }
    }
    // Signs that types don't contain: a parameter or a result may be a function.
    let effects = function.signature.effectSpecifiers
    effects?.asyncSpecifier.map { add(sign: $0.text) }
    effects?.throwsClause.map { add(sign: $0.throwsSpecifier.text) }
    effects?.throwsClause?.type.map { add($0) }
    if let result = function.signature.returnClause?.type {
      add(sign: "returns")
      add(result)
    }
    if let conditions = function.genericWhereClause?.requirements {
      add(sign: "where")
      add(conditions)
    }
    if Self.reserved.contains(text) { text += "_" }
  }

  private mutating func add(_ code: some SyntaxProtocol) {
    for token in code.tokens(viewMode: .sourceAccurate) {
      if let sign = Self.signs[token.text] {
        add(sign: sign)
        continue
      }
      let isWord = token.isWord
      if isWord, endsInWord { text += "__" }
      for character in token.identifierText { add(character) }
      endsInWord = isWord
    }
  }

  private mutating func add(_ character: Character) {
    // No label begins with a digit.
    if character.isLetter || character.isASCII && character.isNumber && !text.isEmpty {
      text.append(character)
    } else {
      for scalar in character.unicodeScalars { add(sign: String(scalar.value, radix: 16, uppercase: true)) }
    }
  }

  private mutating func add(sign: String) {
    text += "_\(sign)_"
    endsInWord = false
  }
}

extension TokenSyntax {
  fileprivate var isWord: Bool {
    switch tokenKind {
    case .identifier, .keyword, .integerLiteral: true
    default: false
    }
  }
}
