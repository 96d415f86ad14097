import SwiftSyntax

/// What is done when an object is made, beside storing values, as far as the text of its class shows.
struct InitialWork: Sendable {
  /// The functions that are called to do something.
  var calls: [String] = []
  /// The names of the types of other objects that are made.
  var makes: Set<String> = []

  mutating func formUnion(_ other: InitialWork) {
    calls += other.calls
    makes.formUnion(other.makes)
  }

  /// Takes in a call in an initializer, or in a property's initial value.
  mutating func add(_ node: FunctionCallExprSyntax) {
    switch node.calledExpression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.identifierText
      if name.unicodeScalars.first?.properties.isUppercase == true {
        makes.insert(name)
        if name == "Task" { calls.append(name) }
      } else if !InertFunctions.names.contains(name) {
        calls.append(name)
      }
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.identifierText
      guard let base = access.base, name != "init", !MutatingMethods.names.contains(name) else { return }
      let isOwn = ["self", "Self", "super"].contains(base.trimmedText)
      if isOwn || node.isStatement || node.keepsClosure { calls.append(name) }
    default: return
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether nothing is done with its result.
  fileprivate var isStatement: Bool {
    var outer = parent
    while let syntax = outer, syntax.is(TryExprSyntax.self) || syntax.is(AwaitExprSyntax.self) { outer = syntax.parent }
    if let elements = outer?.as(ExprListSyntax.self) {
      return elements.first?.is(DiscardAssignmentExprSyntax.self) == true
    }
    guard let item = outer?.as(CodeBlockItemSyntax.self) else { return false }
    // A closure's only statement is its value.
    guard let closure = item.parent?.parent?.as(ClosureExprSyntax.self) else { return true }
    return closure.statements.count > 1
  }

  /// Whether it's given a closure that it may call later.
  fileprivate var keepsClosure: Bool {
    guard trailingClosure != nil || arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) }) else {
      return false
    }
    let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    return !ClosureTakers.inPlace.contains(name)
  }
}

extension SymbolTable {
  /// A function that is called when an object of a type is made, be it by what that makes.
  func initialCall(of id: TypeSymbol.ID, depth: Int = 0) -> String? {
    for type in [id] + superclasses(of: id) {
      if let call = types[type].initialWork.calls.first { return call }
    }
    guard depth < 4 else { return nil }
    for name in types[id].initialWork.makes.sorted() {
      guard case .type(let other) = resolve(.named([name]), in: types[id].scope), other != id,
        types[other].kind == .class, let call = initialCall(of: other, depth: depth + 1)
      else { continue }
      return call
    }
    return nil
  }
}
