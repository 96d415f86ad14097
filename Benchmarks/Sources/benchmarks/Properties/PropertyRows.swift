/// A change that is delivered inside the mutation.
enum PropertyRows {
  #if EXACT_TRACKING
    static let rows = [byHand, mainActorByHand, nothing, immediate, mainActorImmediate]

    private static let byHand = Row(
      name: "withPropertyObservation(of: model, \\.count) { change in }, actor, per change",
      rival: "SPI permanent registration by hand, old and new"
    ) {
      let (ours, rival) = (ActorProperty(), ActorProperty())
      await ours.start()
      await rival.register()
      return (ours.changes(), rival.changes())
    }

    private static let mainActorByHand = Row(
      name: "withPropertyObservation(of: model, \\.count) { change in }, main actor, per change",
      rival: "SPI permanent registration by hand, old and new"
    ) {
      let (ours, rival) = (await MainActorProperty(), await MainActorProperty())
      await ours.start()
      await rival.register()
      return (ours.changes(), rival.changes())
    }

    private static let nothing = Row(
      name: "withPropertyObservation(of: model, \\.count) { change in }, actor, rival is bare",
      rival: "SPI permanent registration that does nothing"
    ) {
      let (ours, rival) = (ActorProperty(), ActorProperty())
      await ours.start()
      await rival.registerNothing()
      return (ours.changes(), rival.changes())
    }

    private static let immediate = Row(
      name: "immediate continuous observation, actor, per change",
      rival: "SPI by hand: cancel, read and register again"
    ) {
      let (ours, rival) = (ActorProperty(), ActorProperty())
      await ours.observeImmediately()
      await rival.trackAnew()
      return (ours.changes(), rival.changes())
    }

    private static let mainActorImmediate = Row(
      name: "immediate continuous observation, main actor, per change",
      rival: "SPI by hand: cancel, read and register again"
    ) {
      let (ours, rival) = (await MainActorProperty(), await MainActorProperty())
      await ours.observeImmediately()
      await rival.trackAnew()
      return (ours.changes(), rival.changes())
    }
  #else
    /// The public interface reports before the value is stored: nothing by hand delivers the new value at once.
    static let rows: [Row] = []
  #endif
}

extension ActorProperty {
  nonisolated func changes() -> Contender {
    Contender(run: { await self.change($0) }, end: { await self.end() })
  }
}

extension MainActorProperty {
  nonisolated func changes() -> Contender {
    Contender(run: { await self.change($0) }, end: { await self.end() })
  }
}
