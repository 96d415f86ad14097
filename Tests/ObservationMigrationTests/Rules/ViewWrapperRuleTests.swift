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
        @State private var store: Store
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

  @Test func stateIsRiskyWhereMakingTheObjectDoesMoreThanStoring() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      final class Monitor {
        init() { start() }
        func start() {}
      }
      class 1️⃣Plain: ObservableObject {
        let name: String
        let created = Date()
        init(name: String) {
          precondition(!name.isEmpty)
          self.name = name.uppercased()
        }
        static let shared = Plain(name: "a")
      }
      final class 2️⃣Loading: ObservableObject {
        init() { Task { print("") } }
        static let shared = Loading()
      }
      final class 3️⃣Watching: ObservableObject {
        let monitor = Monitor()
      }
      struct A: View {
        4️⃣@StateObject var plain = Plain(name: "b")
        5️⃣@StateObject var loading = Loading()
        6️⃣@StateObject var shared = Loading.shared
        7️⃣@StateObject var watching = Watching()
        var body: some View { Text(plain.name) }
      }
      """
    ).expect(
      """
      import SwiftUI
      final class Monitor {
        init() { start() }
        func start() {}
      }
      @Observable
      class Plain {
        let name: String
        let created = Date()
        init(name: String) {
          precondition(!name.isEmpty)
          self.name = name.uppercased()
        }
        static let shared = Plain(name: "a")
      }
      @Observable
      final class Loading {
        init() { Task { print("") } }
        static let shared = Loading()
      }
      @Observable
      final class Watching {
        let monitor = Monitor()
      }
      struct A: View {
        @State var plain = Plain(name: "b")
        @State var loading = Loading()
        @State var shared = Loading.shared
        @State var watching = Watching()
        var body: some View { Text(plain.name) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed observable",
        "4️⃣ changed state-object", "5️⃣ changed state-object", "6️⃣ changed state-object", "7️⃣ changed state-object",
      ]
    )
    let states = results[0].findings.filter { $0.rule == "state-object" }
    #expect(states.map(\.isRisky) == [false, true, false, true])
    #expect(states[1].message.contains("`Loading` starts a task"))
    #expect(states[3].message.contains("`Watching` calls `start`"))
  }

  @Test func privatePropertyOfAStructStaysOutOfItsMemberwiseInitializer() async throws {
    try await Scenario(
      """
      --- Store.swift
      import SwiftUI
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var unread = 0
        static let shared = Store()
      }
      struct Row: View {
        let title: String
        3️⃣@ObservedObject private var store = Store.shared
        4️⃣@ObservedObject fileprivate var bound = Store.shared
        var body: some View { Stepper("\\(store.unread)", value: $bound.unread) }
      }
      struct Own: View {
        5️⃣@ObservedObject private var store = Store.shared
        init(_ store: Store?) {
          if let store { self.store = store }
        }
        var body: some View { Text("\\(store.unread)") }
      }
      --- Rows.swift
      import SwiftUI
      struct Rows: View {
        var body: some View {
          Row(title: "Inbox")
          Own(nil)
        }
      }
      """
    ).expect(
      """
      --- Store.swift
      import SwiftUI
      @Observable
      final class Store {
        var unread = 0
        static let shared = Store()
      }
      struct Row: View {
        let title: String
        private let store = Store.shared
        @Bindable fileprivate var bound = Store.shared
        var body: some View { Stepper("\\(store.unread)", value: $bound.unread) }
      }
      struct Own: View {
        private var store = Store.shared
        init(_ store: Store?) {
          if let store { self.store = store }
        }
        var body: some View { Text("\\(store.unread)") }
      }
      --- Rows.swift
      import SwiftUI
      struct Rows: View {
        var body: some View {
          Row(title: "Inbox")
          Own(nil)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object",
      ]
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
        private let other = Note.empty
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
      ]
    )
  }

  @Test func focusedObjectBecomesFocusedValue() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣A: ObservableObject {}
      final class 2️⃣B: ObservableObject {}
      final class C: ObservableObject { @Published var isOn = false }
      struct V: View {
        3️⃣@FocusedObject var a: A?
        @FocusedObject private var c: C?
        let b = B()
        var body: some View {
          Text("").4️⃣focusedSceneObject(b).5️⃣focusedObject(a)
        }
        var isOn: Binding<Bool>? { 6️⃣$c?.isOn }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class A {}
      @Observable
      final class B {}
      final class C: ObservableObject { @Published var isOn = false }
      struct V: View {
        @FocusedValue(A.self) var a
        @FocusedObject private var c: C?
        let b = B()
        var body: some View {
          Text("").focusedSceneValue(b).focusedValue(a)
        }
        var isOn: Binding<Bool>? { $c?.isOn }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed focused-object", "4️⃣ changed focused-object",
        "5️⃣ changed focused-object", "6️⃣ needs a decision publisher",
      ]
    )
  }

  @Test func focusedObjectInAFileWithoutOtherWordsIsSeen() async throws {
    try await Scenario(
      """
      --- M.swift
      import Combine
      final class 1️⃣M: ObservableObject {}
      --- Modifier.swift
      import SwiftUI
      extension View {
        func focused(_ m: M) -> some View { 2️⃣focusedSceneObject(m) }
      }
      """
    ).expect(
      """
      --- M.swift
      import Observation
      @Observable
      final class M {}
      --- Modifier.swift
      import SwiftUI
      extension View {
        func focused(_ m: M) -> some View { focusedSceneValue(m) }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed focused-object"]
    )
  }
}
