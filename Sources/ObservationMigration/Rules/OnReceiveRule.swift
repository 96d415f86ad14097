import SwiftSyntax

/// `onReceive(model.$name)` to `onChange(of: model.name)`.
enum OnReceiveRule: Rule {
  static let id: RuleID = "on-receive"
  static let summary = "onReceive(model.$name) becomes onChange(of: model.name, initial: true)."
  static let explanation = """
    `$name` delivers the current value at once: therefore `initial: true`, which goes with `dropFirst()`. `receive(on:)` the main
    queue and `removeDuplicates()` are what `onChange` does anyway. It compares values, so theirs must be `Equatable`: known are
    the types of the standard library and those of the files.

    At run time: the closure runs after the change, in the next update of the view, once for several changes in one turn,
    and not for an equal value. Other operators, and values not known to be `Equatable`, need a decision.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import SwiftUI

    final class Timeline: ObservableObject {
      @Published var position = 0
    }

    struct TimelineView: View {
      @ObservedObject var timeline: Timeline

      var body: some View {
        Text("Position")
          .onReceive(timeline.$position) { position in
            print(position)
          }
      }
    }

    """
  static let after = """
    import SwiftUI

    @Observable
    final class Timeline {
      var position = 0
    }

    struct TimelineView: View {
      var timeline: Timeline

      var body: some View {
        Text("Position")
          .onChange(of: timeline.position, initial: true) { _, position in
            print(position)
          }
      }
    }

    """

  static func inspect(_ node: FunctionCallExprSyntax, _ inspection: Inspection) {
    guard let callee = node.calleeName, callee.baseName.text == "onReceive",
      let publisher = node.arguments.first?.expression
    else { return }
    var operators: [Subscription.Operator] = []
    var current = publisher
    while let call = current.as(FunctionCallExprSyntax.self),
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = callee.base
    {
      operators.insert(Subscription.Operator(name: callee.declName.baseName.text, call: call), at: 0)
      current = base
    }
    guard case .published(let object?, let property, let source)? = Subscription.Source(current),
      let access = source.as(MemberAccessExprSyntax.self),
      let id = inspection.table.symbols(in: inspection.type(of: object)).first,
      inspection.models.isCandidate(id),
      let (member, scope) = inspection.table.members(property, of: id).first, member.hasAttribute("Published")
    else { return }
    inspection.handled.insert(source.id)
    inspection.handled.insert(access.declName.id)

    guard let actionEdits = action(of: node, after: publisher, inspection) else {
      return inspection.decide(self, at: callee, of: [id], needsClosure(property))
    }
    guard !hasComment(in: node) else {
      return inspection.decide(self, at: callee, of: [id], hasComments(property))
    }
    guard operators.allSatisfy({ isImplied($0, inspection) }), operators.filter({ $0.name == "dropFirst" }).count < 2
    else {
      return inspection.decide(self, at: callee, of: [id], hasOperators(property))
    }
    guard inspection.table.isEquatable(member, in: scope) else {
      return inspection.decide(self, at: callee, of: [id], mayNotBeEquatable(property))
    }
    var edits = actionEdits
    let initial = operators.contains { $0.name == "dropFirst" } ? "" : ", initial: true"
    edits +=
      [
        inspection.replacing(callee, with: "onChange", self),
        inspection.inserting("of: ", at: publisher.startOffset, self),
        Edit(
          range: access.declName.startOffset..<publisher.utf8Range.upperBound,
          replacement: property + initial,
          rule: self.id
        ),
      ]
    inspection.change(self, at: callee, of: [id], edits, isRisky: true, isObserved(property))
  }

  private static func isImplied(_ step: Subscription.Operator, _ inspection: Inspection) -> Bool {
    switch step.name {
    case "dropFirst", "removeDuplicates": step.call.arguments.isEmpty && step.call.trailingClosure == nil
    case "receive": step.argument.map { MainScheduler.isMain($0) } == true
    default: false
    }
  }

