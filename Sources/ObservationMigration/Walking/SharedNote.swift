/// A note that several places have: the first of them has it, with the number of the others.
struct SharedNote: Sendable {
  /// What the others are called.
  enum Place: String, Sendable {
    case place = "at %d other place"
    case preview = "in %d other preview"
    case view = "in %d other view"
  }

  /// What the notes have in common.
  let topic: String
  let place: Place
  /// What is said at the other places.
  let rest: String

  /// The message of the first place.
  func message(_ message: String, others: Int) -> String {
    guard others > 0 else { return message }
    let places = place.rawValue.replacing("%d", with: String(others)) + (others == 1 ? "" : "s")
    return "\(message) Also \(places)."
  }
}
