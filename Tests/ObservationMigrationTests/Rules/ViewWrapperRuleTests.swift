import ObservationMigration
import Testing

@Suite struct ViewWrapperRuleTests {
  @Test func stateObjectBecomesState() async throws {
    try await Scenario(
      """
      --- Store.swift
      import Combine
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var count = 0
        static let shared = Store()
      }
      func makeStore() -> Store { Store() }
      --- Views.swift
      import SwiftUI
      struct A: View {
        3️⃣@StateObject private var store = Store()
        4️⃣@SwiftUI.StateObject var other: Store
        5️⃣@StateObject var shared = Store.shared
        6️⃣@StateObject var made = makeStore()
        init(store: Store) {
          _store = 7️⃣StateObject(wrappedValue: store)
          self._other = 8️⃣.init(wrappedValue: Store())
        }
        var body: some View { Stepper("", value: $store.count) }
      }
      """
    ).expect(
      """
      --- Store.swift
      import Observation
      @Observable
      final class Store {
        var count = 0
        static let shared = Store()
      }
      func makeStore() -> Store { Store() }
      --- Views.swift
      import SwiftUI
      struct A: View {
        @State private var store = Store()
        @State var other: Store
        @State var shared = Store.shared
        @State var made = makeStore()
        init(store: Store) {
          _store = State(initialValue: store)
          self._other = .init(initialValue: Store())
        }
        var body: some View { Stepper("", value: $store.count) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed state-object", "4️⃣ changed state-object",
        "5️⃣ changed state-object", "6️⃣ changed state-object", "7️⃣ changed state-object", "8️⃣ changed state-object",
      ]
    )
  }

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

  @Test func objectOfUnknownTypeHoldsEverythingBack() async throws {
    try await Scenario(
      """
      --- Store.swift
      import Combine
      final class 1️⃣Store: ObservableObject {}
      final class 2️⃣Other: ObservableObject {}
      --- View.swift
      import SwiftUI
      struct A: View {
        3️⃣@ObservedObject var store = container.resolve()
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision inheritance", "2️⃣ needs a decision inheritance", "3️⃣ needs a decision observed-object",
      ],
      compiles: false
    )
  }

