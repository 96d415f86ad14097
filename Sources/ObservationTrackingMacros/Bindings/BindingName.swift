import SwiftSyntax

/// The names of the code generated for a binding.
enum BindingName {
  /// The name of the observing method, made of the code that is assigned or called: `titleLabel.text` gives
  /// `observeTitleLabelText`.
  static func make(from node: some SyntaxProtocol) -> String {
    let code = node.tokens(viewMode: .sourceAccurate).map(\.text).joined()
    let words = code.split(separator: ".").map { $0.filter { $0.isLetter || $0.isASCII && $0.isNumber } }
    return "observe" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The names in their order; repeated names get a number.
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

  /// The name of the cancelling method.
  static func cancelling(_ name: String) -> String {
    "cancel" + name.prefix(1).uppercased() + name.dropFirst()
  }
}
