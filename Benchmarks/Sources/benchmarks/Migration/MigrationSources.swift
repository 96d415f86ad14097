import Foundation

/// Generated sources of an app: in each file of 300 lines models, their views and a preview. A view uses models of its own
/// file and of the next one.
struct MigrationSources {
  static let linesPerFile = 300

  let folder: URL
  let count: Int

  /// Writes the files into a new folder.
  init(count: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "migration-\(UUID().uuidString)")
    self.count = count
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for index in 0..<count {
      try Data(Self.text(index, of: count).utf8).write(to: folder.appending(path: "File\(index).swift"))
    }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  private static func text(_ index: Int, of count: Int) -> String {
    var lines = ["import Combine", "import SwiftUI", ""]
    lines += model("Store\(index)", properties: 24) + model("Draft\(index)", properties: 8)
    lines += view("Screen\(index)", of: "Store\(index)", and: "Draft\((index + 1) % count)")
    var helper = 0
    // Code that has nothing to do with any of it, as in most files.
    while lines.count + 7 <= linesPerFile {
      lines += [
        "/// Rounds to a multiple of \(helper + 1).",
        "func rounded\(index)_\(helper)(_ value: Double) -> Double {",
        "    let step = Double(\(helper + 1))", "    guard value.isFinite else { return value }",
        "    return (value / step).rounded() * step", "}", "",
      ]
      helper += 1
    }
    lines += Array(repeating: "// The end.", count: linesPerFile - lines.count)
    return lines.joined(separator: "\n") + "\n"
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

  private static func view(_ name: String, of store: String, and draft: String) -> [String] {
    [
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
