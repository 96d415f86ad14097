import ObservationMigration
import Testing

/// Observers that don't run where an object is made and where it ends.
@Suite struct InitialAssignmentTests {
  @Test func observersStayQuietInInitializersAndInDeinit() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Tags: ObservableObject {
        var 2️⃣text = "" { didSet { rows = text.map(String.init) } }
        var 3️⃣size = 1 { willSet { print(newValue) } }
        var 4️⃣plain = 1
        5️⃣@Published var rows: [String] = [] { didSet { print(rows) } }
        init(saved: String) {
          6️⃣text = saved
          7️⃣text.append("!")
          self.8️⃣size += 1
          plain = 2
          rows = [saved]
          let later = { self.text = "" }
          later()
          defer { text = "" }
        }
        convenience init() {
          self.init(saved: "")
          9️⃣size = 2
        }
        deinit { 0️⃣text = "" }
      }
      extension Tags {
        convenience init(size: Int) {
          self.init()
          self.#️⃣size = size
        }
      }
      struct TagsView: View {
        *️⃣@ObservedObject var tags: Tags
        var body: some View { Text(tags.text + "\\(tags.rows.count + tags.size + tags.plain)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Tags {
        var text = "" { didSet { rows = text.map(String.init) } }
        var size = 1 { willSet { print(newValue) } }
        var plain = 1
        var rows: [String] = [] { didSet { print(rows) } }
        init(saved: String) {
          _text = saved
          _text.append("!")
          self._size += 1
          plain = 2
          rows = [saved]
          let later = { self.text = "" }
          later()
          defer { text = "" }
        }
        convenience init() {
          self.init(saved: "")
          _size = 2
        }
        deinit { _text = "" }
      }
      extension Tags {
        convenience init(size: Int) {
          self.init()
          self._size = size
        }
      }
      struct TagsView: View {
        var tags: Tags
        var body: some View { Text(tags.text + "\\(tags.rows.count + tags.size + tags.plain)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed ignored-storage", "3️⃣ changed ignored-storage",
        "4️⃣ changed ignored-storage", "5️⃣ changed published", "6️⃣ changed published", "7️⃣ changed published",
        "8️⃣ changed published", "9️⃣ changed published", "0️⃣ changed published", "#️⃣ changed published",
        "*️⃣ changed observed-object",
      ]
    )
  }

  @Test func assignmentOutOfReachOfTheStorageIsReported() async throws {
    let results = try await Scenario(
      """
      --- Tags.swift
      import SwiftUI
      final class Tags: ObservableObject {
        var text = "" { didSet { print(text) } }
        var size = 0 { didSet { print(size) } }
        @Published var rows: [String] = []
        init() {}
        init(_text: String) { text = _text }
      }
      struct TagsView: View {
        @ObservedObject var tags: Tags
        var body: some View { Text(tags.text + "\\(tags.rows.count + tags.size)") }
      }
      --- More.swift
      extension Tags {
        convenience init(size: Int) {
          self.init()
          self.size = size
        }
      }
      """
    ).expect(
      """
      --- Tags.swift
      import SwiftUI
      @Observable
      final class Tags {
        var text = "" { didSet { print(text) } }
        var size = 0 { didSet { print(size) } }
        var rows: [String] = []
        init() {}
        init(_text: String) { text = _text }
      }
      struct TagsView: View {
        var tags: Tags
        var body: some View { Text(tags.text + "\\(tags.rows.count + tags.size)") }
      }
      --- More.swift
      extension Tags {
        convenience init(size: Int) {
          self.init()
          self.size = size
        }
      }
      """,
      findings: [
        "2:13 changed observable", "3:7 changed ignored-storage", "4:7 changed ignored-storage",
        "5:3 changed published", "7:25 changed published", "10:3 changed observed-object", "4:10 changed published",
      ]
    )
    #expect(results.flatMap(\.findings).filter(\.isRisky).map(\.line) == [7, 4])
  }

  @Test func observersThatOnlyAnnounceNeedNoStorage() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Counter: ObservableObject {
        var 2️⃣count = 0 { 3️⃣willSet { objectWillChange.send() } }
        init(count: Int) { self.count = count }
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Counter {
        var count = 0
        init(count: Int) { self.count = count }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed object-will-change", "3️⃣ changed object-will-change",
      ]
    )
  }

  @Test func deinitOfAnIsolatedClassAssignsTheStorage() async throws {
    try await Scenario(
      """
      import SwiftUI
      @MainActor final class 1️⃣Tags: ObservableObject {
        var 2️⃣text = ""
        3️⃣@Published var rows: [String] = []
        deinit { 4️⃣text = "" }
      }
      struct TagsView: View {
        5️⃣@ObservedObject var tags: Tags
        var body: some View { Text(tags.text + "\\(tags.rows.count)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      @MainActor final class Tags {
        var text = ""
        var rows: [String] = []
        deinit { _text = "" }
      }
      struct TagsView: View {
        var tags: Tags
        var body: some View { Text(tags.text + "\\(tags.rows.count)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed ignored-storage", "3️⃣ changed published", "4️⃣ changed published",
        "5️⃣ changed observed-object",
      ]
    )
  }
}
