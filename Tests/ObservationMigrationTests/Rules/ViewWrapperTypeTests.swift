import ObservationMigration
import Testing

/// Objects of views whose types other modules declare, or nobody.
@Suite struct ViewWrapperTypeTests {
  @Test func objectOfAnotherModuleKeepsItsWrappers() async throws {
    try await Scenario(
      """
      import SwiftUI
      import Remote
      struct A: View {
        @StateObject var store = RemoteStore()
        @ObservedObject var other: RemoteStore
        @ObservedObject var shared = RemoteStore.shared
        @EnvironmentObject var third: RemoteStore
        var body: some View { Stepper("", value: $other.count).environmentObject(store) }
      }
      """
    ).expect(nil, findings: [], compiles: false)
  }

  @Test func objectOfUnknownTypeHoldsBackWhatHasTheMembersUsedOfIt() async throws {
    try await Scenario(
      """
      --- Store.swift
      import Combine
      final class Store: ObservableObject {
        @Published var count = 0
      }
      final class 1️⃣Other: ObservableObject {
        2️⃣@Published var text = ""
      }
      struct Container {
        func resolve(_ name: String) -> (Store, Other) { (Store(), Other()) }
      }
      let container = Container()
      --- View.swift
      import SwiftUI
      struct A: View {
        3️⃣@ObservedObject var store = container.resolve("").0
        var body: some View { Stepper("", value: $store.count) }
      }
      struct B: View {
        4️⃣@ObservedObject var other = container.resolve("").1
        var body: some View { Text("") }
      }
      """
    ).expect(
      """
      --- Store.swift
      import Combine
      import Observation
      final class Store: ObservableObject {
        @Published var count = 0
      }
      @Observable
      final class Other {
        var text = ""
      }
      struct Container {
        func resolve(_ name: String) -> (Store, Other) { (Store(), Other()) }
      }
      let container = Container()
      --- View.swift
      import SwiftUI
      struct A: View {
        @ObservedObject var store = container.resolve("").0
        var body: some View { Stepper("", value: $store.count) }
      }
      struct B: View {
        @ObservedObject var other = container.resolve("").1
        var body: some View { Text("") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ needs a decision observed-object",
        "4️⃣ needs a decision observed-object",
      ],
      compiles: false
    )
  }

  @Test func objectThatComesFromAnotherModuleHoldsNothingBack() async throws {
    try await Scenario(
      """
      --- Model.swift
      import Combine
      import Music
      final class 1️⃣Settings: ObservableObject {
        2️⃣@Published var state = ""
      }
      let player = MusicPlayer.shared
      let fallback = makePlayer().first.state
      --- View.swift
      import SwiftUI
      struct MusicView: View {
        @ObservedObject private var state = player.state
        @StateObject private var login = LaunchAtLogin.observable
        @ObservedObject private var other = fallback
        private var io = Inject.observer
        3️⃣@ObservedObject var settings: Settings
        var body: some View {
          Toggle(state.title, isOn: $login.isEnabled).environmentObject(player.state)
        }
      }
      """
    ).expect(
      """
      --- Model.swift
      import Music
      import Observation
      @Observable
      final class Settings {
        var state = ""
      }
      let player = MusicPlayer.shared
      let fallback = makePlayer().first.state
      --- View.swift
      import SwiftUI
      struct MusicView: View {
        @ObservedObject private var state = player.state
        @StateObject private var login = LaunchAtLogin.observable
        @ObservedObject private var other = fallback
        private var io = Inject.observer
        var settings: Settings
        var body: some View {
          Toggle(state.title, isOn: $login.isEnabled).environmentObject(player.state)
        }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object"],
      compiles: false
    )
  }

  @Test func wrapperOfAnotherModuleForSuchObjectsNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class Store: ObservableObject {}
      extension Container {
        var store: Factory<Store> { self { Store() } }
      }
      struct A: View {
        1️⃣@InjectedObject(\\.store) private var store
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision state-object"], compiles: false)
  }

  @Test func objectThatInheritsFromAnotherModuleKeepsItsWrapper() async throws {
    try await Scenario(
      """
      import SwiftUI
      @Observable
      final class Author: StoredObject {
        var name = ""
      }
      struct AuthorView: View {
        @ObservedObject var author: Author
        var body: some View { Text(author.name) }
      }
      """
    ).expect(nil, findings: [], compiles: false)
  }

  @Test func injectedObjectIsKnownByItsKeyPath() async throws {
    try await Scenario(
      """
      import Injection
      import SwiftUI
      final class 1️⃣Router: ObservableObject {}
      final class 2️⃣Session: ObservableObject {}
      extension InjectedValues {
        var router: Router { Self[RouterKey.self] }
      }
      extension Container {
        var session: Factory<Session> { self { Session() } }
      }
      struct Main: View {
        @Injected(\\.router) private var main
        @Injected(\\.session) private var current
        3️⃣@ObservedObject var other = Container.shared.session()
        var body: some View {
          Screen().4️⃣environmentObject(main).5️⃣environmentObject(current)
        }
      }
      struct Screen: View {
        6️⃣@EnvironmentObject var router: Router
        7️⃣@EnvironmentObject var session: Session
      }
      """
    ).expect(
      """
      import Injection
      import SwiftUI
      @Observable
      final class Router {}
      @Observable
      final class Session {}
      extension InjectedValues {
        var router: Router { Self[RouterKey.self] }
      }
      extension Container {
        var session: Factory<Session> { self { Session() } }
      }
      struct Main: View {
        @Injected(\\.router) private var main
        @Injected(\\.session) private var current
        var other = Container.shared.session()
        var body: some View {
          Screen().environment(main).environment(current)
        }
      }
      struct Screen: View {
        @Environment(Router.self) var router: Router?
        @Environment(Session.self) var session
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed observed-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
        "7️⃣ changed environment-object",
      ],
      compiles: false
    )
  }
}