  /// Whether a comment stands among what is rewritten.
  private static func hasComment(in node: FunctionCallExprSyntax) -> Bool {
    let tokens = Array(node.arguments.tokens(viewMode: .sourceAccurate))
    return tokens.contains { token in
      guard token.parent?.ancestorClosure(within: node) == nil else { return false }
      return token.leadingTrivia.hasComment || token.trailingTrivia.hasComment
    }
  }

  /// What is called with the value, made to take the one before as well.
  private static func action(
    of node: FunctionCallExprSyntax,
    after publisher: ExprSyntax,
    _ inspection: Inspection
  ) -> [Edit]? {
    if let closure = node.trailingClosure { return takingTwoValues(closure, inspection) }
    guard let argument = node.arguments.dropFirst().first, node.arguments.count == 2, let label = argument.label else {
      return nil
    }
    if let closure = argument.expression.as(ClosureExprSyntax.self) {
      return takingTwoValues(closure, inspection).map { edits in
        edits + [Edit(range: label.startOffset..<closure.startOffset, replacement: "", rule: id)]
      }
    }
    // `perform: show`
    guard let path = ExpressionPath(argument.expression), path.isOfMembers else { return nil }
    let function = inspection.text(argument.expression)
    let value = path.root == .name("value") ? "newValue" : "value"
    let call = ") { _, \(value) in \(function)(\(value)) }"
    return [Edit(range: publisher.utf8Range.upperBound..<node.utf8Range.upperBound, replacement: call, rule: id)]
  }

  /// `{ value in` to `{ _, value in`; `$0` to `$1`.
  private static func takingTwoValues(_ closure: ClosureExprSyntax, _ inspection: Inspection) -> [Edit]? {
    switch closure.signature?.parameterClause {
    case .simpleInput(let parameters):
      guard parameters.count == 1 else { return nil }
      return [inspection.inserting("_, ", at: parameters.startOffset, self)]
    case .parameterClause(let clause):
      guard clause.parameters.count == 1, let parameter = clause.parameters.first else { return nil }
      let type = parameter.type.map { ": \(inspection.text($0))" } ?? ""
      return [inspection.inserting("_\(type), ", at: parameter.startOffset, self)]
    default:
      let finder = ShorthandFinder(viewMode: .sourceAccurate)
      finder.walk(closure.statements)
      guard !finder.places.isEmpty, !finder.isNested else { return nil }
      return finder.places.map { inspection.replacing($0, with: "$1", self) }
    }
  }
}

/// Finds `$0` of one closure.
final class ShorthandFinder: SyntaxVisitor {
  var places: [TokenSyntax] = []
  /// `$0` of a closure inside.
  var isNested = false
  private var depth = 0

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.text == "$0" {
      if depth == 0 { places.append(token) } else { isNested = true }
    }
    return .skipChildren
  }
}

/// `DispatchQueue.main`, `RunLoop.main` and the like.
enum MainScheduler {
  static func isMain(_ expression: ExprSyntax) -> Bool {
    ["DispatchQueue.main", "RunLoop.main", "OperationQueue.main"].contains(expression.trimmedDescription)
  }
}

extension Syntax {
  /// The closure that it is part of, inside a call.
  fileprivate func ancestorClosure(within call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    if id == call.id { return nil }
    return self.as(ClosureExprSyntax.self) ?? parent?.ancestorClosure(within: call)
  }
}

extension OnReceiveRule {
  static func hasComments(_ property: String) -> String {
    "A comment stands among the arguments, and would get lost: move it, or write `.onChange(of: model.\(property))` by hand."
  }

  static func isObserved(_ property: String) -> String {
    "`onChange` observes `\(property)`: after the change, in the view's next update, and not for an equal value."
  }

  static func needsClosure(_ property: String) -> String {
    "What `onReceive` calls is no closure of one value: write `.onChange(of: model.\(property), initial: true) { _, value in … }`."
  }

  static func hasOperators(_ property: String) -> String {
    """
    `onReceive` has operators that `onChange` does not: write `.task { for await value in ObservationBridge({ model.\(property) }) \
    { … } }`, with `ObservationStreamOptions` for a rate limit.
    """
  }

  static func mayNotBeEquatable(_ property: String) -> String {
    "The type of `\(property)` is not known to be `Equatable`, which `.onChange(of: model.\(property))` needs: make it so."
  }
}
