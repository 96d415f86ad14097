import Observation

/// Registrar models against models of the standard library's macro, where nobody or somebody else observes them.
enum ObservableRivalRows {
  static let rows = [read, write, writeAfterForeignTracking]

  private static let read = Row(
    name: "registrar model, read that nobody observes",
    rival: "@Observable",
    limits: Limits(public: 0.85, exact: 0.5)
  ) {
    let (own, other) = ((0..<100).map { _ in RegistrarCounter() }, (0..<100).map { _ in Counter() })
    return (
      contender { total in for model in own { total.value &+= model.count } },
      contender { total in for model in other { total.value &+= model.count } }
    )
  }

  private static let write = Row(
    name: "registrar model, read and write that nobody observes",
    rival: "@Observable",
    limits: 1
  ) {
    let (own, other) = ((0..<100).map { _ in RegistrarCounter() }, (0..<100).map { _ in Counter() })
    return (
      contender { total in for model in own { model.count &+= total.value } },
      contender { total in for model in other { model.count &+= total.value } }
    )
  }

  /// SwiftUI tracks what a body reads, and hears of one change of that. A tracking of the standard library does the same.
  private static let writeAfterForeignTracking = Row(
    name: "registrar model, read by a foreign tracker and written",
    rival: "@Observable",
    limits: 1.5
  ) {
    let (own, other) = ((0..<100).map { _ in RegistrarCounter() }, (0..<100).map { _ in Counter() })
    return (
      contender { total in
        for model in own {
          withObservationTracking {
            total.value &+= model.count
          } onChange: {
          }
          model.count &+= 1
        }
      },
      contender { total in
        for model in other {
          withObservationTracking {
            total.value &+= model.count
          } onChange: {
          }
          model.count &+= 1
        }
      }
    )
  }

  /// Counts what `body` does for one of its 100 models.
  private static func contender(_ body: @escaping (Total) -> Void) -> Contender {
    // Used by the thread that measures only.
    nonisolated(unsafe) let body = body
    return Contender { repetitions in
      let total = Total()
      total.value = 1
      let loops = repetitions / 100 + 1
      return RegistrarModelRows.time(loops) { _ in unsafe body(total) } / Double(loops * 100) * Double(repetitions)
    }
  }
}
