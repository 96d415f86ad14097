/// A change while a pass is already due.
enum PendingRows {
  #if EXACT_TRACKING
    static let rows = [
      Row(
        name: "change while a pass is due, actor",
        rival: "SPI permanent registration that does nothing",
        limits: 1.6
      ) {
        let (ours, rival) = (ActorPasses(), ActorPasses())
        await ours.observe()
        await rival.register()
        return (
          Contender(run: { await ours.change($0) }, end: { await ours.end() }),
          Contender(run: { await rival.change($0) }, end: { await rival.end() })
        )
      }
    ]
  #else
    /// The rival needs the standard library's interface for SwiftUI.
    static let rows: [Row] = []
  #endif
}
