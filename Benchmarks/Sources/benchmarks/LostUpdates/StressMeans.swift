/// What observes the model under stress.
enum StressMeans: String, CaseIterable, Sendable {
  case library = "library"
  case loop = "loop by hand"
  case observations = "Observations"
}
