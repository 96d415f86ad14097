import SwiftSyntax

/// A use of a property's publisher, with the code that gets the values: `$rows.map { … }.sink { … }`.
struct PipelineCode: Sendable {
  /// The property: `rows` for `$rows`.
  let name: String
  /// Where the name stands in its file.
  let offset: Int
  /// Whether the code below is all that gets the values; not if the pipeline is passed on, or calls a closure from
  /// elsewhere.
  var isKnown: Bool
  /// Whether the values are delivered some time after the change.
  let deliversLater: Bool
  /// The code that gets the values at once, during the change.
  var immediate: CodeUnit
  /// The code that gets the values later, or works on them in a task.
  var later: CodeUnit
}

extension TokenSyntax {
  /// The calls of operators behind the name of a publisher, in order.
  var callsOfPipeline: [FunctionCallExprSyntax] {
    var calls: [FunctionCallExprSyntax] = []
    for node in ancestorsInMember {
      if node.is(CodeBlockItemSyntax.self), !node.isPublisherOfClosure { break }
      if let call = node.as(FunctionCallExprSyntax.self) { calls.append(call) }
      if calls.last?.endsPipeline == true { break }
    }
    return calls
  }
}

extension Syntax {
  /// Whether it's the only statement of a closure that may return any publisher: `flatMap { $0.$rows }`.
  var isPublisherOfClosure: Bool {
    guard let statements = parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
      let method = statements.parent?.as(ClosureExprSyntax.self)?.enclosingCall?.method
    else { return false }
    return CombineNames.takingPublishersFromClosures.contains(method.name.text)
  }
}

extension FunctionCallExprSyntax {
  var endsPipeline: Bool { ["assign", "onReceive", "sink"].contains(calleeName?.baseName.text) }

  /// The closures that get the values of a publisher; not the closure that makes the publisher.
  func closuresWithValues(of publisher: TokenSyntax) -> [ClosureExprSyntax] {
    closures.filter { !$0.utf8Range.contains(publisher.startOffset) }
  }

  /// The closures among the arguments.
  var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) } + [trailingClosure].compactMap(\.self)
      + additionalTrailingClosures.map(\.closure)
  }

  /// The functions that get the values: `show` of `sink(receiveValue: show)`, `format` of `map(format)`.
  var functionsWithValues: [ExprSyntax] {
    arguments.compactMap { argument in
      let takesValues =
        argument.label.map { ["perform", "receiveOutput", "receiveValue"].contains($0.text) }
        ?? calleeName.map { CombineNames.takingValues.contains($0.baseName.text) } ?? false
      let value = argument.expression
      let isName = value.is(DeclReferenceExprSyntax.self) || value.as(MemberAccessExprSyntax.self)?.base != nil
      return takesValues && isName ? value : nil
    }
  }

  /// The property that `assign(to: \.property, on: object)` changes.
  var assignedProperty: (name: String, isOwn: Bool)? {
    guard calleeName?.baseName.text == "assign" else { return nil }
    return switch Subscription.End("assign", self) {
    case .assign(let name, let object)?: (name, object.isSelf)
    case .assignPublished(let name, _)?: (name, true)
    case .sink?, nil: nil
    }
  }

  /// Whether an operator passes the values on some time after the change.
  var deliversLater: Bool { calleeName.map { CombineNames.deliveringLater.contains($0.baseName.text) } ?? false }
}
