/// Counts the updates that never arrive when a writer and an observer run on threads of their own.
struct LostUpdates {
  struct BurstCell: Encodable, Sendable {
    let profile: String
    let place: String
    let means: String
    let result: BurstStress.Result
    let stepsBackward: Int
  }

  struct FirstPassCell: Encodable, Sendable {
    let place: String
    let means: String
    let result: FirstPassStress.Result
  }

  static let burstsName = "lost updates: bursts"
  static let firstPassName = "lost updates: first pass"

  let effort: Effort

  func bursts(_ profile: StressProfile, _ place: StressPlace, _ means: StressMeans) async -> BurstCell {
    let model = LockedCounter(storeTime: profile.storeTime)
    let shown = Shown()
    let observer = await place.observer(of: model, showing: shown)
    await observer.start(means) {}
    let isRival = !means.isOurs
    let stress = BurstStress(
      profile: profile,
      model: model,
      shown: shown,
      bursts: isRival ? effort.rivalBursts : effort.bursts,
      stuckLimit: isRival ? effort.rivalStuckBursts : effort.rivalStuckBursts * 4,
      // A rival's stuck bursts are many; one of the library's has to stay stuck.
      timeout: isRival ? .milliseconds(200) : .seconds(1),
      length: effort.cellLength
    )
    let result = await stress.run()
    await observer.stop()
    return BurstCell(
      profile: profile.rawValue,
      place: place.rawValue,
      means: means.rawValue,
      result: result,
      stepsBackward: shown.stepsBackward
    )
  }

  func firstPass(_ place: StressPlace, _ means: StressMeans) async -> FirstPassCell {
    let stress = FirstPassStress(
      place: place,
      means: means,
      tries: effort.firstPasses,
      length: effort.cellLength
    )
    return FirstPassCell(place: place.rawValue, means: means.rawValue, result: await stress.run())
  }
}
