import SwiftSyntax

/// Where does the code of a function or a closure run, as far as its text shows it?
struct ExecutionContext {
  enum Place {
    /// On the main actor.
    case main
    /// On another thread than the main one, whoever calls.
    case elsewhere
    /// Where it is called.
    case caller
    /// Nothing tells.
    case unknown
  }

  let place: Place
  /// A change of the object around has been reported.
  var isReported = false
  /// A change of another object has been.
  var isReportedOfOthers = false
}

extension ExecutionContext.Place {
  /// Of a method of a class.
  init(_ node: FunctionDeclSyntax, isIsolated: Bool) {
    if node.attributes.names.hasGlobalActor || isIsolated && !node.modifiers.has("nonisolated") {
      self = .main
    } else if node.signature.effectSpecifiers?.asyncSpecifier != nil, !node.modifiers.hasStatic,
      // `nonisolated(nonsending)` stays where it is called.
      !node.modifiers.contains(where: { $0.name.text == "nonisolated" && $0.detail != nil })
    {
      // Without isolation it leaves its caller's actor (SE-0338).
      self = .elsewhere
    } else {
      // A local function may be handed over.
      self = node.parent?.is(MemberBlockItemSyntax.self) == true ? .caller : .unknown
    }
  }

  /// Of a closure, by what it's passed to.
  ///
  /// - Parameters:
  ///   - node: The closure.
  ///   - outer: Where the code around it runs.
  ///   - isIsolated: Whether the type around is.
  ///   - property: Finds the property of that type that a name stands for.
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
      // What takes a closure of an isolated type may run it there, such as an action of a view.
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

  /// `let queue = DispatchQueue(label: "…")` of the class; one that is passed in may be the main queue.
  private static func queue(_ base: ExprSyntax?, _ property: (String) -> Member?) -> Self {
    guard let base else { return .unknown }
    let text = base.trimmedText
    if text == "DispatchQueue.main" || text == "OperationQueue.main" { return .main }
    if text.hasPrefix("DispatchQueue.global") || text == "OperationQueue()" { return .elsewhere }
    guard let path = ExpressionPath(base) else { return .unknown }
    let value: ExpressionPath?
    switch (path.root, path.steps.first) {
    case (.name(let name), nil): value = property(name)?.value
    case (.selfReference, .member(let name)) where path.steps.count == 1: value = property(name)?.value
    default: return .unknown
    }
    let isOwn = ["DispatchQueue", "OperationQueue"].contains { value == ExpressionPath(name: $0, [.call]) }
    return isOwn ? .elsewhere : .unknown
  }
}
