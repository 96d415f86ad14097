import ObservationMigration
import Testing

@Suite struct UnobservedStateRuleTests {
  @Test func whatNothingObservesIsNamed() {
    let text = """
      import SwiftUI
      enum Theme {
        static var accent = "blue"
        static var constant = "red"
        static let shared = Tracked()
      }
      final class Session {
        static let shared = Session()
        var token: String?
        var limit = 3
      }
      final class Tracked: ObservableObject { @Published var name = "" }
      var count = 0
      final class Store: ObservableObject {
        @Published var title = ""
        let session = Session()
        private let inner = Session()
        let tracked = Tracked()
        var accent: String { Theme.accent }
        var constant: String { Theme.constant }
        var name: String { Theme.shared.name }
        var token: String? { Session.shared.token }
        var stored: Bool { UserDefaults.standard.bool(forKey: "a") }
        var unshown: String { Theme.accent }
        func number() -> Int { count }
        var colour: String { Theme.accent }
        var outer: String { colour + "!" }
        func log() { Theme.accent = "green"; count += 1; Session.shared.token = nil }
      }
      struct StoreView: View {
        @ObservedObject var store: Store
        var body: some View {
          Text(store.outer + store.accent + store.constant + store.name + (store.token ?? "") + (store.session.token ?? ""))
          Text("\\(store.number()) \\(store.stored) \\(store.session.limit) \\(store.tracked.name)")
        }
      }
      """
    let findings = Migration().run([SourceFile(path: "Store.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unobserved-state" }
    #expect(findings.allSatisfy { $0.state == .changed })
    #expect(named.allSatisfy { $0.isRisky })
    let names = named.map { String($0.message.split(separator: "`", omittingEmptySubsequences: false)[1]) }
    #expect(names == ["session.token", "accent", "token", "stored", "number", "colour"])
  }

  @Test func variablesThatASuperclassStoresWhichIsNotObservableAreNamed() {
    let base = """
      class Base {
        var volume = 0.5
        var unshown = 1
        let name = ""
        private var kept = 0
        var twice: Int { kept * 2 }
        func mute() { volume = 0; unshown = 0; kept = 1 }
      }
      """
    let text = """
      import SwiftUI
      final class Player: Base, ObservableObject {
        @Published var count = 0
      }
      struct PlayerView: View {
        @ObservedObject var player: Player
        var body: some View { Text("\\(player.volume) \\(player.count) \\(player.name) \\(player.twice)") }
      }
      """
    let results = Migration().run([
      SourceFile(path: "Base.swift", text: base), SourceFile(path: "Player.swift", text: text),
    ])
    let named = results.flatMap(\.findings).filter { $0.rule == "unobserved-state" }
    #expect(named.allSatisfy { $0.isRisky && $0.state == .changed && $0.line == 2 })
    let names = named.map { $0.message.split(separator: "`")[1] }
    #expect(names == ["kept", "volume"])
  }
}
