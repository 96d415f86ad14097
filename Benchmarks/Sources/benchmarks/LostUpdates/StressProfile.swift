/// How a writer changes the model.
enum StressProfile: String, CaseIterable, Sendable {
  case pauses = "1-20 changes, 0-3 us between"
  case noPauses = "1-20 changes, no pauses"
  case single = "single changes"
  case slowStore = "1-20 changes, store of 1 us"

  var changes: ClosedRange<Int> {
    self == .single ? 1...1 : 1...20
  }

  /// In nanoseconds.
  var pause: ClosedRange<Int> {
    self == .pauses ? 0...3_000 : 0...0
  }

  var storeTime: Duration {
    self == .slowStore ? .microseconds(1) : .zero
  }
}
