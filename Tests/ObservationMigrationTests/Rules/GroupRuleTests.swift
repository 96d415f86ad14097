import ObservationMigration
import Testing

/// Protocols, constraints, inheritance, what is left out.
@Suite struct GroupRuleTests {
  @Test func superclassAndSubclassesConvertTogether() async throws {
    try await Scenario(
      """
      --- Base.swift
      import Combine
      class 1️⃣Base: ObservableObject {
        2️⃣@Published var a = 1
        func change() {}
      }
      class 3️⃣Middle: Base {}
      --- Leaf.swift
      import Combine
      final class 4️⃣Leaf: Middle {
        5️⃣@Published var b = 1
        override func change() { b += a }
      }
      """
    ).expect(
      """
      --- Base.swift
      import Observation
      @Observable
      class Base {
        var a = 1
        func change() {}
      }
      @Observable
      class Middle: Base {}
      --- Leaf.swift
      import Observation
      @Observable
      final class Leaf: Middle {
        var b = 1
        override func change() { b += a }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed observable",
        "5️⃣ changed published",
      ]
    )
  }

  @Test func oneThatStaysHoldsItsGroupBack() async throws {
    let results = try await Scenario(
      """
      --- Base.swift
      import Combine
      class 1️⃣Base: ObservableObject {
        @Published var a = 1
      }
      --- Leaf.swift
      import SwiftUI
      final class Leaf: Base {
        @Published var b = 1
        var values: Any { 2️⃣$b }
      }
      struct A: View {
        @ObservedObject var base: Base
        var body: some View { Text("").environmentObject(base) }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision inheritance", "2️⃣ needs a decision publisher"])
    #expect(results[0].findings[0].message.contains("Leaf.swift:4:21"))
    #expect(results[0].findings[0].type == "Base")
  }

  @Test func unknownSuperclassNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine
      import Remote
      final class 1️⃣A: RemoteService, ObservableObject {}
      final class 2️⃣B: NSObject, ObservableObject {}
      final class 3️⃣C: LocationDelegate, ObservableObject {}
      final class 4️⃣D: ObservableObject, RemoteProtocols {}
      """
    ).expect(
      """
      import Combine
      import Observation
      import Remote
      final class A: RemoteService, ObservableObject {}
      @Observable
      final class B: NSObject {}
      @Observable
      final class C: LocationDelegate {}
      @Observable
      final class D: RemoteProtocols {}
      """,
      findings: [
        "1️⃣ needs a decision inheritance", "2️⃣ changed observable", "3️⃣ changed observable", "4️⃣ changed observable",
      ],
      compiles: false
    )
  }

  @Test func protocolsConvertWithTheirConformers() async throws {
    try await Scenario(
      """
      --- Protocols.swift
      import Combine
      protocol Editing: 1️⃣ObservableObject, Identifiable {
        var text: String { get set }
      }
      protocol Saving: AnyObject, 2️⃣ObservableObject {}
      protocol Both: Editing, Saving {}
      typealias Model = 3️⃣ObservableObject & Identifiable
      --- Classes.swift
      import SwiftUI
      final class 4️⃣Editor: Both {
        5️⃣@Published var text = ""
      }
      final class 6️⃣Item: Model {}
      struct EditorView<Content: Editing>: View {
        7️⃣@ObservedObject var content: Content
        var body: some View { TextField("", text: $content.text) }
      }
      """
    ).expect(
      """
      --- Protocols.swift
      import Observation
      protocol Editing: AnyObject, Observable, Identifiable {
        var text: String { get set }
      }
      protocol Saving: AnyObject, Observable {}
      protocol Both: Editing, Saving {}
      typealias Model = AnyObject & Observable & Identifiable
      --- Classes.swift
      import SwiftUI
      @Observable
      final class Editor: Both {
        var text = ""
      }
      @Observable
      final class Item: Model {}
      struct EditorView<Content: Editing>: View {
        @Bindable var content: Content
        var body: some View { TextField("", text: $content.text) }
      }
      """,
      findings: [
        "1️⃣ changed constraint", "2️⃣ changed constraint", "3️⃣ changed constraint", "4️⃣ changed observable",
        "5️⃣ changed published", "6️⃣ changed observable", "7️⃣ changed observed-object",
      ]
    )
  }

  @Test func conformerThatStaysKeepsTheProtocolAndTheOthers() async throws {
    try await Scenario(
      """
      import Combine
      protocol 1️⃣Editing: ObservableObject {}
      final class 2️⃣A: Editing {}
      final class B: Editing {
        func announce() { 3️⃣objectWillChange.send() }
      }
      final class 4️⃣C: ObservableObject {}
      """
    ).expect(
      """
      import Combine
      import Observation
      protocol Editing: ObservableObject {}
      final class A: Editing {}
      final class B: Editing {
        func announce() { objectWillChange.send() }
      }
      @Observable
      final class C {}
      """,
      findings: [
        "1️⃣ needs a decision inheritance", "2️⃣ needs a decision inheritance",
        "3️⃣ needs a decision object-will-change", "4️⃣ changed observable",
      ]
    )
  }

  @Test func constraintsOnAnyObjectConvertWhenEverythingDoes() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      struct Box<Model: 2️⃣ObservableObject> { let model: Model }
      func f<T>(_ model: T, _ any: any 3️⃣ObservableObject, _ some: some 4️⃣ObservableObject) where T: 5️⃣ObservableObject {
        _ = any as? any 6️⃣ObservableObject
      }
      extension 7️⃣ObservableObject { func touch() {} }
      let objects: [any 8️⃣ObservableObject] = []
      """
    ).expect(
      """
      import Observation
      @Observable
      final class A {}
      struct Box<Model: AnyObject & Observable> { let model: Model }
      func f<T>(_ model: T, _ any: any AnyObject & Observable, _ some: some AnyObject & Observable) where T: AnyObject & Observable {
        _ = any as? any AnyObject & Observable
      }
      extension Observable where Self: AnyObject { func touch() {} }
      let objects: [any AnyObject & Observable] = []
      """,
      findings: ["1️⃣ changed observable"] + (2...8).map { "\($0)\u{FE0F}\u{20E3} changed constraint" }
    )
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      final class B: ObservableObject {
        func announce() { 2️⃣objectWillChange.send() }
      }
      struct Box<Model: ObservableObject> { let model: Model }
      """
    ).expect(
      nil,
      findings: ["1️⃣ needs a decision inheritance", "2️⃣ needs a decision object-will-change"]
    )
  }

  @Test func constraintWithoutAnyTypeToConvertStays() async throws {
    try await Scenario(
      """
      import SwiftUI
      struct Box<Model: ObservableObject> { @ObservedObject var model: Model }
      func f(_ object: any ObservableObject) {}
      extension ObservableObject { func touch() {} }
      """
    ).expect(nil, findings: [])
  }

  @Test func ignoreLeavesTheNextDeclarationAloneAndWhatItNeeds() async throws {
    try await Scenario(
      """
      import SwiftUI
      // observation-migrate:ignore
      final class 1️⃣A: ObservableObject {
        2️⃣@Published var a = 1
      }
      final class B: ObservableObject {
        // observation-migrate:ignore
        3️⃣@Published var b = 1
        @Published var c = 1
      }
      final class C: ObservableObject {}
      struct V: View {
        // observation-migrate:ignore
        4️⃣@ObservedObject var c: C
        var body: some View { Text("") }
      }
      final class 5️⃣D: ObservableObject {}
      // observation-migrate:ignore
      struct Box<Model: ObservableObject> { let model: Model }
      """
    ).expect(
      """
      import SwiftUI
      // observation-migrate:ignore
      final class A: ObservableObject {
        @Published var a = 1
      }
      final class B: ObservableObject {
        // observation-migrate:ignore
        @Published var b = 1
        @Published var c = 1
      }
      final class C: ObservableObject {}
      struct V: View {
        // observation-migrate:ignore
        @ObservedObject var c: C
        var body: some View { Text("") }
      }
      @Observable
      final class D {}
      // observation-migrate:ignore
      struct Box<Model: ObservableObject> { let model: Model }
      """,
      findings: [
        "1️⃣ refused ignore", "2️⃣ refused ignore", "3️⃣ refused ignore", "4️⃣ refused ignore", "5️⃣ changed observable",
      ]
    )
  }

  @Test func selectedTypesConvertAloneOrNotAtAll() async throws {
    let scenario = Scenario(
      """
      import Combine
      class 1️⃣Base: ObservableObject {}
      final class 2️⃣Leaf: Base {}
      enum Editor {
        final class 3️⃣Draft: ObservableObject { 4️⃣@Published var text = "" }
      }
      """
    )
    let converted = """
      import Combine
      import Observation
      class Base: ObservableObject {}
      final class Leaf: Base {}
      enum Editor {
        @Observable
        final class Draft { var text = "" }
      }
      """
    for name in ["Draft", "Editor.Draft"] {
      try await scenario.expect(
        converted,
        findings: ["3️⃣ changed observable", "4️⃣ changed published"],
        options: MigrationOptions(onlyTypes: [name])
      )
    }
    try await scenario.expect(
      converted,
      findings: ["2️⃣ needs a decision inheritance", "3️⃣ changed observable", "4️⃣ changed published"],
      options: MigrationOptions(skipTypes: ["Base"])
    )
  }

  @Test func typeThatNeedsARuleThatWasLeftOutIsRefused() async throws {
    let scenario = Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject { 2️⃣@Published var a = 1 }
      final class 3️⃣B: ObservableObject {}
      """
    )
    try await scenario.expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject { @Published var a = 1 }
      @Observable
      final class B {}
      """,
      findings: ["2️⃣ refused selection", "3️⃣ changed observable"],
      options: MigrationOptions(skipRules: ["published"])
    )
    try await scenario.expect(
      """
      import Combine
      final class A: ObservableObject { @Published var a = 1 }
      @Observable
      final class B {}
      """,
      findings: ["2️⃣ refused selection", "3️⃣ changed observable"],
      options: MigrationOptions(skipRules: ["published", "imports"]),
      compiles: false
    )
  }

  @Test func systemsWithoutObservationAreRefused() async throws {
    let scenario = Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      """
    )
    try await scenario.expect(
      nil,
      findings: ["1️⃣ refused deployment-target"],
      options: MigrationOptions(minimumIOS: 16)
    )
    let results = Migration(options: MigrationOptions(minimumIOS: 17)).run(scenario.files)
    #expect(results.flatMap(\.edits) != [])
  }

  @Test func sameNameInTwoFilesNeedsADecisionUnlessPrivate() async throws {
    try await Scenario(
      """
      --- A.swift
      import Combine
      final class 1️⃣Model: ObservableObject {}
      private final class 2️⃣Local: ObservableObject {}
      --- B.swift
      import Combine
      final class Model: ObservableObject {}
      private final class 3️⃣Local: ObservableObject {}
      """
    ).expect(
      """
      --- A.swift
      import Combine
      import Observation
      final class Model: ObservableObject {}
      @Observable
      private final class Local {}
      --- B.swift
      import Combine
      import Observation
      final class Model: ObservableObject {}
      @Observable
      private final class Local {}
      """,
      findings: ["1️⃣ needs a decision declaration", "2️⃣ changed observable", "3️⃣ changed observable"],
      compiles: false
    )
  }

  @Test func typesThatAreObservableAlreadyLendThemselvesToViews() async throws {
    try await Scenario(
      """
      import SwiftUI
      @Observable final class Store { var count = 0 }
      struct V: View {
        1️⃣@StateObject var store = Store()
        var body: some View { Text("").2️⃣environmentObject(store) }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable final class Store { var count = 0 }
      struct V: View {
        @State var store = Store()
        var body: some View { Text("").environment(store) }
      }
      """,
      findings: ["1️⃣ changed state-object", "2️⃣ changed environment-object"],
      compiles: false
    )
  }
}
