/// How far a rule deals with the syntax that it was shown.
enum Claim {
  /// Rules further down the list may look at it as well.
  case none
  /// It's dealt with: no other rule is shown it. What is in it is still shown.
  case node
  /// It's dealt with, and so is all that is in it.
  case whole
}
