import SwiftSyntax

/// Where does the code of a function or a closure run, as far as the text shows?
struct ExecutionContext {
  enum Place {
    case main
    /// On another thread than the main one, whoever calls.
    case elsewhere
    case caller
    case unknown
  }

  let place: Place
  /// Whether a change of the enclosing object has been reported.
  var isReported = false
  /// Whether a change of another object has been reported.
  var isReportedOfOthers = false
}

extension ExecutionContext.Place {
  init(_ node: FunctionDeclSyntax, isIsolated: Bool) {
    if node.attributes.names.hasGlobalActor || isIsolated && !node.modifiers.has("nonisolated") {
      self = .main
    } else if node.signature.effectSpecifiers?.asyncSpecifier != nil, !node.modifiers.hasStatic,
      // `nonisolated(nonsending)` stays on the caller's actor.
      !node.modifiers.contains(where: { $0.name.text == "nonisolated" && $0.detail != nil })
    {
      // Without isolation, the function leaves its caller's actor (SE-0338).
      self = .elsewhere
    } else {
      // A local function may be passed on.
      self = node.parent?.is(MemberBlockItemSyntax.self) == true ? .caller : .unknown
    }
  }

  /// The place of a closure, judged by the function taking the closure.
  ///
  /// - Parameters:
  ///   - node: The closure.
  ///   - outer: Where the enclosing code runs.
  ///   - isIsolated: Whether the enclosing type is isolated.
  ///   - property: Finds the property of the enclosing type by its name.
  init(_ node: ClosureExprSyntax, in outer: ExecutionContext.Place, isIsolated: Bool, property: (String) -> Member?) {
    if node.signature?.attributes.names.hasGlobalActor == true {
      self = .main
      return
    }
    guard let call = node.enclosingCall else {
      self = .unknown
      return
    }
    let callee = call.calledExpression
    let text = callee.trimmedText
    let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? text
    if name == "Task", callee.is(DeclReferenceExprSyntax.self) {
      // A function taking a closure of an isolated type may run the closure there, such as an action of a view.
      self = outer == .main ? .main : outer == .unknown && isIsolated ? .unknown : .elsewhere
    } else if text == "Task.detached" || ClosureTakers.elsewhere.contains(name) {
      self = .elsewhere
    } else if ClosureTakers.onQueue.contains(name) {
      self = Self.queue(callee.as(MemberAccessExprSyntax.self)?.base, property)
    } else if text == "MainActor.run" || name == "assumeIsolated" {
      self = .main
    } else {
      self = ClosureTakers.inPlace.contains(name) ? outer : .unknown
    }
  }

  /// `let queue = DispatchQueue(label: "…")` of the class. A queue passed in may be the main queue.
  private static func queue(_ base: ExprSyntax?, _ property: (String) -> Member?) -> Self {
    guard let base else { return .unknown }
    let text = base.trimmedText
    if text == "DispatchQueue.main" || text == "OperationQueue.main" { return .main }
    if text.hasPrefix("DispatchQueue.global") || text == "OperationQueue()" { return .elsewhere }
    guard let name = ExpressionPath(base)?.ownName, let value = property(name)?.value else { return .unknown }
    let isOwn = ["DispatchQueue", "OperationQueue"].contains { value == ExpressionPath(name: $0, [.call]) }
    return isOwn ? .elsewhere : .unknown
  }
}
