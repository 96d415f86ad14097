import SwiftSyntax

/// The names of what is generated for a binding.
enum BindingName {
  /// The name of the method that observes, made of the code of what it assigns or calls: `titleLabel.text` gives
  /// `observeTitleLabelText`.
  static func make(from node: some SyntaxProtocol) -> String {
    let code = node.tokens(viewMode: .sourceAccurate).map(\.text).joined()
    return "observe" + words(code.split(separator: ".").map(String.init))
  }

  /// The names in their order; those that occur before get a number.
  static func numbered(_ names: [String]) -> [String] {
    let original = Set(names)
    var used: Set<String> = []
    return names.map { name in
      var candidate = name
      var number = 2
      while used.contains(candidate) || candidate != name && original.contains(candidate) {
        candidate = "\(name)\(number)"
        number += 1
      }
      used.insert(candidate)
      return candidate
    }
  }

  /// The name of the method that cancels.
  static func cancelling(_ name: String) -> String {
    "cancel" + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// What distinguishes the bindings of a method from those of other methods: its name, and what it is overloaded by.
  static func label(for function: FunctionDeclSyntax) -> String {
    var overload = (function.genericParameterClause?.parameters).map { [$0.trimmedDescription] } ?? []
    for parameter in function.signature.parameterClause.parameters {
      overload += [parameter.firstName.text, parameter.type.trimmedDescription]
    }
    overload += [function.signature.effectSpecifiers?.trimmedDescription ?? ""]
    overload += [function.signature.returnClause?.type.trimmedDescription ?? ""]
    overload += [function.genericWhereClause?.requirements.trimmedDescription ?? ""]
    return function.name.identifierText + words(overload)
  }

  /// Letters and digits, each word with a capital.
  private static func words(_ code: [String]) -> String {
    code.map { word in
      let name = word.filter { $0.isLetter || $0.isASCII && $0.isNumber }
      return name.prefix(1).uppercased() + name.dropFirst()
    }.joined()
  }
}
