import Foundation

/// Generated sources.
struct MigrationSources {
  enum Content: String, CaseIterable {
    /// As in an app: of four files one has models, one has views of them, two have code that is no matter of the migration.
    case app = "an app"
    /// Models and views of them in every file, which is the worst case.
    case worstCase = "models and views in every file"
    /// Many models and views, and little to parse: the time grows with the square of the number of files as soon as
    /// anything is asked of all files for each of them.
    case small = "short files"

    var linesPerFile: Int { self == .small ? 90 : 300 }
  }

  let folder: URL
  let count: Int

  /// Writes the files into a new folder.
  init(_ content: Content, count: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "migration-\(UUID().uuidString)")
    self.count = count
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for index in 0..<count {
      let text = Self.text(content, index, of: count)
      try Data(text.utf8).write(to: folder.appending(path: "File\(index).swift"))
    }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  private static func text(_ content: Content, _ index: Int, of count: Int) -> String {
    var lines: [String] = []
    switch (content, index % 4) {
    case (.app, 0):
      lines = ["import Combine", "import Foundation", ""] + models(index)
    case (.app, 1):
      lines = ["import SwiftUI", ""]
      for number in 0..<10 { lines += view("Screen\(index)_\(number)", of: index - 1, and: (index + 3) % count) }
    case (.app, _):
      lines = ["import Foundation", ""]
    case (.small, _):
      lines = ["import Combine", "import SwiftUI", ""] + model("Store\(index)", properties: 2)
      lines += model("Draft\(index)", properties: 3) + view("Screen\(index)", of: index, and: (index + 1) % count)
    case (.worstCase, _):
      lines = ["import Combine", "import SwiftUI", ""] + models(index)
      lines += view("Screen\(index)", of: index, and: (index + 1) % count)
    }
    return filled(lines, index, content.linesPerFile).joined(separator: "\n") + "\n"
  }

  /// Up to so many lines: with code that has nothing to do with any of it, as in most files.
  private static func filled(_ lines: [String], _ index: Int, _ linesPerFile: Int) -> [String] {
    var lines = lines
    var number = 0
    while lines.count + 7 <= linesPerFile {
      lines += [
        "/// Rounds to a multiple of \(number + 1).",
        "func rounded\(index)_\(number)(_ value: Double) -> Double {",
        "    let step = Double(\(number + 1))", "    guard value.isFinite else { return value }",
        "    return (value / step).rounded() * step", "}", "",
      ]
      number += 1
    }
    return lines + Array(repeating: "// The end.", count: linesPerFile - lines.count)
  }

  private static func models(_ index: Int) -> [String] {
    model("Store\(index)", properties: 24) + model("Draft\(index)", properties: 8)
  }

  private static func model(_ name: String, properties: Int) -> [String] {
    var lines = ["/// What \(name) shows.", "@MainActor", "final class \(name): ObservableObject {"]
    for index in 0..<properties {
      lines += ["    /// The value number \(index).", "    @Published var value\(index) = \(index)"]
    }
    lines += ["    private var cache: [String: Int] = [:]", "    private lazy var formatter = NumberFormatter()", ""]
    for index in 0..<properties {
      lines += [
        "    func increase\(index)(by amount: Int) {", "        guard amount > 0 else { return }",
        "        value\(index) += amount", "    }", "",
      ]
    }
    return lines + ["    func reset() {", "        objectWillChange.send()", "        value0 = 0", "    }", "}", ""]
  }

  private static func view(_ name: String, of storeIndex: Int, and draftIndex: Int) -> [String] {
    let (store, draft) = ("Store\(storeIndex)", "Draft\(draftIndex)")
    return [
      "struct \(name): View {", "    @StateObject private var store = \(store)()",
      "    @ObservedObject var draft: \(draft)", "    @EnvironmentObject private var shared: \(store)", "",
      "    var body: some View {", "        VStack {", "            Stepper(\"Value\", value: $store.value0)",
      "            TextField(\"Draft\", value: $draft.value1, format: .number)",
      "            Text(\"\\(shared.value2)\")",
      "        }", "        .environmentObject(store)", "    }", "}", "", "#Preview {",
      "    \(name)(draft: \(draft)()).environmentObject(\(store)())", "}", "",
    ]
  }
}
