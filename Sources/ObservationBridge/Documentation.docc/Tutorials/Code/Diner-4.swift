import Observation
import ObservationBridge

@MainActor @Observable final class Kitchen {
  var waiting: [String] = []
  var served = 0
  var isOpen = true
}

@MainActor final class Display {
  private(set) var text = ""
  private let observations = ObservationScope()

  @discardableResult
  func show(_ kitchen: Kitchen) -> ObservationDelivery {
    observations.observe(kitchen) { [weak self] kitchen in
      self?.write("\(kitchen.waiting.count) waiting, \(kitchen.served) served")
    }
  }

  private func write(_ text: String) {
    self.text = text
    print(text)
  }
}

@main struct Diner {
  @MainActor static func main() async {
    let kitchen = Kitchen()
    let display = Display()
    display.show(kitchen)
    kitchen.waiting = ["soup", "pasta", "salad"]
    kitchen.waiting.removeFirst()
    kitchen.served += 1
    await Task.yield()
    withExtendedLifetime(display) {}
  }
}
