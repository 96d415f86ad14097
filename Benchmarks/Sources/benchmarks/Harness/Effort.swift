/// How long everything takes.
struct Effort: Equatable, Sendable {
  let rounds: Int
  let roundLength: Duration
  /// The bursts that the library has to get through in each cell of the lost-update stress.
  let bursts: Int
  let rivalBursts: Int
  /// A rival's cell ends after so many stuck bursts: each takes the whole time-out.
  let rivalStuckBursts: Int
  /// A cell ends after so long, however far it got.
  let cellLength: Duration
  let firstPasses: Int
  let roundTrips: Int
  let migratedFiles: Int

  static let full = Effort(
    rounds: 9,
    roundLength: .milliseconds(60),
    bursts: 20_000,
    rivalBursts: 1_000,
    rivalStuckBursts: 25,
    cellLength: .seconds(30),
    firstPasses: 100_000,
    roundTrips: 200_000,
    migratedFiles: 1_000
  )

  static let quick = Effort(
    rounds: 3,
    roundLength: .milliseconds(5),
    bursts: 1_000,
    rivalBursts: 100,
    rivalStuckBursts: 1,
    cellLength: .milliseconds(400),
    firstPasses: 300,
    roundTrips: 5_000,
    migratedFiles: 40
  )
}
