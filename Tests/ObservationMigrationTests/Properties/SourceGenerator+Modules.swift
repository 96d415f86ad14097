/// Sources that compile, all of them together as one module, and are to compile afterwards.
extension SourceGenerator {
  /// What the generated files share: coding through a protocol and an alias, and of published properties.
  static let sharedSource = """
    import Combine

    protocol StoredModel: Codable {}
    typealias Coded = Codable
    extension Published: Decodable where Value: Decodable {
        public init(from decoder: any Decoder) throws { self.init(initialValue: try Value(from: decoder)) }
    }
    extension Published: Encodable where Value: Encodable {
        public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
    }

    """

  /// A file with a model and a view of it, whose names no file of another number has.
  mutating func module(_ number: Int) -> String {
    let name = "Model\(number)"
    let coding =
      chance(2)
      ? pick([": ObservableObject, Codable", ": StoredModel, ObservableObject", ": ObservableObject, Coded"]) : nil
    let properties = (0..<Int.random(in: 1...6, using: &random)).map { compilableProperty($0, isCoded: coding != nil) }
    let integers = properties.filter(\.isInteger).map(\.name)
    var text = "import Combine\nimport SwiftUI\n\n" + pick(["", "/// A model.\n"])
    let published = coding == nil && chance(2) ? properties.filter(\.isPublished).map(\.name) : []
    if !published.isEmpty { text += "@MainActor\n" }
    text += pick(["final class", "class"]) + " \(name)\(coding ?? ": ObservableObject") {\n"
    for property in properties { text += "    " + property.declaration + "\n" }
    if coding != nil { text += codingMembers(integers) }
    text += "\n    init() {}\n" + changes(integers) + subscriptions(published) + "}\n"
    if chance(3) { text += "\nextension \(name) {\n" + changes(integers, "more") + "}\n" }
    return text + "\n" + compilableView(of: name, property: integers.first)
  }

  private struct GeneratedProperty {
    let name: String
    let declaration: String
    /// A variable of integers, which methods may change.
    var isInteger = false

    var isPublished: Bool { declaration.hasPrefix("@Published") }
  }

  private mutating func compilableProperty(_ index: Int, isCoded: Bool) -> GeneratedProperty {
    let name = "p\(index)"
    let integers = [
      "@Published var \(name) = 0",
      "@Published private(set) var \(name): Int = 0 {\n        didSet { print(\(name)) }\n    }",
      "var \(name) = 0", "internal(set) public var \(name) = 0 // kept", "var \(name) = 0, q\(index) = \"\"",
      "var \(name) = 0 {\n        willSet { objectWillChange.send() }\n    }",
      "var \(name) = 0 {\n        didSet {\n            print(\(name))\n            objectWillChange.send()\n        }\n    }",
    ]
    if !chance(3) { return GeneratedProperty(name: name, declaration: pick(integers), isInteger: true) }
    let others = [
      "lazy var \(name) = [1]", "lazy var \(name): String = {\n        \"\"\n    }()", "let \(name) = 2",
      "var \(name): Int { 1 }", "static let \(name) = 3", "let (\(name), q\(index)) = (1, 2)",
      "private var \(name): [String] = []", "#if DEBUG\n    var \(name) = 0\n    #endif",
      "#if DEBUG\n    static let \(name) = 0\n    #else\n    var \(name): Int { 0 }\n    #endif",
    ]
    let uncoded = ["weak var \(name): AnyObject?", "@AppStorage(\"a\") var \(name) = false"]
    return GeneratedProperty(name: name, declaration: pick(isCoded ? others : others + uncoded))
  }

  /// Keys, uses of keys, and members that look like coding.
  private mutating func codingMembers(_ integers: [String]) -> String {
    var text = ""
    let cases = integers.enumerated().map { $0.offset == 1 ? "\($0.element) = \"other\"" : $0.element }
    if chance(2), !cases.isEmpty {
      text += "\n    enum CodingKeys: String, CodingKey {\n        case \(cases.joined(separator: ", "))\n    }\n"
    }
    if chance(5) { text += "\n    func encode(to encoder: any Encoder) throws {}\n" }
    if chance(5) { text += "\n    init(from dto: Int) {}\n    func encode() -> Int { 0 }\n" }
    if chance(6), let first = integers.first {
      text += "\n    private static var column: String { CodingKeys.\(first).stringValue }\n"
    }
    return text
  }

  /// Methods that announce the changes of several properties, or of none.
  private mutating func changes(_ integers: [String], _ name: String = "change") -> String {
    guard !integers.isEmpty, !chance(3) else { return "" }
    var text = "\n    func \(name)() {\n"
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let property = integers.randomElement(using: &random)!
      text += pick(["        objectWillChange.send()\n", "", "        self.objectWillChange.send()\n"])
      text +=
        "        " + pick(["\(property) += 1", "self.\(property) = 2", "if \(property) > 1 { \(property) = 0 }"]) + "\n"
    }
    return text + "    }\n"
  }

  /// A method with pipelines, which the migration may rewrite or not.
  private mutating func subscriptions(_ published: [String]) -> String {
    guard !published.isEmpty else { return "" }
    var text = "\n    private var cancellables = Set<AnyCancellable>()\n\n    func subscribe() {\n"
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let property = published.randomElement(using: &random)!
      let operators = pick([
        "", ".removeDuplicates()", ".dropFirst()", ".map { $0 + 1 }",
        ".debounce(for: .seconds(1), scheduler: RunLoop.main)", ".receive(on: DispatchQueue.main)",
      ])
      let sink = pick([
        "{ print($0) }", "{ [weak self] in self?.show($0) }",
        "{ [weak self] value in\n            self?.show(value)\n        }",
      ])
      text += "        $\(property)\(operators).sink \(sink).store(in: &cancellables)\n"
    }
    return text + "    }\n\n    func show(_ value: Int) {}\n"
  }

  private mutating func compilableView(of name: String, property: String?) -> String {
    let wrapper = pick([
      "@StateObject private var model = \(name)()", "@ObservedObject var model: \(name)",
      "@EnvironmentObject var model: \(name)", "let model: \(name)",
    ])
    let text = property.map { "Text(\"\\(model.\($0))\")" } ?? "Text(\"\").padding()"
    let body = text + (chance(3) ? ".environmentObject(model)" : "")
    let local = pick(["@ObservedObject", "@StateObject"])
    return """
      struct \(name)View: View {
          \(wrapper)

          var body: some View {
              \(body)
          }
      }

      @MainActor func make\(name)() -> some View {
          \(local) var model = \(name)()
          return \(text)
      }

      """
  }
}
