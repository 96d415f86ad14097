import SwiftSyntax

/// A call of `objectWillChange.send()`, or a statement of nothing but such calls.
struct Announcement: Sendable {
  /// Whose changes are announced.
  let type: TypeSymbol.ID
  let place: Place
  /// Takes the statement out.
  let removal: [Edit]
  /// The calls: from `objectWillChange` to the end, with what stands before it.
  let calls: [(range: Range<Int>, receiver: String, separator: String)]
  /// The properties through which objects may have been changed; nil for any.
  let touched: Set<String>?
  /// It's made by the object itself.
  let isOwn: Bool
  /// It's made by an object that is no model, which changes: views may show that object.
  var mayBeOfPlainObject = false
  /// What there is to say where it can't be kept.
  let advice: String
}

extension Announcement {
  init(
    _ item: CodeBlockItemSyntax,
    _ calls: [FunctionCallExprSyntax],
    of type: TypeSymbol.ID,
    touched: Set<String>?,
    isOwn: Bool,
    advice: String,
    _ walk: Walk
  ) {
    self.type = type
    place = walk.place(of: item)
    removal = Self.removal(of: item, walk)
    self.touched = touched
    self.isOwn = isOwn
    self.advice = advice
    self.calls = calls.map { call in
      let publisher = call.publisher
      let name = publisher?.as(MemberAccessExprSyntax.self)?.declName.startOffset ?? publisher?.startOffset
      let start = name ?? call.startOffset
      let isAlone = walk.source.isFirstInLine(call.startOffset)
      return (
        start..<call.utf8Range.upperBound, walk.source[call.startOffset..<start],
        isAlone ? walk.source.newline + walk.source.indentation(at: call.startOffset) : "; "
      )
    }
  }

  /// Takes the statement out, but for what its condition calls.
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
    // A comment in its line speaks of it.
    let comment = item.trailingTrivia.contains { piece in
      if case .lineComment = piece { true } else { false }
    }
    guard comment, walk.source.isFirstInLine(item.startOffset) else { return [walk.removing(item)] }
    let end = item.utf8Range.upperBound + item.trailingTriviaLength.utf8Length
    return [Edit(walk.source.removal(of: item.startOffset..<end), with: "")]
  }

  /// Announces changes of properties, or of the whole object, to the registrar: instead of the calls, or after them.
  func mutation(of keys: [String], keepingCalls: Bool) -> [Edit] {
    calls.map { call in
      let separator = call.separator + call.receiver
      let statements = keys.map { "withMutation(keyPath: \\.\($0)) {}" }.joined(separator: separator)
      let end = call.range.upperBound
      return keepingCalls
        ? Edit(end..<end, with: separator + statements)
        : Edit(call.range, with: statements)
    }
  }
}

extension Walk {
  /// A call is dealt with, and no decision is needed for its publisher.
  func claim(announcement call: FunctionCallExprSyntax) {
    if let item = call.parent?.as(CodeBlockItemSyntax.self) { claim(item) }
    if let publisher = call.publisher { claim(publisher) }
  }
}

extension FunctionCallExprSyntax {
  /// `objectWillChange` of `objectWillChange.send()`, with what it's of.
  var publisher: ExprSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.base
  }
}

extension ExprSyntax {
  /// Whether something is called in it.
  var hasCall: Bool { !nodes(FunctionCallExprSyntax.self).isEmpty }
}
