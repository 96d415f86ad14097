import Observation
import ObservationBridge
import TestSupport
import Testing

/// The blocks of Swift in the documentation, compiled and, where they can be, run.
@MainActor private enum Snippets {
  final class Label {
    var text = ""
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

  @MainActor @Observable final class Model {
    var title = ""
    var count = 0
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
    let token = withPropertyObservation(of: model, \.title) { change in
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

  // MARK: Models and derived values

  struct Line {
    let price: Int
  }

  final class Thermometer: Observable {
    private let registrar = ModelRegistrar()
    private var storedDegrees = 20.0

    var degrees: Double {
      get {
        registrar.access(self, keyPath: \.degrees)
        return storedDegrees
      }
      set {
        registrar.withMutation(of: self, keyPath: \.degrees) {
          storedDegrees = newValue
        }
      }
    }
  }

  final class Basket: Observable {
    private let registrar = ModelRegistrar()
    private var storedLines: [Line] = []

    var lines: [Line] {
      get {
        registrar.access(self, keyPath: \.lines)
        return storedLines
      }
      set { registrar.withMutation(of: self, keyPath: \.lines) { storedLines = newValue } }
    }

    var total: Int {
      registrar.derived(self, \.total) { lines.reduce(0) { $0 + $1.price } }
    }
  }

  @MainActor @Observable final class Account {
    var balance = 100
    var transfers: [String] = []
  }

  @MainActor static func total(of cart: Basket, _ label: Label) {
    let total = DerivedValue { cart.lines.reduce(0) { $0 + $1.price } }

    let token = withPortableContinuousObservation { event in
      label.text = "\(total.value)"
    }
    token.cancel()
  }

  static func transfer(_ account: Account, _ transfer: String) {
    withObservationTransaction {
      account.balance -= 20
      account.transfers.append(transfer)
    }
  }

  // MARK: Articles

  static func turns(_ profile: Profile) {
    profile.name = "Grace"
    profile.age = 85
    // Nothing has run yet. One pass follows, which sees both.
  }

  static func stream(_ model: Model, _ label: Label) async {
    for await count in ObservationBridge({ model.count }) {
      label.text = "\(count)"
    }
  }

  static func ends(_ model: Model) -> [ObservationBridge<String>] {
    let names = ObservationBridge.untilFinished { [weak model] in
      if let model { .next(model.title) } else { .finish }
    }
    let titles = ObservationBridge(of: model) { $0.title }
    return [names, titles]
  }

  static func debounced(_ model: Model) async {
    let options = ObservationStreamOptions.rateLimit(
      .debounce(ObservationDebounce(interval: .milliseconds(300)))
    )
    for await query in ObservationBridge(options: options, { model.title }) {
      await search(query)
    }
  }

  @Observable final class Sensor: Sendable {
    var level: Int { 1 }
  }

  nonisolated static func shared(_ sensor: Sensor, _ scope: ObservationScope) {
    func log(_ level: Int) {}
    scope.observe(shared: sensor) { _, sensor in log(sensor.level) }
  }

  final class Drafts {
    var draft = Draft()
  }

  static func confined(_ editor: Drafts) async {
    func show(_ draft: Draft) {}
    for await draft in ObservationBridge({ editor.draft }) {
      show(draft)
    }
  }

  @Observable final class Cart { var count = 0 }
  @Observable final class Price { var amount = 0 }
  @Observable final class Library { var selected: Model? }
  @Observable final class Results { var hits: [String] = [] }

  static func combined(_ cart: Cart, _ price: Price, _ library: Library) {
    do {
      let totals = ObservationBridge { cart.count * price.amount }
      _ = totals
    }
    do {
      let titles = ObservationBridge { library.selected?.title }
      _ = titles
    }
    do {
      let isEmpty = ObservationBridge { cart.count == 0 }.removeDuplicates()
      _ = isEmpty
    }
  }

  static func search(_ query: String) async {}
  static func find(_ query: String) async -> [String] { [query] }
  static func show(_ text: String) async {}

  static func latestWork(_ queries: ObservationBridge<String>) async {
    var work: Task<Void, Never>?
    for await query in queries {
      work?.cancel()
      work = Task { await search(query) }
    }
  }

  static func merged(_ titles: ObservationBridge<String>, _ counts: ObservationBridge<Int>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await title in titles { await show(title) } }
      group.addTask { for await count in counts { await show("\(count)") } }
    }
  }

  static func shared(_ queries: ObservationBridge<String>, _ results: Results, show: ([String]) -> Void) async {
    let watching = Task {
      for await query in queries {
        results.hits = await find(query)
      }
    }
    for await hits in ObservationBridge({ results.hits }) { show(hits) }
    watching.cancel()
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

  @Test func modelsByHand() {
    let (thermometer, cart) = (Snippets.Thermometer(), Snippets.Basket())
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      seen.append("\(thermometer.degrees) \(cart.total)")
    }
    thermometer.degrees = 21
    cart.lines.append(Snippets.Line(price: 3))
    #expect(seen == ["20.0 0", "21.0 0", "21.0 3"])
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
