import SwiftSyntax

/// The labels of a call's arguments, as far as they show which function is meant.
struct Arguments: Sendable, Hashable {
  /// Without trailing closures; `_` for an argument without a label.
  var labels: [String] = []
  var trailingClosures = 0

  /// Whether a function with these parameters may be the one that is called.
  func fit(_ parameters: [Parameter]) -> Bool {
    var labels = labels[...]
    var (needed, possible) = (0, 0)
    for parameter in parameters {
      if labels.first == parameter.label {
        labels.removeFirst()
        // The further values of a variadic parameter have no labels.
        if parameter.isVariadic { labels = labels.drop { $0 == "_" } }
      } else {
        if parameter.mayTakeClosure { possible += 1 }
        if parameter.canBeOmitted { continue }
        if !parameter.mayTakeClosure { return false }
        needed += 1
      }
    }
    return labels.isEmpty && needed <= trailingClosures && trailingClosures <= possible
  }
}

extension Arguments {
  init(_ call: FunctionCallExprSyntax) {
    labels = call.arguments.map { $0.label?.identifierText ?? "_" }
    trailingClosures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
  }
}

/// A parameter of a function or an initializer.
struct Parameter: Sendable, Hashable {
  let label: String
  /// It has a default value, or is variadic.
  var canBeOmitted = false
  var isVariadic = false
  /// The type may be one of closures: an alias isn't followed.
  var mayTakeClosure = false
}

extension Parameter {
  init(_ node: FunctionParameterSyntax) {
    label = node.firstName.identifierText
    isVariadic = node.ellipsis != nil
    canBeOmitted = isVariadic || node.defaultValue != nil
    mayTakeClosure =
      switch TypeReference(node.type) {
      case .function, .unknown: true
      case .named(let names, _): !ValueTypes.isKnown(names[names.count - 1])
      case .collection, .composition: false
      }
  }
}