  @Test func observedObjectBecomesPlainOrBindable() async throws {
    try await Scenario(
      """
      --- Note.swift
      import Combine
      final class 1️⃣Note: ObservableObject, Identifiable {
        2️⃣@Published var text = ""
        static let empty = Note()
      }
      --- Row.swift
      import SwiftUI
      struct Row: View {
        3️⃣@ObservedObject
        var note: Note
        4️⃣@ObservedObject private var other = Note.empty
        var body: some View { Text(note.text + other.text) }
      }
      struct Editor: View {
        5️⃣@ObservedObject var note: Note
        6️⃣@ObservedObject var plain: Note
        init(note: Note) {
          7️⃣_note = ObservedObject(wrappedValue: note)
          8️⃣self._plain = .init(initialValue: note)
        }
      }
      struct Notes: View {
        var notes: [Note]
        var body: some View {
          ForEach(notes) { note in Row(note: note) }
        }
      }
      --- Editor+Body.swift
      import SwiftUI
      extension Editor {
        var body: some View { TextField(plain.text, text: $note.text) }
      }
      """
    ).expect(
      """
      --- Note.swift
      import Observation
      @Observable
      final class Note: Identifiable {
        var text = ""
        static let empty = Note()
      }
      --- Row.swift
      import SwiftUI
      struct Row: View {
        var note: Note
        private var other = Note.empty
        var body: some View { Text(note.text + other.text) }
      }
      struct Editor: View {
        @Bindable var note: Note
        var plain: Note
        init(note: Note) {
          _note = Bindable(wrappedValue: note)
          self.plain = note
        }
      }
      struct Notes: View {
        var notes: [Note]
        var body: some View {
          ForEach(notes) { note in Row(note: note) }
        }
      }
      --- Editor+Body.swift
      import SwiftUI
      extension Editor {
        var body: some View { TextField(plain.text, text: $note.text) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object", "6️⃣ changed observed-object", "7️⃣ changed observed-object",
        "8️⃣ changed observed-object",
      ],
      // `Row` has no accessible memberwise initializer, as it has a private property.
      compiles: false
    )
  }

  @Test func environmentObjectBecomesEnvironment() async throws {
    try await Scenario(
      """
      --- Account.swift
      import Combine
      final class 1️⃣Account: ObservableObject {
        2️⃣@Published var name = ""
      }
      --- Views.swift
      import SwiftUI
      struct A: View {
        3️⃣@EnvironmentObject private var account: Account
        var body: some View {
          VStack {
            TextField("1", text: 4️⃣$account.name)
            TextField("2", text: $account.name)
            footer
          }
        }
        @ViewBuilder var footer: some View {
          // Bound here.
          TextField("3", text: 5️⃣$account.name)
        }
        var name: Binding<String> { 6️⃣$account.name }
        var line: some View { TextField("4", text: 7️⃣self.$account.name) }
      }
      struct Root: View {
        8️⃣@StateObject var account = Account()
        var body: some View { A().9️⃣environmentObject(account) }
      }
      """
    ).expect(
      """
      --- Account.swift
      import Observation
      @Observable
      final class Account {
        var name = ""
      }
      --- Views.swift
      import SwiftUI
      struct A: View {
        @Environment(Account.self) private var account
        var body: some View {
          @Bindable var account = account
          VStack {
            TextField("1", text: $account.name)
            TextField("2", text: $account.name)
            footer
          }
        }
        @ViewBuilder var footer: some View {
          @Bindable var account = account
          // Bound here.
          TextField("3", text: $account.name)
        }
        var name: Binding<String> { Bindable(account).name }
        var line: some View { TextField("4", text: Bindable(account).name) }
      }
      struct Root: View {
        @State var account = Account()
        var body: some View { A().environment(account) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
        "7️⃣ changed environment-object", "8️⃣ changed state-object", "9️⃣ changed environment-object",
      ],
      language: "6"
    )
  }

  @Test func givenObjectIsKnownByLocalNamesMembersAndFunctions() async throws {
    try await Scenario(
      """
      --- Account.swift
      import Combine
      final class 0️⃣Account: ObservableObject {
        static func preview(_ name: String) -> Account { Account() }
      }
      final class Services {
        static let shared = Services()
        let account = Account()
        var accounts: [Account] = []
      }
      --- Previews.swift
      import SwiftUI
      struct A: View {
        1️⃣@EnvironmentObject var account: Account
        let services = Services()
      }
      struct B: View {
        var services = Services()
        var all: [Account] = []
        var optional: Account?
        var body: some View {
          VStack {
            A().2️⃣environmentObject(services.account)
            A().3️⃣environmentObject(Services.shared.account)
            A().4️⃣environmentObject(Account.preview("x"))
            A().5️⃣environmentObject(services.accounts[0])
            A().6️⃣environmentObject(optional ?? Account())
          }
        }
        func row(of account: Account) -> some View {
          let copy = account
          return A().7️⃣environmentObject(copy)
        }
        func first() -> any View {
          if let account = services.accounts.first { return A().8️⃣environmentObject(account) }
          return A().9️⃣environmentObject({ let account = Account(); return account }())
        }
      }
      extension View {
        func giving(_ account: Account) -> some View { environmentObject(account) }
      }
      """
    ).expect(
      """
      --- Account.swift
      import Observation
      @Observable
      final class Account {
        static func preview(_ name: String) -> Account { Account() }
      }
      final class Services {
        static let shared = Services()
        let account = Account()
        var accounts: [Account] = []
      }
      --- Previews.swift
      import SwiftUI
      struct A: View {
        @Environment(Account.self) var account
        let services = Services()
      }
      struct B: View {
        var services = Services()
        var all: [Account] = []
        var optional: Account?
        var body: some View {
          VStack {
            A().environment(services.account)
            A().environment(Services.shared.account)
            A().environment(Account.preview("x"))
            A().environment(services.accounts[0])
            A().environment(optional ?? Account())
          }
        }
        func row(of account: Account) -> some View {
          let copy = account
          return A().environment(copy)
        }
        func first() -> any View {
          if let account = services.accounts.first { return A().environment(account) }
          return A().environment({ let account = Account(); return account }())
        }
      }
      extension View {
        func giving(_ account: Account) -> some View { environment(account) }
      }
      """,
      findings: ["0️⃣ changed observable"] + (1...9).map { "\($0)\u{FE0F}\u{20E3} changed environment-object" } + [
        "29:50 changed environment-object"
      ]
    )
  }

  @Test func givenObjectOfUnknownTypeHoldsBackWhatViewsTakeFromTheEnvironment() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Account: ObservableObject {}
      final class 2️⃣Other: ObservableObject {}
      struct A: View {
        @EnvironmentObject var account: Account
      }
      let view = A().3️⃣environmentObject(resolver.find())
      """
    ).expect(
      """
      import SwiftUI
      final class Account: ObservableObject {}
      @Observable
      final class Other {}
      struct A: View {
        @EnvironmentObject var account: Account
      }
      let view = A().environmentObject(resolver.find())
      """,
      findings: ["2️⃣ changed observable", "3️⃣ needs a decision environment-object"],
      compiles: false
    )
  }

  @Test func wrappersOfLocalVariablesAreConverted() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣M: ObservableObject {
        2️⃣@Published var text = ""
        3️⃣@Published var flag = false
      }
      struct V: View {
        4️⃣@ObservedObject var m: M
        var body: some View { Text(m.text) }
      }
      @MainActor func plain() -> V {
        5️⃣@ObservedObject var m = M()
        return V(m: m)
      }
      @MainActor func bound() -> some View {
        6️⃣@ObservedObject var m: M = M()
        return TextField("", text: $m.text)
      }
      #Preview {
        @Previewable 7️⃣@StateObject var m = M()
        @Previewable 8️⃣@ObservedObject var other = M()
        V(m: m)
        V(m: other)
        TextField("", text: $m.text)
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class M {
        var text = ""
        var flag = false
      }
      struct V: View {
        var m: M
        var body: some View { Text(m.text) }
      }
      @MainActor func plain() -> V {
        var m = M()
        return V(m: m)
      }
      @MainActor func bound() -> some View {
        @Bindable var m: M = M()
        return TextField("", text: $m.text)
      }
      #Preview {
        @Previewable @State var m = M()
        @Previewable @Bindable var other = M()
        V(m: m)
        V(m: other)
        TextField("", text: $m.text)
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object", "6️⃣ changed observed-object", "7️⃣ changed state-object",
        "8️⃣ changed observed-object",
      ]
    )
  }

  @Test func localVariableOfUnknownTypeHoldsEverythingBack() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class M: ObservableObject {}
      func f() {
        1️⃣@StateObject var m = container.resolve()
        @StateObject var other = RemoteStore()
      }
      """
    ).expect(
      nil,
      findings: ["1️⃣ needs a decision state-object"],
      compiles: false
    )
  }

  @Test func focusedObjectsNeedADecision() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      final class A: ObservableObject {}
      final class B: ObservableObject {}
      final class 1️⃣C: ObservableObject {}
      struct V: View {
        2️⃣@FocusedObject var a: A?
        3️⃣@StateObject var c = C()
        let b = B()
        var body: some View {
          Text("").4️⃣focusedSceneObject(b).5️⃣focusedObject(a)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      final class A: ObservableObject {}
      final class B: ObservableObject {}
      @Observable
      final class C {}
      struct V: View {
        @FocusedObject var a: A?
        @State var c = C()
        let b = B()
        var body: some View {
          Text("").focusedSceneObject(b).focusedObject(a)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ needs a decision focused-object", "3️⃣ changed state-object",
        "4️⃣ needs a decision focused-object", "5️⃣ needs a decision focused-object",
      ]
    )
    let messages = results.flatMap(\.findings).filter { $0.rule == "focused-object" }.map(\.message)
    #expect(messages[0].contains("@FocusedValue(A.self) var a"))
    #expect(messages[1].contains(".focusedSceneValue("))
    #expect(messages[2].contains(".focusedValue("))
  }

  @Test func focusedObjectInAFileWithoutOtherWordsIsSeen() async throws {
    try await Scenario(
      """
      --- M.swift
      import Combine
      final class M: ObservableObject {}
      final class 1️⃣N: ObservableObject {}
      --- Modifier.swift
      import SwiftUI
      extension View {
        func focused(_ m: M) -> some View { 2️⃣focusedSceneObject(m) }
      }
      """
    ).expect(
      """
      --- M.swift
      import Combine
      import Observation
      final class M: ObservableObject {}
      @Observable
      final class N {}
      --- Modifier.swift
      import SwiftUI
      extension View {
        func focused(_ m: M) -> some View { focusedSceneObject(m) }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ needs a decision focused-object"]
    )
  }

  @Test func wrapperOfAViewInAModelGoesWithOneFinding() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Child: ObservableObject { 2️⃣@Published var text = "" }
      final class 3️⃣Parent: ObservableObject {
        4️⃣@ObservedObject var child = Child()
        5️⃣@ObservedObject private var bound = Child()
        @MainActor var text: Binding<String> { $bound.text }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Child { var text = "" }
      @Observable
      final class Parent {
        @ObservationIgnored var child = Child()
        @ObservationIgnored @Bindable private var bound = Child()
        @MainActor var text: Binding<String> { $bound.text }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object",
      ],
      language: "5"
    )
  }

  @Test func messageOfStateNamesNoTypeThatMayBeAnother() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      protocol Editing: 1️⃣ObservableObject {}
      final class 2️⃣Other: ObservableObject {}
      final class 3️⃣Editor: Editing {}
      struct V<E: Editing>: View {
        4️⃣@StateObject var editor: E
        var body: some View { Text("") }
      }
      """
    ).expect(
      """
      import SwiftUI
      protocol Editing: AnyObject, Observable {}
      @Observable
      final class Other {}
      @Observable
      final class Editor: Editing {}
      struct V<E: Editing>: View {
        @State var editor: E
        var body: some View { Text("") }
      }
      """,
      findings: [
        "1️⃣ changed constraint", "2️⃣ changed observable", "3️⃣ changed observable", "4️⃣ changed state-object",
      ]
    )
    let message = try #require(results.flatMap(\.findings).first { $0.rule == "state-object" }?.message)
    #expect(!message.contains("Editing") && !message.contains("Other"))
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

  @Test func wrapperWhoseNameAViewGivesToATypeIsWrittenWithItsModule() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var count = 0
      }
      struct StoreView: View {
        enum State { case idle }
        enum Environment { case test }
        struct Bindable {}
        3️⃣@StateObject private var store = Store()
        4️⃣@EnvironmentObject var shared: Store
        5️⃣@ObservedObject var other: Store
        var body: some View {
          Stepper("Count", value: 6️⃣$shared.count)
          Stepper("Count", value: $other.count)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Store {
        var count = 0
      }
      struct StoreView: View {
        enum State { case idle }
        enum Environment { case test }
        struct Bindable {}
        @SwiftUI.State private var store = Store()
        @SwiftUI.Environment(Store.self) var shared
        @SwiftUI.Bindable var other: Store
        var body: some View {
          @SwiftUI.Bindable var shared = shared
          Stepper("Count", value: $shared.count)
          Stepper("Count", value: $other.count)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed state-object",
        "4️⃣ changed environment-object", "5️⃣ changed observed-object", "6️⃣ changed environment-object",
      ]
    )
  }
}
