import ObservationMigration
import Testing

/// What subscribes to `objectWillChange` stays, on request, and is told by the object as before.
@Suite struct ObjectPublisherTests {
  private static let subjects = MigrationOptions(subjects: true)

  @Test func subscriptionToAllChangesOfAnObjectStays() async throws {
    try await Scenario(
      """
      --- Model.swift
      import Combine
      public final class Model: ObservableObject {
        @Published public var name = ""
        @Published var count = 0 {
          didSet { print(count) }
        }
        @Published var size = 0 { willSet { print(newValue) } }
        private var note = ""
        func set(_ text: String) {
          objectWillChange.send()
          note = text
        }
      }
      --- Store.swift
      import Combine
      import Foundation
      final class Store {
        let model = Model()
        var token: AnyCancellable?
        func start() {
          token = model.objectWillChange.receive(on: DispatchQueue.main).sink { [weak self] in self?.save() }
        }
        func save() {}
      }
      """
    ).expect(
      """
      --- Model.swift
      import Combine
      import Observation
      @Observable
      public final class Model {
        public let objectWillChange = ObservableObjectPublisher()
        public var name = "" {
          willSet { objectWillChange.send() }
        }
        var count = 0 {
          didSet { print(count) }
          willSet { objectWillChange.send() }
        }
        var size = 0 { willSet { print(newValue); objectWillChange.send() } }
        private var note = ""
        func set(_ text: String) {
          objectWillChange.send()
          note = text
        }
      }
      --- Store.swift
      import Combine
      import Foundation
      final class Store {
        let model = Model()
        var token: AnyCancellable?
        func start() {
          token = model.objectWillChange.receive(on: DispatchQueue.main).sink { [weak self] in self?.save() }
        }
        func save() {}
      }
      """,
      findings: [
        "2:20 changed observable", "2:20 changed subject", "3:3 changed published", "3:25 changed subject",
        "4:3 changed published", "4:18 changed subject", "7:3 changed published", "7:18 changed subject",
        "8:15 changed object-will-change", "7:19 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func viewThatReceivesAllChangesKeepsReceivingThem() async throws {
    try await Scenario(
      """
      import SwiftUI
      @MainActor final class Model: ObservableObject { @Published var name = "" }
      struct Page: View {
        let model: Model
        var body: some View {
          Text(model.name).onReceive(model.objectWillChange) { _ in print("soon") }
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      import Combine
      @Observable
      @MainActor final class Model { let objectWillChange = ObservableObjectPublisher(); var name = "" { willSet { objectWillChange.send() } } }
      struct Page: View {
        let model: Model
        var body: some View {
          Text(model.name).onReceive(model.objectWillChange) { _ in print("soon") }
        }
      }
      """,
      findings: [
        "2:24 changed observable", "2:24 changed subject", "2:50 changed published", "2:65 changed subject",
        "6:38 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func changesThatAnObjectPassesOnReachWhatSubscribesToThem() async throws {
    try await Scenario(
      """
      import Combine
      class Part: ObservableObject { @Published var name = "" }
      final class Special: Part {
        @Published var value = 0
      }
      final class Whole: ObservableObject {
        let part = Special()
        private var bag = Set<AnyCancellable>()
        init() {
          part.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)
        }
      }
      func watch(_ whole: Whole) -> AnyCancellable { whole.objectWillChange.sink { print("changed") } }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      class Part { let objectWillChange = ObservableObjectPublisher(); var name = "" { willSet { objectWillChange.send() } } }
      @Observable
      final class Special: Part {
        var value = 0 {
          willSet { objectWillChange.send() }
        }
      }
      @Observable
      final class Whole {
        let objectWillChange = ObservableObjectPublisher()
        let part = Special()
        @ObservationIgnored private var bag = Set<AnyCancellable>()
        init() {
          part.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)
        }
      }
      func watch(_ whole: Whole) -> AnyCancellable { whole.objectWillChange.sink { print("changed") } }
      """,
      findings: [
        "2:7 changed observable", "2:7 changed subject", "2:32 changed published", "2:47 changed subject",
        "3:13 changed observable", "4:3 changed published", "4:18 changed subject", "6:13 changed observable",
        "6:13 changed subject", "8:15 changed ignored-storage", "10:10 changed subject", "13:54 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func oneSubjectAndThePublisherOfTheObjectAreFedTogether() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        @Published var name = ""
      }
      func watch(_ model: Model) -> [AnyCancellable] {
        [model.$name.sink { print($0) }, model.objectWillChange.sink { print("changed") }]
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        let objectWillChange = ObservableObjectPublisher()
        var name = "" {
          willSet { objectWillChange.send(); nameSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var nameSubject = CurrentValueSubject<String, Never>(_name)
      }
      func watch(_ model: Model) -> [AnyCancellable] {
        [model.nameSubject.sink { print($0) }, model.objectWillChange.sink { print("changed") }]
      }
      """,
      findings: [
        "2:13 changed observable", "2:13 changed subject", "3:3 changed published", "3:18 changed subject",
        "6:10 changed subject", "6:42 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func publisherOfOnesOwnStaysWhereSomethingSubscribesToIt() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        let objectWillChange = PassthroughSubject<Void, Never>()
        var name = ""
        @Published var silent = ""
        func set(_ text: String) {
          objectWillChange.send()
          name = text
        }
      }
      func watch(_ model: Model) -> AnyCancellable { model.objectWillChange.sink { print("changed") } }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        let objectWillChange = PassthroughSubject<Void, Never>()
        var name = ""
        var silent = ""
        func set(_ text: String) {
          objectWillChange.send()
          name = text
        }
      }
      func watch(_ model: Model) -> AnyCancellable { model.objectWillChange.sink { print("changed") } }
      """,
      findings: [
        "2:13 changed observable", "4:7 changed object-will-change", "5:3 changed published", "11:54 changed subject",
      ],
      options: Self.subjects
    )
  }

  @Test func whatIsAnnouncedToTheRegistrarIsAnnouncedToSubscribersAsWell() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class Model: ObservableObject {
        var name: String { UserDefaults.standard.string(forKey: "name") ?? "" }
        func reload() { objectWillChange.send() }
      }
      func watch(_ model: Model) -> AnyCancellable { model.objectWillChange.sink { print("changed") } }
      """
    ).expect(
      """
      import Combine
      import Foundation
      import Observation
      @Observable
      final class Model {
        let objectWillChange = ObservableObjectPublisher()
        var name: String {
          access(keyPath: \\.self)
          return UserDefaults.standard.string(forKey: "name") ?? ""
        }
        func reload() { objectWillChange.send(); withMutation(keyPath: \\.self) {} }
      }
      func watch(_ model: Model) -> AnyCancellable { model.objectWillChange.sink { print("changed") } }
      """,
      findings: [
        "3:13 changed observable", "3:13 changed subject", "4:7 changed object-will-change",
        "5:19 changed object-will-change", "7:54 changed subject",
      ],
      options: Self.subjects
    )
  }

  /// Nothing would tell the registrar of what is announced through the publisher by others, and nothing the publisher of what
  /// other wrappers announce.
  @Test(arguments: [
    """
    final class Model: ObservableObject {
      @Published var name = ""
      private var token: AnyCancellable?
      func follow(_ other: PassthroughSubject<Void, Never>) { token = other.subscribe(objectWillChange) }
    }
    """,
    """
    final class Model: ObservableObject {
      @Published var name = ""
      @AppStorage("size") var size = 1
      func watch() -> AnyCancellable { objectWillChange.sink { print(self.size) } }
    }
    """,
    """
    final class Model: ObservableObject { @Published var name = "" }
    func use(_ publisher: ObservableObjectPublisher) {}
    func watch(_ model: Model) { use(model.objectWillChange) }
    """,
  ])
  func whatIsMoreThanASubscriptionNeedsADecision(source: String) throws {
    let file = SourceFile(path: "File.swift", text: "import Combine\nimport SwiftUI\n" + source)
    let result = Migration(options: Self.subjects).recorded([file])[0]
    #expect(result.migrated == file.text)
    #expect(result.findings.contains { $0.state == .needsDecision && $0.rule == "object-will-change" })
  }

  /// `ObjectWillChangePublisher` is a type of the protocol.
  @Test func typeOfThePublisherIsNamedInFull() async throws {
    try await Scenario(
      """
      import Combine
      class Store: ObservableObject {
        @Published var count = 0
        let reloads = ObjectWillChangePublisher()
        var saves: ObjectWillChangePublisher?
      }
      final class Archive: Store { let moves = ObjectWillChangePublisher() }
      extension Store { func make() -> ObjectWillChangePublisher { Store.ObjectWillChangePublisher() } }
      final class Window {
        typealias ObjectWillChangePublisher = PassthroughSubject<Int, Never>
        let moves = ObjectWillChangePublisher()
        var reloads: Store.ObjectWillChangePublisher?
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      class Store {
        var count = 0
        let reloads = ObservableObjectPublisher()
        @ObservationIgnored var saves: ObservableObjectPublisher?
      }
      @Observable
      final class Archive: Store { let moves = ObservableObjectPublisher() }
      extension Store { func make() -> ObservableObjectPublisher { ObservableObjectPublisher() } }
      final class Window {
        typealias ObjectWillChangePublisher = PassthroughSubject<Int, Never>
        let moves = ObjectWillChangePublisher()
        var reloads: ObservableObjectPublisher?
      }
      """,
      options: MigrationOptions()
    )
  }
}
