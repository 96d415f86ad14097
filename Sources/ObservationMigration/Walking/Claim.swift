/// How far a rule deals with the syntax that it was shown.
enum Claim: Comparable {
  /// The rules for the rest are shown it as well.
  case none
  /// It's dealt with: the rules for the rest aren't shown it. What is in it is still shown.
  case node
  /// It's dealt with, and so is all that is in it, which no rule is shown.
  case whole
}
