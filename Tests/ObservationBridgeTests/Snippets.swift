import Observation
import ObservationBridge
import Testing

/// The blocks of Swift in README and in the documentation, compiled and, where they can be, run.
@MainActor private enum Snippets {
  final class Label {
    var text = ""
  }

  final class Table {
    var title = ""
    func show(_ rows: [Int]) {}
  }

  // MARK: README

  @MainActor @Observable final class Counter { var value = 0 }

  @MainActor func run() async {
    let counter = Counter()
    let token = withPortableContinuousObservation { event in
      print("\(event.kind): \(counter.value)")
    }
    for _ in 1...1000 { counter.value += 1 }
    await Task.yield()
    token.cancel()
  }

  @MainActor final class ProfileController {
    let label = Label()
    private let observations = ObservationScope()

    func show(_ profile: Profile) {
      observations.cancelAll()
      observations.observe(profile) { [label] event, profile in
        label.text = profile.name
      }
    }
  }

  static func property(_ observations: ObservationScope, _ profile: Profile) {
    observations.observe(profile, \.age) { change in
      print("\(change.old) → \(change.new)")
    }
  }

  @MainActor @Observable final class Model {
    var rows: [Int] = []
    var title = ""
    var count = 0
  }

  static func matching(_ model: Model, _ table: Table) {
    let token = withPortableContinuousObservation { event in
      let rows = model.rows
      if event.kind == .initial || event.matches(\Model.rows) { table.show(rows) }
      table.title = model.title
    }
    token.cancel()
  }

  static func inStep(_ original: Profile, _ copy: Profile) {
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      copy.name = original.name
    }
    token.cancel()
  }

  static func recording(_ delivery: ObservationDelivery, _ profile: Profile, _ label: Label) async {
    let names = await delivery.values { label.text }
    profile.name = "Grace"
    #expect(await names.waitUntilValue("Grace"))
    #expect(names.snapshot() == ["Ada", "Grace"])
  }

  // MARK: Doc comments

  static func title(_ model: Model, _ label: Label) {
    let token = withPortableContinuousObservation { event in
      label.text = model.title
    }
    token.cancel()
  }

  static func changes(_ model: Model) {
    let token = observe(model, \.title) { change in
      print("\(change.old) → \(change.new)")
    }
    token.cancel()
  }

  static func counts(_ token: PortableObservationToken, _ model: Model) async {
    let counts = await token.values { model.count }
    model.count = 3
    #expect(await counts.waitUntilValue(3))
    #expect(counts.snapshot() == [0, 3])
  }

  // MARK: Articles

  static func turns(_ profile: Profile) {
    profile.name = "Grace"
    profile.age = 85
    // Nothing has run yet. One pass follows, which sees both.
  }

  static func nested(_ observations: ObservationScope, _ child: Profile) {
    func show(_ name: String) {}
    Task { observations.observe { _ in show(child.name) } }
  }
}

@Suite @MainActor struct SnippetTests {
  @Test func recorderOfADelivery() async {
    let (profile, label, scope) = (Profile(), Snippets.Label(), ObservationScope())
    let delivery = scope.observe(profile) { _, profile in label.text = profile.name }
    await Snippets.recording(delivery, profile, label)
  }

  @Test func recorderOfAToken() async {
    let model = Snippets.Model()
    let token = withPortableContinuousObservation { _ in _ = model.count }
    await Snippets.counts(token, model)
    token.cancel()
  }

  @Test func controller() async {
    let (controller, profile, other) = (Snippets.ProfileController(), Profile(), Profile())
    controller.show(other)
    controller.show(profile)
    #expect(controller.label.text == "Ada")
    profile.name = "Grace"
    await eventually { controller.label.text == "Grace" }
    other.name = "Other"
    await mainActorTurns()
    #expect(controller.label.text == "Grace")
  }
}
