/// The mean number of processes that ran or waited, over one, five and fifteen minutes.
package struct LoadReading: Equatable, Sendable {
  package var one: Hundredths
  package var five: Hundredths
  package var fifteen: Hundredths
}
