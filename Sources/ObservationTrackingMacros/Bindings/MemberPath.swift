import SwiftSyntax

/// A member of a member of …, as in `model.rows[0].title`.
struct MemberPath {
  /// The name looked up first.
  private var root: TokenSyntax
  private var members: [TokenSyntax] = []

  /// Nil for code that begins with anything but a name, such as `.bold`, `super.title` and `[1, 2].count`.
  init?(_ node: MemberAccessExprSyntax) {
    var expression = ExprSyntax(node)
    while !expression.is(DeclReferenceExprSyntax.self) {
      if let member = expression.as(MemberAccessExprSyntax.self) { members.insert(member.declName.baseName, at: 0) }
      guard let receiver = expression.receiver else { return nil }
      expression = receiver
    }
    root = expression.cast(DeclReferenceExprSyntax.self).baseName
    // `self.model.title` is `model.title`.
    if root.tokenKind == .keyword(.self) { root = members.removeFirst() }
  }

  /// The name that decides whether the path counts as read: nil for paths that don't change, or aren't observed.
  var readRoot: TokenSyntax? {
    guard let last = members.last, last.tokenKind != .keyword(.self), !last.isOfViewHierarchy,
      !([root] + members.dropLast()).contains(where: \.isPartOfView)
    else { return nil }
    if root.isPropertyName { return root }
    // `Style.bold` and `Style.Weight.bold` don't change; `Settings.shared.style` does.
    let isOfTheSystem = ["UI", "NS"].contains { root.text.hasPrefix($0) } || Self.typesOfTheSystem.contains(root.text)
    return root.isTypeName && !isOfTheSystem && members.filter(\.isPropertyName).count > 1 ? root : nil
  }

  /// Whose shared instances nobody observes.
  private static let typesOfTheSystem: Set = [
    "Bundle", "Calendar", "DispatchQueue", "FileManager", "Locale", "NotificationCenter", "ProcessInfo", "TimeZone",
    "URLSession", "UserDefaults",
  ]
}

extension TokenSyntax {
  /// By its first letter, since nothing else is known; except for `$0`, a parameter of a closure.
  var isPropertyName: Bool {
    guard case .identifier = tokenKind, let first = identifierText.first(where: { $0 != "_" && $0 != "$" }) else {
      return false
    }
    return first.isLetter && !first.isUppercase
  }

  fileprivate var isTypeName: Bool {
    tokenKind == .keyword(.Self) || identifierText.first?.isUppercase == true
  }

  /// Whether the path names a view or a related object, judging by its name: `titleLabel`.
  fileprivate var isPartOfView: Bool {
    ["view", "label", "button", "textField", "layer", "window", "viewController", "navigationController"].contains {
      identifierText == $0 || identifierText.hasSuffix($0.prefix(1).uppercased() + $0.dropFirst())
    }
  }

  /// Whether views are found by this member of another view.
  fileprivate var isOfViewHierarchy: Bool {
    ["subviews", "arrangedSubviews", "superview", "sublayers", "gestureRecognizers", "constraints", "viewControllers"]
      .contains(identifierText)
  }
}

extension MemberAccessExprSyntax {
  /// Whether the path is `self.text` and the like, not a view or a called method.
  var isOwnProperty: Bool {
    let name = declName.baseName
    return base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
      && name.isPropertyName && !name.isPartOfView && !name.isOfViewHierarchy && !isCalled
  }

  /// Whether the standard library declares this member for all sequences: then only the base may be read.
  var isOfSequences: Bool {
    let name = declName.baseName.text
    if name == "indices" || name == "lazy" { return true }
    return isCalled && Self.methodsOfSequences.contains(name)
  }

  private var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id
  }

  private static let methodsOfSequences: Set = [
    "compactMap", "dropFirst", "dropLast", "enumerated", "filter", "flatMap", "map", "prefix", "reversed", "sorted",
    "suffix",
  ]
}

extension ExprSyntax {
  /// The base of a member, an element or a result.
  var receiver: ExprSyntax? {
    switch kind {
    case .memberAccessExpr: cast(MemberAccessExprSyntax.self).base
    case .subscriptCallExpr: cast(SubscriptCallExprSyntax.self).calledExpression
    case .functionCallExpr: cast(FunctionCallExprSyntax.self).calledExpression
    case .optionalChainingExpr: cast(OptionalChainingExprSyntax.self).expression
    case .forceUnwrapExpr: cast(ForceUnwrapExprSyntax.self).expression
    case .tupleExpr: cast(TupleExprSyntax.self).onlyExpression
    default: nil
    }
  }
}

extension TupleExprSyntax {
  /// The expression in parentheses.
  fileprivate var onlyExpression: ExprSyntax? {
    elements.count == 1 ? elements.first?.expression : nil
  }
}
