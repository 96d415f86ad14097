/// A change, and the run of the binding that follows it.
enum BindingRows {
  static let rows = [mainActor, actor]

  private static let mainActor = Row(
    name: "@ObservationTracking, main actor, per change",
    rival: "by hand: withPortableContinuousObservation { [weak self] … }",
    limits: 1.2
  ) {
    let (ours, rival) = (await MainActorBinding(), await MainActorBinding())
    await ours.bind()
    await rival.observe()
    return (Contender { await ours.cycle($0) }, Contender { await rival.cycle($0) })
  }

  private static let actor = Row(
    name: "@ObservationTracking, actor, per change",
    rival: "by hand: withPortableContinuousObservation, keeps the actor",
    limits: 1.2
  ) {
    let (ours, rival) = (ActorBinding(), ActorBinding())
    await ours.bind()
    await rival.observe()
    return (
      Contender { await ours.cycle($0) },
      Contender(run: { await rival.cycle($0) }, end: { await rival.end() })
    )
  }
}
