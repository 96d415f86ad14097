/// How a property of a generated model is written. `self.` stands before its members wherever another object may.
struct PropertyText {
  /// In the class.
  var members: [String] = []
  /// In the initializer.
  var start: [String] = []
  /// Beside the class.
  var declarations: [String] = []
  /// In extensions of the class, after it.
  var extensions: [String] = []
  /// What is shown of it.
  var value: String
  /// What changes it; `n` is a number.
  var actions: [String]
  /// The property that a control can be bound to.
  var bound: String?
  /// A view of it, with what else the view has to declare.
  var special: String?
  var viewMembers: [String] = []

  /// Writes a property of a class; the names of all types end in a suffix.
  init(_ property: GeneratedApp.Property, model: String, suffix: String) {
    let p = "p\(property.id)"
    let q = "q\(property.id)"
    let helper = "Part\(property.id)\(suffix)"
    value = "self.\(p)"
    actions = ["self.\(p) = n"]
    switch property.shape {
    case .published:
      members = ["@Published var \(p) = 0"]
      actions += ["self.\(p) += 1", "self.\(p) = self.\(p)"]
      bound = p
    case .publishedPrivateSet:
      members = ["@Published private(set) var \(p) = 0"] + setter(p)
      actions = ["self.set_\(p)(n)"]
    case .publishedWithObserver:
      members = [
        "@Published var \(p) = 0 {", "    didSet { \(q) = \(p) * 2 }", "}", "@Published private(set) var \(q) = 0",
      ]
      value = "self.\(q)"
      bound = p
    case .computed:
      members = ["@Published var \(p) = 0", "var \(q): Int { \(p) * 10 }"]
      value = "self.\(q)"
    case .publishedStructure:
      declarations = [
        "struct \(helper) {", "    var lines: [Int] = []", "    mutating func add(_ line: Int) { lines.append(line) }",
        "}",
      ]
      members = ["@Published var \(p) = \(helper)()"]
      value = "self.\(p).lines.count"
      actions = ["self.\(p).add(n)", "self.\(p).lines.removeAll()"]
    case .publishedRows:
      declarations = ["struct \(helper): Identifiable {", "    let id: Int", "    var count = 0", "}"]
      members = ["@Published var \(p) = [\(helper)(id: 0)]"]
      value = "self.\(p).count"
      actions = ["self.\(p).append(\(helper)(id: self.\(p).count))", "self.\(p)[n % self.\(p).count].count += n"]
      special = "ForEach(self.\(p)) { part in Text(\"\(p) part \\(part.count)\") }"
    case .announcedProperty:
      members = ["var \(p) = 0 {", "    willSet { objectWillChange.send() }", "}"]
      bound = p
    case .announcedMethod:
      members = [
        "private(set) var \(p) = 0", "func set_\(p)(_ n: Int) {", "    objectWillChange.send()", "    \(p) = n", "}",
      ]
      actions = ["self.set_\(p)(n)"]
    case .announcedAfterwards:
      members = [
        "private(set) var \(p) = 0", "func set_\(p)(_ n: Int) {", "    \(p) = n", "    objectWillChange.send()", "}",
      ]
      actions = ["self.set_\(p)(n)"]
    case .plain:
      members = ["var \(p) = 0"]
      bound = p
    case .plainPrivate:
      members = ["private var \(p) = 0", "var \(q): Int { \(p) + 1 }"] + setter(p)
      value = "self.\(q)"
      actions = ["self.set_\(p)(n)"]
    case .plainOptional:
      members = ["private(set) var \(p): Int?", "func load_\(p)(_ n: Int) { \(p) = n % 3 == 0 ? nil : n }"]
      value = "(self.\(p) ?? -1)"
      actions = ["self.load_\(p)(n)"]
      special = "if let value = self.\(p) { Text(\"\(p) value \\(value)\") } else { Text(\"\(p) none\") }"
    case .plainWithPublished:
      members = [
        "private(set) var \(p) = 0", "@Published private(set) var \(q) = 0", "func load_\(p)(_ n: Int) {",
        "    \(q) += 1",
        "    \(p) = n", "}",
      ]
      actions = ["self.load_\(p)(n)"]
    case .plainFromObserver:
      members = ["@Published var \(p) = 0 {", "    willSet { \(q) = \(p) }", "}", "private(set) var \(q) = 0"]
      value = "self.\(q)"
      bound = p
    case .unshown:
      members = [
        "private var \(p): [Int] = []", "@Published private(set) var \(q) = 0", "func log_\(p)(_ n: Int) {",
        "    \(p).append(n)", "    if \(p).count.isMultiple(of: 3) { \(q) = \(p).count }", "}",
      ]
      value = "self.\(q)"
      actions = ["self.log_\(p)(n)"]
    case .lazyVariable:
      members = ["lazy var \(p) = 3"] + setter(p)
      actions = ["self.set_\(p)(n)"]
    case .weakObject:
      declarations = ["final class \(helper) {", "    static let all = [\(helper)(), \(helper)()]", "}"]
      members = ["weak var \(p): \(helper)? = \(helper).all[0]"]
      value = "(self.\(p) === \(helper).all[0] ? 0 : 1)"
      actions = ["self.\(p) = \(helper).all[n % 2]"]
    case .storedInDefaults:
      members = ["@AppStorage(\"app.\(p)\") var \(p) = 0"]
      bound = p
    case .unobservedObject:
      declarations = [
        "final class \(helper) {", "    private(set) var count = 0", "    func set(_ n: Int) { count = n }", "}",
      ]
      members = ["let \(p) = \(helper)()"]
      value = "self.\(p).count"
      actions = ["self.\(p).set(n)"]
    case .globalVariable:
      declarations = [
        "enum \(helper) {", "    static var value = 0", "    static func set(_ n: Int) { value = n }", "}",
      ]
      members = ["var \(p): Int { \(helper).value }"]
      actions = ["\(helper).set(n)"]
    case .constantFromInitializer:
      declarations = ["enum \(helper) {", "    static var count = 0", "}"]
      members = ["let \(p): Int"]
      start = ["\(helper).count += 1", "\(p) = \(helper).count"]
      actions = []
    case .nested, .nestedWithRow, .nestedConstant, .nestedAndForwarded:
      declarations = ["final class \(helper): ObservableObject {", "    @Published var count = 0", "}"]
      let isConstant = property.shape == .nestedConstant || property.shape == .nestedAndForwarded
      members = [isConstant ? "let \(p) = \(helper)()" : "@Published var \(p) = \(helper)()"]
      value = "self.\(p).count"
      actions = ["self.\(p).count = n"] + (isConstant ? [] : ["self.\(p) = \(helper)()"])
      bound = isConstant ? nil : "\(p).count"
      if property.shape == .nestedWithRow {
        declarations += Self.row(of: helper, suffix: suffix, property.id)
        special = "Row\(property.id)\(suffix)(part: self.\(p))"
      }
      if property.shape == .nestedAndForwarded {
        members.append("private var \(q): AnyCancellable?")
        start = ["\(q) = \(p).objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }"]
      }
    case .objectRows:
      declarations = [
        "final class \(helper): ObservableObject, Identifiable {", "    let id: Int", "    @Published var count = 0",
        "    init(id: Int) { self.id = id }", "}",
      ]
      declarations += Self.row(of: helper, suffix: suffix, property.id)
      members = ["@Published var \(p) = [\(helper)(id: 0)]"]
      value = "self.\(p).map { $0.count }.reduce(0, +)"
      actions = ["self.\(p).append(\(helper)(id: self.\(p).count))", "self.\(p)[n % self.\(p).count].count += n"]
      special = "ForEach(self.\(p)) { part in Row\(property.id)\(suffix)(part: part) }"
    case .sink, .sinkInNextTurn, .sinkOfCounts, .sinkReadsOldValue, .assign, .assignToPublished, .combined,
      .sinkToPlain:
      members = ["@Published var \(p) = 0"]
      members.append((property.shape == .sinkToPlain ? "" : "@Published ") + "private(set) var \(q) = 0")
      if property.shape != .assignToPublished {
        members.append("private var bag\(property.id) = Set<AnyCancellable>()")
      }
      let store = ".store(in: &bag\(property.id))"
      start =
        switch property.shape {
        case .sinkInNextTurn:
          ["$\(p).receive(on: DispatchQueue.main).sink { [weak self] in self?.\(q) = $0 * 2 }\(store)"]
        case .sinkOfCounts: ["$\(p).dropFirst().removeDuplicates().sink { [weak self] _ in self?.\(q) += 1 }\(store)"]
        case .sinkReadsOldValue:
          [
            "$\(p).sink { [weak self] _ in", "    guard let self else { return }", "    self.\(q) = self.\(p)",
            "}\(store)",
          ]
        case .assign: ["$\(p).map { $0 + 1 }.assign(to: \\.\(q), on: self)\(store)"]
        case .assignToPublished: ["$\(p).map { $0 + 1 }.assign(to: &$\(q))"]
        case .combined: ["$\(p).combineLatest($r\(property.id)).sink { [weak self] in self?.\(q) = $0 + $1 }\(store)"]
        default: ["$\(p).sink { [weak self] in self?.\(q) = $0 * 2 }\(store)"]
        }
      value = "self.\(q)"
      if property.shape == .combined {
        members.append("@Published var r\(property.id) = 0")
        actions.append("self.r\(property.id) = n")
      }
      bound = p
    case .sentEvents:
      members = ["let \(p) = PassthroughSubject<Int, Never>()"]
      value = "0"
      actions = ["self.\(p).send(n)"]
      setSpecial("onReceive(self.\(p)) { last = $0 }", property.id)
    case .receivedValues:
      members = ["@Published var \(p) = 0"]
      setSpecial("onReceive(self.$\(p)) { value in last = value }", property.id)
    case .receivedCounts:
      members = ["@Published var \(p) = 0"]
      setSpecial("onReceive(self.$\(p)) { _ in last += 1 }", property.id)
    case .receivedAnnouncements:
      members = ["@Published var \(p) = 0"]
      setSpecial("onReceive(self.objectWillChange) { _ in last += 1 }", property.id)
    case .changedValues:
      members = ["@Published var \(p) = 0"]
      setSpecial("onChange(of: self.\(p)) { old, new in last = old + new }", property.id)
    case .genericView:
      declarations = [
        "protocol \(helper): ObservableObject {", "    var \(p): Int { get set }", "}",
        "struct Panel\(property.id)\(suffix)<Content: \(helper)>: View {", "    @ObservedObject var content: Content",
        "",
        "    var body: some View {", "        Text(\"\(p) \\(content.\(p))\")", "    }", "}",
      ]
      members = ["@Published var \(p) = 0"]
      extensions = ["extension \(model): \(helper) {}"]
      special = "Panel\(property.id)\(suffix)(content: self)"
    case .superclass, .superclassWithoutConformance, .observableConformer, .observableManagedObject:
      // A value that the class outside manages.
      members = [
        "var \(p): Int {", "    get { primitiveValue(forKey: \"\(p)\") as? Int ?? 0 }", "    set {",
        "        willChangeValue(forKey: \"\(p)\")", "        setPrimitiveValue(newValue, forKey: \"\(p)\")",
        "        didChangeValue(forKey: \"\(p)\")", "    }", "}",
      ]
      bound = p
    }
  }

  private func setter(_ property: String) -> [String] {
    ["func set_\(property)(_ n: Int) { \(property) = n }"]
  }

  /// A view that keeps what its modifier has said last.
  private mutating func setSpecial(_ modifier: String, _ id: Int) {
    special = "Text(\"p\(id) \\(last\(id))\").\(modifier.replacing("last", with: "last\(id)"))"
    viewMembers = ["@State private var last\(id) = 0"]
  }

  private static func row(of type: String, suffix: String, _ id: Int) -> [String] {
    [
      "struct Row\(id)\(suffix): View {", "    @ObservedObject var part: \(type)", "", "    var body: some View {",
      "        Stepper(\"p\(id)\", value: $part.count)", "        Text(\"p\(id) \\(part.count)\")", "    }", "}",
    ]
  }
}
