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
    // Nothing has run yet. One pass will see both.
  }

  static func stream(_ model: Model, _ label: Label) async {
    for await count in ObservationBridge({ model.count }) {
      label.text = "\(count)"
    }
  }

  @MainActor @Observable final class Download {
    var percent = 0
    var isDone = false
  }

  @MainActor @Observable final class Shelf {
    var title = ""
    var isFull = false
  }

  @MainActor @Observable final class Shelves {
    var shelf = Shelf()
  }

  final class Tank: Observable {
    private let registrar = ModelRegistrar()
    private var storedLevel = 0

    var level: Int {
      get {
        registrar.access(self, keyPath: \.level)
        return storedLevel
      }
      set { registrar.withMutation(of: self, keyPath: \.level) { storedLevel = newValue } }
    }

    var isTooFull: Bool { registrar.derived(self, \.isTooFull) { level > 5 } }
  }

  static func emptying(_ tank: Tank) -> PortableObservationToken {
    let token = withPortableContinuousObservation { _ in
      if tank.isTooFull { tank.level = 0 }
    }
    return token
  }

  static func replacing(_ library: Shelves, _ label: Label) -> PortableObservationToken {
    let token = withPortableContinuousObservation { _ in
      if library.shelf.isFull { library.shelf = Shelf() }
      label.text = library.shelf.title
    }
    return token
  }

  static func replacingAfterwards(_ library: Shelves, _ label: Label) -> PortableObservationToken {
    withPortableContinuousObservation { _ in
      label.text = library.shelf.title
      if library.shelf.isFull { library.shelf = Shelf() }
    }
  }

  static func percentages(_ download: Download) -> ObservationBridge<Int> {
    let percentages = ObservationBridge.untilFinished {
      download.isDone ? .last(download.percent) : .next(download.percent)
    }
    return percentages
  }

  @MainActor final class Follower {
    private(set) var titles: [String] = []
    private(set) var following: Task<Void, Never>?
    private func show(_ title: String) { titles.append(title) }

    func follow(_ model: Model) {
      let titles = ObservationBridge(of: model) { $0.title }
      following = Task { [weak self] in
        for await title in titles { self?.show(title) }
      }
    }
  }

  @MainActor final class Counter {
    let model = Model()

    func counts() -> some AsyncSequence<Int, Never> & Sendable {
      ObservationBridge { self.model.count }
    }
  }

  nonisolated static func levels(_ sensor: Sensor) async -> Int? {
    let levels = ObservationBridge(ofSendable: sensor) { $0.level }
    return await levels.first { _ in true }
  }

  @Observable final class Party { var guests: [String] = [] }
  @Observable final class Form { var query = "" }

  static func limited(_ state: Party, _ form: Form) {
    do {
      let guests = ObservationBridge(options: .throttle(.seconds(1))) { state.guests }
      _ = guests
    }
    do {
      let queries = ObservationBridge(options: .debounce(.milliseconds(300))) { form.query }
      _ = queries
    }
  }

  static func withoutEvent(_ observations: ObservationScope, _ profile: Profile, _ label: Label) {
    observations.observe(profile) { [label] profile in label.text = profile.name }
  }

  static func stored(_ model: Model, _ label: Label) -> Set<PortableObservationToken> {
    var tokens: Set<PortableObservationToken> = []
    withPortableContinuousObservation { _ in label.text = model.title }.store(in: &tokens)
    return tokens
  }

  static func backend() {
    print("observes with the \(TrackingBackend.current) backend")
  }

  static func ends(_ model: Model) -> [ObservationBridge<String>] {
    let names = ObservationBridge.untilFinished { [weak model] in
      if let model { .next(model.title) } else { .finish }
    }
    let titles = ObservationBridge(of: model) { $0.title }
    return [names, titles]
  }

  static func debounced(_ model: Model) async {
    for await query in ObservationBridge(options: .debounce(.milliseconds(300)), { model.title }) {
      await search(query)
    }
  }

  @Observable final class Sensor: Sendable {
    var level: Int { 1 }
  }

  nonisolated static func shared(_ sensor: Sensor, _ scope: ObservationScope) {
    func log(_ level: Int) {}
    scope.observe(sendable: sensor) { sensor in log(sensor.level) }
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

  static func latestWork(
    _ queries: ObservationBridge<String>,
    _ results: Results,
    find: @escaping (String) async -> [String]
  ) async {
    var work: Task<Void, Never>?
    for await query in queries {
      work?.cancel()
      work = Task {
        let hits = await find(query)
        guard !Task.isCancelled else { return }
        results.hits = hits
      }
    }
    await work?.value
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

  @Test func aDownloadEndsWithItsLastPercentage() async {
    let download = Snippets.Download()
    var seen: [Int] = []
    for await percent in Snippets.percentages(download) {
      seen.append(percent)
      download.percent = percent + 50
      download.isDone = download.percent == 100
    }
    #expect(seen == [0, 50, 100])
  }

  /// With the public backend, a stream hears of the deallocation with the next change only.
  @Test(.reportsAfterStore) func aStreamMadeOutsideItsTaskKeepsNeitherModelNorOwner() async {
    var model: Snippets.Model? = Snippets.Model()
    var follower: Snippets.Follower? = Snippets.Follower()
    follower?.follow(model!)
    await eventually { follower?.titles == [""] }
    let following = follower?.following
    weak let (weakModel, weakFollower) = (model, follower)
    follower = nil
    #expect(weakFollower == nil)
    model = nil
    #expect(weakModel == nil)
    await following?.value
  }

  /// What is found for the first query, late, doesn't replace what has been found for the second.
  @Test func cancelledWorkStoresNothing() async {
    let (model, results) = (Snippets.Model(), Snippets.Results())
    let first = Door()
    let search = Task {
      let titles = ObservationBridge.untilFinished { model.count == 0 ? .next(model.title) : .last(model.title) }
      await Snippets.latestWork(titles, results) { query in
        if query.isEmpty { await first.wait() }
        return [query]
      }
    }
    await eventually { first.isWaitedFor }
    model.title = "second"
    model.count = 1
    await eventually { results.hits == ["second"] }
    first.open()
    await search.value
    await mainActorTurns()
    #expect(results.hits == ["second"])
  }

  @Test func aStreamIsHandedOut() async {
    let counter = Snippets.Counter()
    let counts = counter.counts()
    let first = Task.detached { await counts.first { $0 == 1 } }
    counter.model.count = 1
    #expect(await first.value == 1)
    #expect(await Snippets.levels(Snippets.Sensor()) == 1)
  }

  @Test func theTankIsEmptiedEachTimeThatItIsTooFull() async {
    let tank = Snippets.Tank()
    let token = Snippets.emptying(tank)
    for _ in 0..<3 {
      tank.level = 9
      await eventually { tank.level == 0 }
    }
    token.cancel()
  }

  @Test func aPassThatReplacesFirstDependsOnTheNewObject() async {
    let (library, label) = (Snippets.Shelves(), Snippets.Label())
    let token = Snippets.replacing(library, label)
    library.shelf.isFull = true
    await eventually { !library.shelf.isFull }
    library.shelf.title = "new"
    await eventually { label.text == "new" }
    token.cancel()
  }

  @Test func aPassThatReplacesLastDoesNot() async {
    let (library, label) = (Snippets.Shelves(), Snippets.Label())
    let token = Snippets.replacingAfterwards(library, label)
    library.shelf.isFull = true
    await eventually { !library.shelf.isFull }
    library.shelf.title = "new"
    await mainActorTurns()
    #expect(label.text == "")
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

/// Holds back tasks until it's opened.
@MainActor private final class Door {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var isWaitedFor: Bool { !waiting.isEmpty }

  func wait() async {
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
