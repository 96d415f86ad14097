import ObservationBridge
import Testing

@testable import Diner

@MainActor @Test func theDisplayFollowsTheKitchen() async {
  let (kitchen, display) = (Kitchen(), Display())
  let texts = await display.show(kitchen).values { display.text }
  kitchen.waiting.append("soup")
  #expect(await texts.waitUntilValue("1 waiting, 0 served"))
  kitchen.waiting.removeFirst()
  kitchen.served += 1
  #expect(await texts.waitUntilValue("0 waiting, 1 served"))
  #expect(texts.snapshot() == ["0 waiting, 0 served", "1 waiting, 0 served", "0 waiting, 1 served"])
}
