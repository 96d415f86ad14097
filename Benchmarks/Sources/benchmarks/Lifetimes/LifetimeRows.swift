/// An observation of one property begins and ends.
enum LifetimeRows {
  static var rows: [Row] {
    var rows = [
      Row(
        name: "arm and cancel",
        rival: "withObservationTracking, then a change (can't cancel)",
        limits: Limits(public: 3.7, exact: 2.4)
      ) {
        let (ours, rival) = (Lifetimes(), Lifetimes())
        return (Contender { await ours.armAndCancel($0) }, Contender { await rival.trackAndChange($0) })
      }
    ]
    #if EXACT_TRACKING
      rows += [
        Row(name: "arm and cancel, rival with SPI", rival: "SPI didSet registration, a change, cancel") {
          let (ours, rival) = (Lifetimes(), Lifetimes())
          return (Contender { await ours.armAndCancel($0) }, Contender { await rival.registerAndCancel($0) })
        },
        Row(
          name: "arm and cancel withPropertyObservation(of: model, \\.count)",
          rival: "SPI didSet registration, a change, cancel"
        ) {
          let (ours, rival) = (Lifetimes(), Lifetimes())
          return (Contender { await ours.armAndCancelProperty($0) }, Contender { await rival.registerAndCancel($0) })
        },
      ]
    #endif
    return rows
  }
}
