import TestSupport

/// Writes models and the views that use them, by chance: what is legal in any mixture.
struct SourceGenerator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Two files: models, and views of them.
  mutating func files() -> [String] {
    if chance(4) { return [module(0), Self.sharedSource] }
    let names = ["Alpha", "Beta"]
    var models = pick(["import Combine\n", "import Foundation\nimport Combine\n", "import SwiftUI\n"]) + "\n"
    for (index, name) in names.enumerated() { models += model(name, superclass: index > 0 ? names[0] : nil) + "\n" }
    var views = "import SwiftUI\n" + (chance(2) ? "import Combine\n" : "") + "\n"
    for name in names where !chance(4) { views += view(of: name) + "\n" }
    return [models, views]
  }

  private mutating func model(_ name: String, superclass: String?) -> String {
    let inherits = superclass.flatMap { chance(5) ? $0 : nil }
    let conformances =
      [inherits ?? "ObservableObject"] + (chance(4) ? ["Identifiable"] : []) + (chance(8) ? ["Codable"] : [])
    var text = pick(["", "/// A model.\n", "// MARK: - \(name)\n\n"]) + pick(["", "@MainActor\n", "@MainActor "])
    text += pick(["final class", "class", "public final class", "fileprivate class"])
    text += " \(name): \(conformances.joined(separator: ", ")) {\n"
    for index in 0..<Int.random(in: 0...5, using: &random) { text += property(index) }
    if chance(3) { text += "\n    private var cancellables = Set<AnyCancellable>()\n" }
    text += "\n    init() {\n" + (inherits == nil ? "" : "        super.init()\n") + "    }\n"
    if chance(2) { text += method() }
    if chance(6) { text += "\n    struct Part {\n        var value = 1 /* one */\n    }\n" }
    return text + "}\n" + (chance(4) ? "\nextension \(name) {\n    var twice: Int { 2 }\n}\n" : "")
  }

  private mutating func property(_ index: Int) -> String {
    let name = "p\(index)"
    return "    "
      + pick([
        "@Published var \(name) = 0\n", "@Published private(set) var \(name): [String] = []\n",
        "@Published\n    var \(name): Int?\n",
        "@Published var \(name) = 0 {\n        didSet { print(\(name)) }\n    }\n",
        "private var \(name) = 0 // kept\n", "var \(name): Int { 1 }\n", "let \(name) = 2\n",
        "lazy var \(name) = [1]\n",
        "static var \(name) = 3\n", "weak var \(name): AnyObject?\n", "@AppStorage(\"a\") var \(name) = false\n",
        "var \(name) = 0, q\(index) = 1\n", "@Published var \(name) = \"\"; let r\(index) = 1\n",
        "#if DEBUG\n    @Published var \(name) = 0\n    #endif\n",
        "// observation-migrate:ignore\n    var \(name) = 0\n",
        "private(set) var \(name): Int = {\n        1\n    }()\n", "let \(name) = PassthroughSubject<Int, Never>()\n",
      ])
  }

  private mutating func method() -> String {
    "\n    func change() {\n        "
      + pick([
        "objectWillChange.send()\n        p0 += 1", "objectWillChange.send()",
        "objectWillChange.send()\n        p0 = 1\n        p1 = nil\n        p2 += [\"\"]",
        "$p0.sink { print($0) }.store(in: &cancellables)\n        $p0.sink { print($0 + 1) }.store(in: &cancellables)",
        "p0 += 1\n        p1 = nil",
        "$p0.sink { print($0) }.store(in: &cancellables)", "$p0.assign(to: &$p1)",
        "$p0.debounce(for: .seconds(1), scheduler: RunLoop.main).sink { [weak self] in self?.show($0) }"
          + ".store(in: &cancellables)",
        "withAnimation { objectWillChange.send(); p0 = 3 }", "self._p0 = Published(initialValue: 1)",
      ]) + "\n    }\n"
  }

  private mutating func view(of name: String) -> String {
    let wrapper = pick([
      "@StateObject private var model = \(name)()", "@ObservedObject var model: \(name)",
      "@EnvironmentObject var model: \(name)", "@EnvironmentObject private var model: \(name)", "let model: \(name)",
      "@StateObject private var model: \(name)", "@ObservedObject var model: \(name)\n    @State private var count = 0",
    ])
    let use = pick([
      "Text(\"\\(model.p0)\")", "TextField(\"Name\", text: $model.p0)", "Child().environmentObject(model)",
      "Text(\"a\").onReceive(model.$p0) { print($0) }", "Toggle(isOn: $model.p0) { Text(\"b\") }",
      "Other(model: model)",
      "Button(\"c\") { model.objectWillChange.send() }", "Text(\"a\").onReceive(model.objectWillChange) { _ in }",
    ])
    let initializer =
      wrapper.hasPrefix("@StateObject private var model:")
      ? "    init() {\n        _model = StateObject(wrappedValue: \(name)())\n    }\n\n" : ""
    let body = "    var body: some View {\n        \(use)\n    }\n"
    let preview = chance(3) ? "\n#Preview {\n    \(name)View().environmentObject(\(name)())\n}\n" : ""
    return "struct \(name)View: View {\n    \(wrapper)\n\n\(initializer)\(body)}\n" + preview
  }

  mutating func pick(_ options: [String]) -> String {
    options.randomElement(using: &random)!
  }

  /// True once in `n` times.
  mutating func chance(_ n: Int) -> Bool {
    Int.random(in: 0..<n, using: &random) == 0
  }
}
