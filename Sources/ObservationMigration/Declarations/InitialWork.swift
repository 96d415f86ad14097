import SwiftSyntax

/// What is done when an object is made, beside storing values, as far as the text of its class shows.
struct InitialWork: Sendable {
  /// What is done, in words: which functions are called, and what the object is assigned or given to.
  var deeds: [String] = []
  /// The names of the types of other objects that are made.
  var makes: Set<String> = []

  mutating func formUnion(_ other: InitialWork) {
    deeds += other.deeds
    makes.formUnion(other.makes)
  }

  /// Takes in a call in an initializer, or in a property's initial value.
  mutating func add(_ node: FunctionCallExprSyntax) {
    let callee = node.calledExpression.trimmedText
    if node.arguments.contains(where: { $0.expression.trimmedText == "self" }), !InertFunctions.keepNothing(callee) {
      return deeds.append("gives itself to `\(callee)`")
    }
    switch node.calledExpression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.identifierText
      if name.unicodeScalars.first?.properties.isUppercase == true {
        makes.insert(name)
        if name == "Task" { noteCall(of: name) }
      } else if !InertFunctions.names.contains(name) {
        noteCall(of: name)
      }
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.identifierText
      guard let base = access.base, name != "init", !MutatingMethods.names.contains(name) else { return }
      if Self.subscribing.contains(name), base.as(FunctionCallExprSyntax.self) != nil || base.isProjection {
        return deeds.append("subscribes to a publisher")
      }
      let isOwn = ["self", "Self", "super"].contains(base.trimmedText)
      if isOwn || node.isStatement || node.keepsClosure { noteCall(of: name) }
    default: return
    }
  }

  /// Takes in an assignment in an initializer: `player.delegate = self`.
  mutating func add(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self), elements[2].trimmedText == "self",
      let target = elements[0].as(MemberAccessExprSyntax.self), target.base?.trimmedText != "self"
    else { return }
    deeds.append("assigns itself to `\(target.trimmedText)`")
  }

  /// What ends a chain of Combine's operators.
  private static let subscribing: Set = ["assign", "sink", "store"]

  private mutating func noteCall(of name: String) {
    deeds.append("calls `\(name)`")
  }
}

extension ExprSyntax {
  /// `$name`, `model.$name`
  fileprivate var isProjection: Bool {
    let reference = self.as(MemberAccessExprSyntax.self)?.declName ?? self.as(DeclReferenceExprSyntax.self)
    return reference?.baseName.projectedProperty != nil
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
  /// What is done when an object of a type is made, be it by what that makes.
  func initialDeed(of id: TypeSymbol.ID, depth: Int = 0) -> String? {
    for type in [id] + superclasses(of: id) {
      if let deed = types[type].initialWork.deeds.first { return deed }
    }
    guard depth < 4 else { return nil }
    for name in types[id].initialWork.makes.sorted() {
      guard case .type(let other) = resolve(.named([name]), in: types[id].scope), other != id,
        types[other].kind == .class, let deed = initialDeed(of: other, depth: depth + 1)
      else { continue }
      return deed
    }
    return nil
  }
}
