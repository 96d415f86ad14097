import SwiftSyntax

/// A call of `objectWillChange.send()`, or a statement of nothing but such calls.
struct Announcement: Sendable {
  let type: TypeSymbol.ID
  let place: Place
  let removal: [Edit]
  /// Each call from `objectWillChange` to its end, with the text before it.
  let calls: [(range: Range<Int>, receiver: String, separator: String)]
  /// The properties whose objects may have changed; nil for any property.
  var touched: Set<String>?
  /// The models that notice a conditional change beside the announcement; nil without such a change.
  var noticing: Set<TypeSymbol.ID>?
  /// Whether the object itself announces its changes.
  var isOwn = false
  /// Whether it stands in another module than the object's class, where `withMutation(keyPath:)`, which is internal, can't be
  /// called.
  var isInOtherModule: Bool
  /// Whether an object outside the models announces it and changes: views may show that object.
  var mayBeOfPlainObject = false
  /// The message if the announcement can't be kept.
  let advice: String

  init(
    _ item: CodeBlockItemSyntax,
    _ calls: [FunctionCallExprSyntax],
    of type: TypeSymbol.ID,
    advice: String,
    _ walk: Walk
  ) {
    self.type = type
    place = walk.place(of: item)
    isInOtherModule = walk.table.importsModule(of: type, in: walk.file)
    removal = Self.removal(of: item, walk)
    self.advice = advice
    self.calls = calls.map { call in
      let publisher = call.method?.base
      let name = publisher?.as(MemberAccessExprSyntax.self)?.declName.startOffset ?? publisher?.startOffset
      let start = name ?? call.startOffset
      let isAlone = walk.source.isFirstInLine(call.startOffset)
      return (
        start..<call.utf8Range.upperBound, walk.source[call.startOffset..<start],
        isAlone ? walk.source.newline + walk.source.indentation(at: call.startOffset) : "; "
      )
    }
  }

  /// Removes a statement, except for calls in its condition.
  static func removal(of item: CodeBlockItemSyntax, _ walk: Walk) -> [Edit] {
    if let condition = item.announcingCondition, condition.hasCall {
      return [
        Edit(item.startOffset..<condition.startOffset, with: "_ = "),
        Edit(condition.utf8Range.upperBound..<item.utf8Range.upperBound, with: ""),
      ]
    }
    // A case can't be empty.
    if let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      list.parent?.is(SwitchCaseSyntax.self) == true
    {
      return [walk.replacing(item, with: "break")]
    }
    let comment = item.trailingTrivia.contains { piece in
      if case .lineComment = piece { true } else { false }
    }
    guard comment, walk.source.isFirstInLine(item.startOffset) else { return [walk.removing(item)] }
    let end = item.utf8Range.upperBound + item.trailingTriviaLength.utf8Length
    return [Edit(walk.source.removal(of: item.startOffset..<end), with: "")]
  }

  /// Announces changes of properties, or of the whole object (`self`), to the registrar: instead of the calls, or after them.
  func mutation(of keys: [String], keepingCalls: Bool) -> [Edit] {
    calls.map { call in
      let separator = call.separator + call.receiver
      let statements = keys.map { "withMutation(keyPath: \\.\($0)) {}" }.joined(separator: separator)
      let end = call.range.upperBound
      return keepingCalls ? Edit(end..<end, with: separator + statements) : Edit(call.range, with: statements)
    }
  }
}

extension Walk {
  /// Marks a call as handled, so that its publisher needs no decision.
  func claim(announcement call: FunctionCallExprSyntax) {
    if let item = call.parent?.as(CodeBlockItemSyntax.self) { claim(item) }
    if let publisher = call.method?.base { claim(publisher) }
  }
}

extension ExprSyntax {
  var hasCall: Bool { !nodes(FunctionCallExprSyntax.self).isEmpty }
}
