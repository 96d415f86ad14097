import Observation
import ObservationBridge
import TestSupport
import Testing

@testable import SwiftObserver

/// The blocks of Swift print; tests don't.
private func print(_ value: Any) {}

/// The blocks of Swift in this product's documentation, compiled and run.
@Suite @MainActor struct SnippetTests {
  enum Color {
    case blue, red
  }

  @Observable final class Profile {
    var name = "Ada"
  }

  final class Label {
    var text = ""
  }

  private let observer = Listener()
  private let label = Label()
  private let printed = Log<Int>()

  @Test func overview() {
    class Sky: SwiftObserver.ObservableObject {
      let messenger = Messenger<Color>()

      func turn(_ color: Color) {
        send(color)
      }
    }

    class Dashboard: Observer {
      let receiver = Receiver()

      init(_ sky: Sky) {
        observe(sky) { color in print("The sky turns \(color)") }
      }
    }

    let sky = Sky()
    let dashboard = Dashboard(sky)
    #expect(dashboard.isObserving(sky))
    sky.turn(.red)
  }

  @Test func messenger() {
    let messenger = Messenger<String>()
    observer.observe(messenger) { text in print(text) }
    messenger.send("Hello")
    #expect(observer.isObserving(messenger))
  }

  @Test func variable() {
    let title = Var("Draft")
    observer.observe(title) { update in print("\(update.old) → \(update.new)") }
    title <- "Final"
    #expect(title.value == "Final")
  }

  @Test func newValues() {
    let title = Var("Draft")
    observer.observe(title).new { print($0) }
    title <- "Final"
    #expect(title.value == "Final")
  }

  @Test func readme() {
    let title = Var("Draft")
    observer.observe(title).new().filter { !$0.isEmpty }.map { $0.uppercased() }.receive { print($0) }
    title <- "Final"
    #expect(observer.isObserving(title))
  }

  @Test func transforms() {
    let title = Var("Draft")
    observer.observe(title).new().filter { !$0.isEmpty }.map { $0.uppercased() }.receive { print($0) }

    let headline = title.new().map { $0.uppercased() }
    observer.observe(headline) { print($0) }
    title <- "Final"
    #expect(headline.latestMessage == "FINAL")
  }

  @Test func transformer() {
    let text = Var("text")
    observer.observe(text).new().filter { $0.count > 3 }.map({ $0.uppercased() }) { word in
      print(word)
    }
    text <- "longer"
    #expect(observer.isObserving(text))
  }

  @Test func wrapper() {
    class Model {
      @ObservableVar var title = "Draft"
    }

    let model = Model()
    observer.observe(model.$title).new { print($0) }
    model.title = "Final"
    #expect(model.$title.value == "Final")
  }

  @MainActor class Clock: @MainActor ObservableObject {
    let messenger = Messenger<Int>()
  }

  @MainActor class ClockFace: @MainActor Observer {
    let receiver = Receiver()
    var shown = ""

    func show(_ clock: Clock) {
      observe(clock).map { "\($0) o'clock" }.receive { [weak self] text in self?.shown = text }
    }
  }

  @Test func mainActor() {
    let (clock, face) = (Clock(), ClockFace())
    face.show(clock)
    clock.send(5)
    #expect(face.shown == "5 o'clock")
  }

  @Test func tracking() async {
    let temperature = Var(20)
    let token = withPortableContinuousObservation { _ in
      label.text = "\(temperature.value) °C"
    }
    temperature <- 21
    await eventually { label.text == "21 °C" }
    token.cancel()
  }

  @Test func properties() async {
    let (profile, label) = (Profile(), Label())
    observer.observe(profile, \.name).new { print($0) }
    observer.observe(profile, \.name).new().filter({ !$0.isEmpty }) { name in print(name) }
    observer.observe(profile, \.name).new().filter({ !$0.isEmpty }) { name in
      label.text = name
    }
    profile.name = "Grace"
    await eventually { label.text == "Grace" }
  }

  @Test func messages() async {
    let messenger = Messenger<Int>()
    let print = counted { messenger.stopBeingObserved() }
    let consumer = Task {
      for await message in messenger.messages(bufferingPolicy: .bufferingNewest(10)) { print(message) }
    }
    await eventually { messenger.observers.count != 0 }
    messenger.send(1)
    await consumer.value
    #expect(printed.entries == [1])
  }

  @Test func messagesInTheGuide() async {
    let messenger = Messenger<Int>()
    let print = counted { messenger.stopBeingObserved() }
    let consumer = Task {
      for await message in messenger.messages(bufferingPolicy: .bufferingNewest(10)) {
        print(message)
      }
    }
    await eventually { messenger.observers.count != 0 }
    messenger.send(1)
    await consumer.value
    #expect(printed.entries == [1])
  }

  @Test func values() async {
    let temperature = Var(20)
    let print = counted { temperature.stopBeingObserved() }
    let consumer = Task {
      for await celsius in temperature.values {
        print(celsius)
      }
    }
    await consumer.value
    #expect(printed.entries == [20])
  }

  private func counted(_ then: @escaping () -> Void) -> (Int) -> Void {
    { [printed] in
      printed($0)
      then()
    }
  }

  @Test func feeds() async {
    let (notifications, input) = AsyncStream.makeStream(of: String.self)
    let messenger = Messenger<String>()
    var received: [String] = []
    observer.observe(messenger) { received.append($0) }
    messenger.send(from: notifications)
    input.yield("news")
    await eventually { !received.isEmpty }
    #expect(received == ["news"])
  }
}
