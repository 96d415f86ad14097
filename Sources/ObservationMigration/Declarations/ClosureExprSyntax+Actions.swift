import SwiftSyntax

extension ClosureExprSyntax {
  /// Whether the closure is passed to a function known to call it only after the view has appeared.
  var runsLater: Bool { isGiven(to: ActionClosures.later) }

  /// Whether the closure is passed to a function known to call it for an effect: when the view appears, or later.
  var isAction: Bool { isGiven(to: ActionClosures.all) }

  /// Whether the closure runs in place: called there, or passed to a function known to call it before returning.
  var isCalledAtOnce: Bool {
    guard let callee = enclosingCall?.calledExpression else { return parent?.is(FunctionCallExprSyntax.self) == true }
    let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? callee.trimmedText
    return ClosureTakers.inPlace.contains(name)
  }

  /// Whether the surrounding code runs the closure before going on.
  var runsAtOnce: Bool {
    if let call = enclosingCall, call.isOfPipeline { return call.passesCurrentValue }
    return isCalledAtOnce
  }

  /// Whether the closure runs in a task, or on a queue, after the surrounding code.
  var runsInTask: Bool { isGiven(to: ActionClosures.tasks) }

  /// Whether the closure makes the content of a presentation when it's shown: `.sheet(isPresented: $isShown) { … }`.
  var isPresented: Bool {
    enclosingCall.map { $0.method != nil && ClosureTakers.ofPresentations.contains($0.calleeName?.baseName.text ?? "") }
      ?? false
  }

  /// Whether the closure runs later only if a property changes, or a notification is posted.
  var waitsForEvent: Bool {
    guard let call = enclosingCall else { return false }
    if RegisteringMethods.contains(call.calleeName?.baseName.text ?? "") { return true }
    guard call.isOfPipeline else { return false }
    let (source, operators) = Subscription.Operator.chain(ExprSyntax(call))
    return call.passesCurrentValue || operators.contains { $0.name == "dropFirst" }
      || source.trimmedText == "NotificationCenter.default"
  }

  /// Whether the closure does nothing for an object that nobody keeps: `{ [weak self] in … }`.
  var needsKeptObject: Bool {
    signature?.capture?.items.contains { $0.name.text == "self" && $0.specifier != nil } ?? false
  }

  /// Whether the closure gets the values of a publisher: `publisher.sink { … }`.
  var isSubscriber: Bool { isGiven(to: ["sink"]) }

  /// Whether the surrounding code waits for the task: `await Task { … }.value`.
  var isAwaitedTask: Bool { enclosingCall.map { ExprSyntax($0).isBase } ?? false }

  private func isGiven(to names: Set<String>) -> Bool {
    guard let parent else { return false }
    if let element = parent.as(MultipleTrailingClosureElementSyntax.self) {
      let call = element.parent?.parent?.as(FunctionCallExprSyntax.self)
      return call?.takesAction(element.label.text, names) ?? false
    }
    if let argument = parent.as(LabeledExprSyntax.self) {
      guard let call = callOfArgument else { return false }
      return call.takesAction(argument.label?.text, names)
        || names != ActionClosures.tasks && isNamedAction(argument.label)
    }
    guard let call = parent.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id else { return false }
    // `.onSizeUpdated { size in proxy.size = size }`, `KeyCommand("Play") { player.isPlaying = true }`
    if names != ActionClosures.tasks, let callee = call.calleeName?.baseName {
      let isConstructor = call.calledExpression.is(DeclReferenceExprSyntax.self) && callee.identifierText.isTypeName
      if (isConstructor && assigns) || isNamedAction(callee) { return true }
    }
    // `Button(action: save) { Text("Save") }`
    return !call.arguments.contains { $0.label?.text == "action" } && call.takesAction(nil, names)
  }
}

extension ClosureExprSyntax {
  /// `Row(onSelect: { selection = row })`
  private func isNamedAction(_ label: TokenSyntax?) -> Bool {
    guard let name = label?.text, name.hasPrefix("on"), name != "onAppear" else { return false }
    return name.dropFirst("on".count).first?.isUppercase == true && assigns
  }

  /// Whether it assigns something from outside, which a view builder, as in `List(onEmpty: { Text("None") })`, can't. The
  /// closure of `Canvas { context, size in context.opacity = model.opacity }` assigns what it draws with.
  private var assigns: Bool {
    let targets = statements.compactMap { $0.item.as(SequenceExprSyntax.self) }.flatMap(\.assigned)
    guard !targets.isEmpty else { return false }
    let locals = localNames
    return targets.contains { target in
      var root = target
      while let base = root.as(MemberAccessExprSyntax.self)?.base ?? root.accessed { root = base }
      let name = root.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
      return name.map { !$0.hasPrefix("$") && !locals.contains($0) } ?? false
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the publisher of a property passes its current value at once to the arguments: `$rows.sink { … }`.
  var passesCurrentValue: Bool {
    guard let name = method?.name.text, CombineNames.takingValues.contains(name) else { return false }
    let (source, operators) = Subscription.Operator.chain(ExprSyntax(self))
    return source.lastToken(viewMode: .sourceAccurate)?.projectedProperty != nil
      && !operators.contains { $0.name == "dropFirst" || $0.call.deliversLater }
  }

  /// Whether it's an operator of a publisher: `clock.map { … }.sink { … }`.
  var isOfPipeline: Bool {
    let (source, operators) = Subscription.Operator.chain(ExprSyntax(self))
    if source.lastToken(viewMode: .sourceAccurate)?.projectedProperty != nil { return true }
    let outer = ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) }.compactMap { $0.as(FunctionCallExprSyntax.self) }
    return ([source.lastName()] + operators.map(\.name) + outer.map { $0.calleeName?.baseName.text }).contains { name in
      name.map { CombineNames.all.contains($0) } ?? false
    } || outer.contains { $0.calledExpression.firstToken(viewMode: .sourceAccurate)?.text == "Publishers" }
  }

  var calleeName: DeclReferenceExprSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName ?? calledExpression.as(DeclReferenceExprSyntax.self)
  }

  fileprivate func takesAction(_ label: String?, _ names: Set<String>) -> Bool {
    if let label, ActionClosures.labelsOfShown.contains(label) { return false }
    if calleeName.map({ names.contains($0.baseName.text) }) ?? false { return true }
    // `Button(action:)`, `Binding(get:set:)`. A function may call such a closure at once.
    return names != ActionClosures.tasks && (label == "action" || label == "set")
  }
}
