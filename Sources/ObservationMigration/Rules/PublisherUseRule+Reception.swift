import SwiftSyntax

extension PublisherUseRule {
  /// `onReceive(model.$name)` to `onChange(of: model.name)`.
  enum Reception {
    static let id: RuleID = "on-receive"

    static func convert(_ node: FunctionCallExprSyntax, _ walk: Walk) {
      guard let callee = node.calleeName, callee.baseName.text == "onReceive",
        let publisher = node.arguments.first?.expression
      else { return }
      let (source, operators) = Subscription.Operator.chain(publisher)
      guard let access = source.as(MemberAccessExprSyntax.self), let use = PublishedUse(source, walk) else { return }
      let property = use.member.name
      let obstacle = obstacle(to: node, use, operators, walk)
      let outcome = UseOfPublisher(kind: .reception, feeds: walk.options.subjects, obstacle: obstacle).outcome
      if case .blocked(let reason) = outcome {
        walk.claim(access)
        return walk.decide(Self.id, at: callee, of: [use.owner], reason)
      }
      guard outcome == .rewritten, var edits = action(of: node, after: publisher, walk) else { return }
      walk.claim(access)
      let initial = operators.contains { $0.name == "dropFirst" } ? "" : ", initial: true"
      edits +=
        [
          walk.replacing(callee, with: "onChange"),
          walk.inserting("of: ", at: publisher.startOffset),
          Edit(access.declName.startOffset..<publisher.utf8Range.upperBound, with: property + initial),
        ]
      let message = """
        `onChange` now observes `\(property)`: its closure runs after the change, in the view's next update, and not for an \
        equal value.
        """
      // What the closure changes shows in the view's next update, as before.
      let effects = walk.project.pipelines.effects(of: use.key, at: walk.place(of: access.declName))
      let other = effects.usesProperty ? nil : propertyChangedAlong(use, readIn: node, walk)
      let note =
        if effects.usesProperty {
          use.key.noteOfOldValue
        } else if let other {
          " The closure reads `\(other)`, which code changes along with `\(property)`: it now finds both changed."
        } else {
          ""
        }
      let isRisky = effects.countsValues || !note.isEmpty
      walk.change(Self.id, at: callee, of: [use.owner], edits, isRisky: isRisky, message + note)
    }

    /// Another property of the model that the closure reads, and that code changes along with the property. `@Published` called
    /// the closure between the two changes: `guard model.group == $0.group else { return }` behind `model.$item`.
    private static func propertyChangedAlong(
      _ use: PublishedUse,
      readIn node: FunctionCallExprSyntax,
      _ walk: Walk
    ) -> String? {
      let closures = node.closures
      let assigned = Set(
        closures.flatMap { $0.nodes(SequenceExprSyntax.self) }.flatMap(\.assigned).map(\.id)
      )
      let names = closures.flatMap { $0.nodes(MemberAccessExprSyntax.self) }.lazy.compactMap { access -> String? in
        guard let base = access.base, !assigned.contains(ExprSyntax(access).id),
          walk.modelTypes(in: walk.type(of: base)) == [use.owner]
        else { return nil }
        return access.declName.baseName.identifierText
      }
      return names.first { name in
        guard name != use.member.name, let member = walk.table.types[use.owner].storedProperty(name), !member.isLet
        else { return false }
        let other = JointChanges.Variable(name: name, type: use.owner)
        let own = JointChanges.Variable(name: use.member.name, type: use.owner)
        return walk.project.jointChanges.mayChange([other], with: [own], apartFrom: [])
      }
    }

