import Observation
import ObservationBridge

@MainActor @Observable final class Kitchen {
  var waiting: [String] = []
  var served = 0
}

@main struct Diner {
  @MainActor static func main() async {
    let kitchen = Kitchen()
    let token = withPortableContinuousObservation { _ in
      print("\(kitchen.waiting.count) waiting, \(kitchen.served) served")
    }
    kitchen.waiting = ["soup", "pasta", "salad"]
    kitchen.waiting.removeFirst()
    kitchen.served += 1
    await Task.yield()
    token.cancel()
  }
}
