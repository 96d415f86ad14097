import ObservationMigration
import Testing

@Suite struct UnreadModelRuleTests {
  @Test func viewThatReadsNothingOfItsModelIsNamedIfSomethingElseChanges() {
    let text = """
      import SwiftUI
      final class Themes: ObservableObject {
        static var accent = "blue"
        @Published var name = "light"
        func use(_ name: String) { Self.accent = name; self.name = name }
      }
      final class Store: ObservableObject {
        @Published var title = ""
      }
      struct Badge: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(Themes.accent) }
      }
      struct Name: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(themes.name + Themes.accent) }
      }
      enum Texts {
        static var accent: String { Themes.accent }
      }
      struct Indirect: View {
        @ObservedObject var themes: Themes
        var body: some View { Text(Texts.accent) }
      }
      struct Remnant: View {
        @ObservedObject var store: Store
        var body: some View { Text("") }
      }
      """
    let findings = Migration().run([SourceFile(path: "Themes.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unread-model" }
    #expect(named.map(\.line) == [11, 22] && named.allSatisfy { $0.isRisky && $0.state == .changed })
    #expect(named.first?.message.hasPrefix("`Badge` reads nothing of `themes`") == true)
    #expect(named.last?.message.contains("show `accent` as it was") == true)
  }
}
