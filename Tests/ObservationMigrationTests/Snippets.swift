import Foundation
import Observation
import ObservationBridge
import ObservationMigration
import TestSupport
import Testing

/// The blocks of Swift in the guide, compiled and, where they can be, run.
@MainActor private enum Snippets {
  static func report() throws {
    let search = SourceSearch(of: ["Sources", "Tests"])
    let results = Migration(options: MigrationOptions(minimumIOS: 17)).run(search.files)
    let report = MigrationReport(of: results, problems: search.problems)
    print(try report.string(.sarif))
  }

  @MainActor @Observable final class Model {
    var title = ""
    var rows: [Int] = []
  }

  static func everyChange(_ model: Model) {
    model.title = "One"
    model.title = "Two"
    // A stream of titles delivers "Two" once. If the model is an `@ObservableModel`, this observation is notified of both:
    let token = withPropertyObservation(of: model, \.title) { change in
      print("\(change.old) → \(change.new)")
    }
    token.cancel()
  }

  @Observable final class Preferences {
    var usesMiles = UserDefaults.standard.bool(forKey: "miles") {
      didSet { UserDefaults.standard.set(usesMiles, forKey: "miles") }
    }
  }

  @Observable final class Appearance {
    var isDark: Bool {
      get {
        access(keyPath: \.isDark)
        return UserDefaults.standard.bool(forKey: "dark")
      }
      set {
        withMutation(keyPath: \.isDark) { UserDefaults.standard.set(newValue, forKey: "dark") }
      }
    }
  }

  /// SwiftUI's, as far as the snippet needs it.
  @propertyWrapper struct AppStorage {
    var wrappedValue: Double

    init(wrappedValue: Double, _ key: String) {
      self.wrappedValue = wrappedValue
    }
  }

  @Observable final class Player {
    var volume: Double {
      get {
        access(keyPath: \.volume)
        return storedVolume
      }
      set { withMutation(keyPath: \.volume) { storedVolume = newValue } }
    }
    @ObservationIgnored @AppStorage("volume") private var storedVolume = 0.5
  }

  @MainActor @Observable final class Rows {
    var rows: [Int] = []

    func load() async {
      rows = await Task.detached { Array(1...3) }.value
    }
  }

  static func search(_ name: String) async {}

  static func loop(_ model: Model) async {
    for await name in ObservationBridge({ model.title }) {
      await search(name)
    }
  }

  @MainActor @Observable final class Form {
    var name = ""
    var email = ""
    var isValid = false
  }

  static func combining(_ form: Form) {
    let token = withPortableContinuousObservation { _ in
      form.isValid = !form.name.isEmpty && form.email.contains("@")
    }
    token.cancel()
  }

  @MainActor @Observable final class DerivingForm {
    var name = ""
    var email = ""

    var isValid: Bool { !name.isEmpty && email.contains("@") }
  }

  static func recording(_ model: Model) async {
    let token = withPortableContinuousObservation { _ in _ = model.title }
    let titles = await token.values { model.title }
    model.title = "Two"
    #expect(await titles.waitUntilValue("Two"))
  }

  static func save(_ title: String, _ rows: [Int]) {}

  static func listening(_ model: Model) {
    let token = withPortableContinuousObservation { _ in
      save(model.title, model.rows)
    }
    token.cancel()
  }

  @Observable final class Draft: Codable {
    var title = ""

    enum CodingKeys: String, CodingKey {
      case _title = "title"
    }
  }
}

@MainActor @Suite struct SnippetTests {
  @Test func aPropertyThatDerivesFromOthersNeedsNoPipeline() {
    let form = Snippets.Form()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      form.isValid = !form.name.isEmpty && form.email.contains("@")
    }
    form.name = "Ada"
    form.email = "ada@example.org"
    #expect(form.isValid)
    token.cancel()
  }

  @Test func aStoredValueIsTracked() {
    let player = Snippets.Player()
    var volumes: [Double] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in volumes.append(player.volume) }
    player.volume = 1
    #expect(player.volume == 1)
    #expect(volumes.first == 0.5)
    token.cancel()
  }

  @Test func aRecorderSeesTheNewValue() async {
    await Snippets.recording(Snippets.Model())
  }

  @Test func codingKeysKeepTheFormat() throws {
    let draft = Snippets.Draft()
    draft.title = "One"
    #expect(String(decoding: try JSONEncoder().encode(draft), as: UTF8.self) == #"{"title":"One"}"#)
  }
}
