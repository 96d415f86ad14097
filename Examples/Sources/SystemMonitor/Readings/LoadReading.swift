/// The mean number of processes that ran or waited, over one, five and fifteen minutes.
struct LoadReading: Equatable, Sendable {
  var one: Hundredths
  var five: Hundredths
  var fifteen: Hundredths
}