    /// Why `onChange` can't call the closure; nil if it can.
    private static func obstacle(
      to node: FunctionCallExprSyntax,
      _ use: PublishedUse,
      _ operators: [Subscription.Operator],
      _ walk: Walk
    ) -> String? {
      let property = use.member.name
      guard let publisher = node.arguments.first?.expression, action(of: node, after: publisher, walk) != nil else {
        return """
          `onReceive` isn't called with a closure that takes one value: write `.onChange(of: model.\(property), initial: \
          true) { _, value in … }`.
          """
      }
      if hasComment(in: node) {
        return
          "A comment between the arguments would be lost: move it, or write `.onChange(of: model.\(property))` by hand."
      }
      guard operators.allSatisfy(\.isImplied), operators.filter({ $0.name == "dropFirst" }).count < 2 else {
        return """
          The publisher has operators that `onChange` doesn't have: write `.task { for await value in \
          ObservationBridge({ model.\(property) }) { … } }`, with `ObservationStreamOptions` for a rate limit. \
          `--subjects` keeps it, with its values from a subject.
          """
      }
      guard walk.table.isEquatable(use.member, in: walk.table.types[use.owner].scope) else {
        return """
          The type of `\(property)` isn't known to be `Equatable`, which `.onChange(of: model.\(property))` needs: make \
          it `Equatable`, or keep `onReceive` with `--subjects`.
          """
      }
      if walk.project.reach.isUsedAsEvent(use.member, of: use.owner, walk.table) {
        return """
          `\(property)` never becomes nil again, so each assignment is an event, and `onChange` doesn't notice one with \
          an equal value. Set it to nil once the event is handled, or keep `onReceive` with `--subjects`.
          """
      }
      return nil
    }

    /// Whether the rewritten part contains a comment.
    private static func hasComment(in node: FunctionCallExprSyntax) -> Bool {
      let tokens = Array(node.arguments.tokens(viewMode: .sourceAccurate))
      return tokens.contains { token in
        if token.ancestors.prefix(while: { $0.id != node.id }).contains(where: { $0.is(ClosureExprSyntax.self) }) {
          return false
        }
        return token.leadingTrivia.hasComment || token.trailingTrivia.hasComment
      }
    }

    /// The edits that make the closure take the previous value as well; nil if that's impossible.
    private static func action(of node: FunctionCallExprSyntax, after publisher: ExprSyntax, _ walk: Walk) -> [Edit]? {
      if let closure = node.trailingClosure { return takingTwoValues(closure, walk) }
      guard let argument = node.arguments.dropFirst().first, node.arguments.count == 2, let label = argument.label
      else { return nil }
      if let closure = argument.expression.as(ClosureExprSyntax.self) {
        return takingTwoValues(closure, walk).map { edits in
          edits + [Edit(label.startOffset..<closure.startOffset, with: "")]
        }
      }
      // `perform: show`
      guard !argument.expression.is(SequenceExprSyntax.self), let path = ExpressionPath(argument.expression),
        path.isOfMembers
      else { return nil }
      // A reference may leave out the label of an argument, a call may not.
      let found = walk.declarations(path)
      let functions = found.filter { $0.kind == .function && $0.takesArguments }
      let labels = argument.expression.namesArguments ? [] : Set(functions.map(\.label))
      guard argument.expression.namesArguments || !found.isEmpty, labels.count < 2 else { return nil }
      let prefix = labels.first.flatMap(\.self).map { "\($0): " } ?? ""
      let function = walk.text(argument.expression)
      let value = path.root == .name("value") ? "newValue" : "value"
      let call = ") { _, \(value) in \(function)(\(prefix)\(value)) }"
      return [Edit(publisher.utf8Range.upperBound..<node.utf8Range.upperBound, with: call)]
    }

    /// `{ value in` to `{ _, value in`; `$0` to `$1`.
    private static func takingTwoValues(_ closure: ClosureExprSyntax, _ walk: Walk) -> [Edit]? {
      switch closure.signature?.parameterClause {
      case .simpleInput(let parameters):
        guard parameters.count == 1 else { return nil }
        return [walk.inserting("_, ", at: parameters.startOffset)]
      case .parameterClause(let clause):
        guard clause.parameters.count == 1, let parameter = clause.parameters.first else { return nil }
        let type = parameter.type.map { ": \(walk.text($0))" } ?? ""
        return [walk.inserting("_\(type), ", at: parameter.startOffset)]
      default:
        guard let shorthands = closure.shorthands, !shorthands.isEmpty else { return nil }
        return shorthands.map { walk.replacing($0, with: "$1") }
      }
    }
  }
}

extension ExprSyntax {
  /// `show(_:)` or `self.show(_:)`
  fileprivate var namesArguments: Bool {
    (self.as(MemberAccessExprSyntax.self)?.declName ?? self.as(DeclReferenceExprSyntax.self))?.argumentNames != nil
  }
}

extension Subscription.Operator {
  /// Whether `onChange` does the same anyway.
  fileprivate var isImplied: Bool {
    switch name {
    case "dropFirst", "removeDuplicates": call.arguments.isEmpty && call.trailingClosure == nil
    case "receive": argument?.isMainScheduler == true
    default: false
    }
  }
}
