import Foundation
import Synchronization

/// An observation begins while a writer makes its one change. Between the first reading and the registration that follows
/// it, a registrar has nobody to report that change to.
struct FirstPassStress {
  struct Result: Encodable, Sendable {
    var tried = 0
    /// How many observations showed the old value for good.
    var stale = 0
    /// How many showed the old value first and the new one later.
    var followed = 0
  }

  let place: StressPlace
  let means: StressMeans
  let tries: Int
  let length: Duration

  func run() async -> Result {
    let writer = FirstPassWriter()
    var behind: [Try] = []
    Thread.detachNewThread { writer.write() }
    var result = Result()
    let end = ContinuousClock.now + length
    while result.tried < tries, ContinuousClock.now < end {
      let model = LockedCounter()
      let shown = Shown()
      let observer = await place.observer(of: model, showing: shown)
      writer.prepare(model)
      await observer.start(means) {
        writer.go()
        spin(for: .nanoseconds(Int.random(in: 0...2_000)))
      }
      result.tried += 1
      if await isShown(by: shown) {
        if shown.first == 0 { result.followed += 1 }
        await observer.stop()
      } else {
        behind.append(Try(shown: shown, observer: observer))
      }
      if behind.count == 200 { await judge(&behind, &result) }
    }
    await judge(&behind, &result)
    writer.end()
    return result
  }

  private struct Try {
    let shown: Shown
    let observer: any StressObserver
  }

  /// Gives those that are behind ample time, all together.
  private func judge(_ tries: inout [Try], _ result: inout Result) async {
    if tries.isEmpty { return }
    try? await Task.sleep(for: .milliseconds(200))
    for entry in tries {
      if entry.shown.last == 1 { result.followed += 1 } else { result.stale += 1 }
      await entry.observer.stop()
    }
    tries = []
  }

  /// Mostly it is a matter of microseconds.
  private func isShown(by shown: Shown) async -> Bool {
    let end = ContinuousClock.now + .microseconds(300)
    while shown.last != 1 {
      if ContinuousClock.now > end { return false }
      await Task.yield()
    }
    return true
  }
}
