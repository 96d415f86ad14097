import ObservationMigration
import Testing

@Suite struct InheritanceRuleTests {
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

  @Test func aLongWayIsToldByTheFirstPlaces() throws {
    let classes = (1...9).map { "class C\($0): C\($0 - 1) {}" }.joined(separator: "\n")
    let results = Migration().recorded([
      SourceFile(
        path: "File.swift",
        text: """
          import Combine
          class C0: ObservableObject { func f() -> Any { objectWillChange.sink { _ in } } }
          \(classes)
          """
      )
    ])
    let messages = results[0].findings.filter { $0.rule == "inheritance" }.map(\.message)
    try #require(messages.count == 9)
    #expect(messages[3].hasSuffix("File.swift:3:7, File.swift:4:7, File.swift:5:7 and File.swift:6:7."))
    #expect(messages[4].hasSuffix("File.swift:3:7, File.swift:4:7, File.swift:5:7 and 2 other places."))
    #expect(messages[8].hasSuffix("File.swift:5:7 and 6 other places."))
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

  @Test func classesOfUserInterfacesAreKnownToObserveNothing() async throws {
    try await Scenario(
      """
      import UIKit
      import Combine
      final class 1️⃣Screen: UIViewController, ObservableObject { 2️⃣@Published var text = "" }
      final class 3️⃣TextFile: NSDocument, ObservableObject { 4️⃣@Published var text = "" }
      final class 5️⃣Window: NSWindowController, ObservableObject {}
      final class 6️⃣Host: UIHostingController<Content>, ObservableObject {}
      final class 7️⃣Stored: NSManagedObject, ObservableObject {}
      final class 8️⃣File: ObservableObject, ReferenceFileDocument {}
      """
    ).expect(
      """
      import UIKit
      import Combine
      import Observation
      @Observable
      final class Screen: UIViewController { var text = "" }
      @Observable
      final class TextFile: NSDocument { var text = "" }
      @Observable
      final class Window: NSWindowController {}
      @Observable
      final class Host: UIHostingController<Content> {}
      final class Stored: NSManagedObject, ObservableObject {}
      final class File: ObservableObject, ReferenceFileDocument {}
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed published",
        "5️⃣ changed observable", "6️⃣ changed observable", "7️⃣ needs a decision inheritance",
        "8️⃣ needs a decision inheritance",
      ],
      compiles: false
    )
  }

  @Test func conformerThatStaysKeepsTheProtocolAndTheOthers() async throws {
    try await Scenario(
      """
      import Combine
      protocol 1️⃣Editing: ObservableObject {}
      final class 2️⃣A: Editing {}
      final class B: Editing {
        func announce() -> Any { 3️⃣objectWillChange.sink { _ in } }
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
        func announce() -> Any { objectWillChange.sink { _ in } }
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
}
