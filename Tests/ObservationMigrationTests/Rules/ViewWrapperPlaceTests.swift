import ObservationMigration
import Testing

/// Where the wrappers of views stand: in views, models and functions.
@Suite struct ViewWrapperPlaceTests {
  @Test func propertyOfATypeThatEachPlatformDeclaresIsThatOfItsFile() async throws {
    try await Scenario(
      """
      --- Models.swift
      import SwiftUI
      final class 1️⃣Store: ObservableObject {}
      final class 2️⃣Mobile: ObservableObject {}
      struct A: View {
        3️⃣@EnvironmentObject var first: Store
        4️⃣@EnvironmentObject var second: Mobile
        var body: some View { Text("") }
      }
      --- Mac.swift
      import SwiftUI
      struct Main: View {
        let data = Store()
        var body: some View { A().5️⃣environmentObject(data) }
      }
      --- Phone.swift
      import SwiftUI
      struct Main: View {
        let data = Mobile()
        var body: some View { A().6️⃣environmentObject(data) }
      }
      """
    ).expect(
      """
      --- Models.swift
      import SwiftUI
      @Observable
      final class Store {}
      @Observable
      final class Mobile {}
      struct A: View {
        @Environment(Store.self) var first: Store?
        @Environment(Mobile.self) var second: Mobile?
        var body: some View { Text("") }
      }
      --- Mac.swift
      import SwiftUI
      struct Main: View {
        let data = Store()
        var body: some View { A().environment(data) }
      }
      --- Phone.swift
      import SwiftUI
      struct Main: View {
        let data = Mobile()
        var body: some View { A().environment(data) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
      ],
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

  @Test func localVariableOfUnknownTypeHoldsBackWhatHasTheMembersUsedOfIt() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class M: ObservableObject { @Published var text = "" }
      final class 1️⃣N: ObservableObject {}
      struct Container { func resolve() -> (M, Int) { (M(), 0) } }
      @MainActor func f(_ container: Container) {
        2️⃣@StateObject var m = container.resolve().0
        @StateObject var other = RemoteStore()
        print(m.text)
      }
      """
    ).expect(
      """
      import SwiftUI
      final class M: ObservableObject { @Published var text = "" }
      @Observable
      final class N {}
      struct Container { func resolve() -> (M, Int) { (M(), 0) } }
      @MainActor func f(_ container: Container) {
        @StateObject var m = container.resolve().0
        @StateObject var other = RemoteStore()
        print(m.text)
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ needs a decision state-object"],
      compiles: false
    )
  }

  @Test func wrapperOfAViewInAModelGoesAndThePropertyStaysUntracked() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Child: ObservableObject { 2️⃣@Published var text = "" }
      final class 3️⃣Parent: ObservableObject {
        6️⃣@Published var name = ""
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
        var name = ""
        @ObservationIgnored var child = Child()
        @ObservationIgnored @Bindable private var bound = Child()
        @MainActor var text: Binding<String> { $bound.text }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "6️⃣ changed published",
        "4️⃣ changed observed-object", "4️⃣ changed observed-object", "5️⃣ changed observed-object",
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

  /// In Swift 5 mode, the wrappers isolate the structures to the main actor. A view is isolated by its protocol.
  @Test func structureKeepsTheIsolationThatItHasFromItsWrapper() async throws {
    try await Scenario(
      """
      import SwiftUI
      @MainActor final class 1️⃣Store: ObservableObject {
        2️⃣@Published var count = 0
        func reset() { count = 0 }
      }
      @propertyWrapper
      struct Box: DynamicProperty {
        3️⃣@EnvironmentObject private var store: Store
        4️⃣@ObservedObject var other: Store
        var wrappedValue: Int { other.count }
      }
      extension Box {
        func reset() { store.reset() }
      }
      struct Kept: DynamicProperty {
        5️⃣@ObservedObject var store: Store
        var wrappedValue: Store { store }
        @MainActor func reset() { store.reset() }
        func resetLater() async { await store.reset() }
      }
      struct Resetting: ViewModifier {
        6️⃣@ObservedObject var store: Store
        func body(content: Content) -> some View { content }
        func reset() { store.reset() }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      @MainActor final class Store {
        var count = 0
        func reset() { count = 0 }
      }
      @propertyWrapper
      @MainActor struct Box: DynamicProperty {
        @Environment(Store.self) private var store
        var other: Store
        var wrappedValue: Int { other.count }
      }
      extension Box {
        func reset() { store.reset() }
      }
      struct Kept: DynamicProperty {
        var store: Store
        var wrappedValue: Store { store }
        @MainActor func reset() { store.reset() }
        func resetLater() async { await store.reset() }
      }
      struct Resetting: ViewModifier {
        var store: Store
        func body(content: Content) -> some View { content }
        func reset() { store.reset() }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed environment-object",
        "3️⃣ changed environment-object", "4️⃣ changed observed-object", "5️⃣ changed observed-object",
        "6️⃣ changed observed-object",
      ]
    )
  }
}
