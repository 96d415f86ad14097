import Testing
import Observation
@testable import ObservationBridge
@MainActor @Observable final class Model { var a = 0; var b = 0 }
@MainActor @Test func smoke() async {
  let m = Model()
  var n: [Int] = []
  let t = withPortableContinuousObservation { e in n.append(m.a) }
  let v = await t.values { m.a }
  m.a = 1; m.a = 2
  _ = await v.waitUntilValue(2)
  print(n, v.snapshot(), Tracking.isExact)
}
