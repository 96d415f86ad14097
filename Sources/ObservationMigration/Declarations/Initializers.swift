import SwiftSyntax

/// An initializer of a type.
struct Initializer: Sendable {
  var file = 0
  let offset: Int
  let parameters: [Parameter]
  /// The calls of other initializers of the type: `self.init(id: 1)`.
  let ownCalls: [Arguments]
  /// The calls of initializers of the superclass, also the one that isn't written: `super.init()`.
  let superCalls: [Arguments]
  /// The properties to which the initializer gives a new identifier, and nothing else: `id = UUID()`.
  let identifiers: Set<String>
  /// The properties that the initializer changes after a call of another initializer of the type.
  let changes: Set<String>

  var place: Place { Place(file: file, offset: offset) }

  init(_ node: InitializerDeclSyntax) {
    offset = node.startOffset
    parameters = node.signature.parameterClause.parameters.map(Parameter.init)
    let calls = node.body?.nodes(FunctionCallExprSyntax.self, skipping: [.memberBlock]) ?? []
    func arguments(of callee: String) -> [Arguments] {
      calls.filter { $0.calledExpression.trimmedText == callee }.map(Arguments.init)
    }
    ownCalls = arguments(of: "self.init")
    let superCalls = arguments(of: "super.init")
    self.superCalls = superCalls.isEmpty && ownCalls.isEmpty ? [Arguments()] : superCalls
    let made = node.body?.statements.compactMap(\.propertyOfNewIdentifier) ?? []
    guard !made.isEmpty || !ownCalls.isEmpty else {
      (identifiers, changes) = ([], [])
      return
    }
    let changed = node.body?.changes(skipping: [.memberBlock]).map(\.change.property) ?? []
    identifiers = Set(made.filter { name in changed.count { $0 == name } == 1 })
    changes = ownCalls.isEmpty ? [] : Set(changed)
  }
}

extension CodeBlockItemSyntax {
  /// `id` of `self.id = UUID()`.
  fileprivate var propertyOfNewIdentifier: String? {
    guard let assignment = item.as(ExprSyntax.self)?.assignment,
      ["UUID()", "UUID().uuidString"].contains(assignment.value.trimmedText)
    else { return nil }
    return assignment.target.ownReference?.baseName.identifierText
  }
}

extension SymbolTable {
  /// The initializers that run when an object of a class is made: for each initializer that a call may mean, the places of
  /// this initializer and of those it calls. Where the arguments don't show which one is meant, each may be.
  func initializers(making id: TypeSymbol.ID, with arguments: Arguments?) -> [Set<Place>] {
    let lineage = lineage(of: id)
    let called = initializers(of: lineage, calledWith: arguments)
    if called.isEmpty { return [[]] }
    return called.map { initializer in
      var runs = [initializer.place: initializer]
      var pending = [initializer]
      while let next = pending.popLast() {
        let superclasses = lineage.drop { !types[$0].initializers.contains { $0.place == next.place } }.dropFirst()
        let others =
          next.ownCalls.flatMap { initializers(of: lineage, calledWith: $0) }
          + next.superCalls.flatMap { initializers(of: Array(superclasses), calledWith: $0) }
        for other in others where runs.updateValue(other, forKey: other.place) == nil { pending.append(other) }
      }
      return Set(runs.keys)
    }
  }

  private func initializers(of types: [TypeSymbol.ID], calledWith arguments: Arguments?) -> [Initializer] {
    let all = types.flatMap { self.types[$0].initializers }
    let fitting = all.filter { arguments?.fit($0.parameters) ?? true }
    return fitting.isEmpty ? all : fitting
  }
}
