import Observation
import ObservationBridge

@MainActor @Observable final class Kitchen {
  var waiting: [String] = []
  var served = 0
}

@main struct Diner {
  @MainActor static func main() async {
    let kitchen = Kitchen()
    print("\(kitchen.waiting.count) waiting, \(kitchen.served) served")
  }
}
