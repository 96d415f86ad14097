/// Draws an element: a letter or digit as it is, anything else as its description in single quotes.
///
/// "x" stands for cancellation in an input, and is therefore quoted, too.
func timelineSymbol<Element>(for element: Element) -> String {
  let text = String(describing: unwrapped(element))
  if text.count == 1, case .value = TimelineEvent(text[text.startIndex]) { return text }
  var quoted = "'"
  for character in text {
    if character == "'" || character == "\\" { quoted.append("\\") }
    quoted.append(character)
  }
  return quoted + "'"
}

private func unwrapped(_ value: Any) -> Any {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrapped.map(unwrapped) ?? "nil"
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
