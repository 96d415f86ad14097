import ObservationTrackingMacros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import TestSupport
import Testing

/// Mistakes in models as the compiler reports them, and the code after their fixes.
@Suite(.compilesSources) struct ModelFixTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: String
    /// The errors that contain an instruction, without their locations.
    let errors: [String]
    /// How many other errors the compiler reports.
    var otherCount = 0
    /// Whether there is a fix-it, and the source compiles after the fix-it.
    var isFixed = true

    /// The macro with the conformances missing from the class.
    fileprivate var macro: MacroSpec {
      let missing = ["Decodable", "Encodable"].filter { !source.contains(": Codable") && !source.contains(": \($0)") }
      return MacroSpec(
        type: ObservableModelMacro.self,
        conformances: (missing + ["_ObservationModelObservable"]).map { TypeSyntax(stringLiteral: $0) }
      )
    }
  }

  static let languageModes = [
    ["-swift-version", "6"], ["-swift-version", "5"], ["-swift-version", "6", "-default-isolation", "MainActor"],
  ]

  @Test(arguments: mistakes, languageModes) func mistakeIsReportedOnceAndFixed(mistake: Mistake, mode: [String]) throws
  {
    func check(_ source: String) throws -> Compiler.Result {
      try Compiler.check("import ObservationModels\n" + source, ["-parse-as-library"] + mode)
    }
    let result = try check(mistake.source)
    let messages = result.errors.map { $0.replacing(#/ \(from macro '[^']*'\)$/#, with: "") }
    #expect(mistake.errors.allSatisfy(messages.contains), "\(result.output)")
    #expect(Set(messages).count == mistake.errors.count + mistake.otherCount, "\(result.output)")
    let fixed = Expansion(mistake.source, with: ["ObservableModel": mistake.macro]).fixed
    guard mistake.isFixed else {
      #expect(fixed == nil)
      return
    }
    #expect(try check(#require(fixed)).output == "")
  }
}

private let mistakes: [ModelFixTests.Mistake] = [
  .init(
    testDescription: "the key path of a stored property",
    source: #"""
      @ObservableModel final class M {
        var a = 1
        var b = 0
        var named: Int { derived(\.b) { a * 3 } }
      }
      """#,
    errors: [#"The getter of 'named' derives '\.b'; write '\.named'"#]
  ),
  .init(
    testDescription: "the key path of another derived property",
    source: #"""
      @ObservableModel final class M {
        var a = 1
        var sum: Int { derived(\.other) { a * 2 } }
        var other: Int { derived(\.other) { a * 3 } }
      }
      """#,
    errors: [#"The getter of 'sum' derives '\.other'; write '\.sum'"#]
  ),
  .init(
    testDescription: "one derived property inside another",
    source: #"""
      @ObservableModel final class M {
        var a = 1
        var x: Int { derived(\.x) { derived(\.y) { a } + 1 } }
        var y: Int { derived(\.y) { a } }
      }
      """#,
    errors: [#"The getter of 'x' derives '\.y'; write '\.x'"#]
  ),
  .init(
    testDescription: "the key path of another type",
    source: #"""
      @ObservableModel final class M {
        var a = 1
        var third = ""
        var typo: Int { derived(\.third) { a } }
      }
      """#,
    errors: [#"The getter of 'typo' derives '\.third'; write '\.typo'"#],
    otherCount: 1
  ),
  .init(
    testDescription: "the key path of another property in an override",
    source: #"""
      @ObservableModel class Order {
        var price = 1
        var total: Int { derived(\.total) { price } }
        init() {}
      }
      @ObservableModel final class SaleOrder: Order {
        var rebate = 1
        override var total: Int { derived(\.rebate) { super.total - rebate } }
      }
      """#,
    errors: [#"The getter of 'total' derives '\.rebate'; write '\SaleOrder.total'"#]
  ),
  .init(
    testDescription: "a function and a subscript",
    source: #"""
      @ObservableModel final class M {
        var a = [1, 2, 3]
        var first: Int? { a.first }
        subscript(safe i: Int) -> Int? { derived(\.first) { a.indices.contains(i) ? a[i] : nil } }
        func times(_ n: Int) -> Int { derived(\.k) { 2 * n } }
        var k: Int { 0 }
      }
      """#,
    errors: [
      "Call 'derived' in the getter of a property; 'subscript(safe:)' is a subscript",
      "Call 'derived' in the getter of a property; 'times(_:)' is a function",
    ],
    isFixed: false
  ),
  .init(
    testDescription: "keys with the names of the properties",
    source: #"""
      @ObservableModel final class M: Codable {
        var title = "a"
        var size = 1
        let id = "1"
        init() {}
        enum CodingKeys: String, CodingKey { case title, size = "count" }
      }
      """#,
    errors: [
      #"The value of 'title' is stored in '_title'; write 'case _title = "title"'"#,
      #"The value of 'size' is stored in '_size'; write 'case _size = "count"'"#,
    ],
    otherCount: 2
  ),
  .init(
    testDescription: "keys without strings",
    source: #"""
      @ObservableModel final class M: Codable {
        var title = "a"
        @ObservationIgnored var note = ""
        init() {}
        private enum CodingKeys: CodingKey {
          // The keys.
          case title
          case note
        }
      }
      """#,
    errors: [#"The value of 'title' is stored in '_title'; write 'case _title = "title"'"#],
    otherCount: 2
  ),
  .init(
    testDescription: "keys with numbers, and a name in backquotes",
    source: #"""
      @ObservableModel final class M: Encodable {
        var title = "a"
        var `default` = "b"
        init() {}
        enum CodingKeys: Int, Swift.CodingKey { case title = 2, `default` }
      }
      """#,
    errors: [
      "The value of 'title' is stored in '_title'; write 'case _title = 2'",
      "The value of 'default' is stored in '_default'; write 'case _default'",
    ],
    otherCount: 1
  ),
  .init(
    testDescription: "keys that other code uses",
    source: #"""
      @ObservableModel final class M: Codable {
        var title = "a"
        init() {}
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: CodingKeys.self)
          try container.encode(title, forKey: .title)
        }
        enum CodingKeys: String, CodingKey { case title }
      }
      """#,
    errors: [#"The value of 'title' is stored in '_title'; write 'case _title = "title"'"#],
    otherCount: 1,
    isFixed: false
  ),
  .init(
    testDescription: "the name of a stored value",
    source: #"""
      @ObservableModel final class M {
        var title = ""
        private var _title = ""
      }
      """#,
    errors: [
      "'_title' is already declared, and @ObservableModel would generate it to store 'title'; rename this declaration"
    ]
  ),
  .init(
    testDescription: "a tracked property",
    source: #"""
      @ObservableModel final class M {
        @ObservationTracked var title = ""
      }
      """#,
    errors: [
      "@ObservableModel already observes 'title'; remove @ObservationTracked, which uses a registrar that the class doesn't have"
    ]
  ),
  .init(
    testDescription: "a lazy property",
    source: #"""
      @ObservableModel final class M {
        lazy var b = 1
      }
      """#,
    errors: [
      """
      The lazy property 'b' can't be observed; mark it with @ObservationIgnored, or use a computed property that stores its \
      value in an optional property when it's first read
      """
    ]
  ),
  .init(
    testDescription: "derived in a class of the standard library's macro",
    source: #"""
      @Observable final class M {
        var a = 1
        var x: Int { derived(\.x) { a } }
        var y: Int { derived(\M.y, comparingBy: <) { a } }
      }
      """#,
    errors: [unavailable("Only a class marked with @ObservableModel, or an extension of one, has derived properties")],
    isFixed: false
  ),
  .init(
    testDescription: "derived in a subclass without the macro",
    source: #"""
      @ObservableModel class A {
        var a = 1
        var sum: Int { derived(\.sum) { a } }
        init() {}
      }
      final class B: A {
        var b = 1
        var d: Int { derived(\B.d) { b } }
        var e: Int { derived(\.e) { b } }
        override var sum: Int { derived(\.sum) { super.sum + b } }
      }
      """#,
    errors: [
      unavailable("Mark the class that declares the property with @ObservableModel, which generates 'derived'")
    ],
    isFixed: false
  ),
  .init(
    testDescription: "derived in an extension of a protocol",
    source: #"""
      protocol P: AnyObject {
        var n: [Int] { get }
      }
      extension P {
        var t: Int { derived(\.t) { n.count } }
      }
      """#,
    errors: [unavailable("Only a class marked with @ObservableModel, or an extension of one, has derived properties")],
    isFixed: false
  ),
  .init(
    testDescription: "derived that waits or throws",
    source: #"""
      @ObservableModel final class M {
        var a = 1
        func load() async -> Int { a }
        func check() throws -> Int { a }
        var x: Int { derived(\.x) { await load() } }
        var y: Int { derived(\.y, comparingBy: ==) { try check() } }
        var z: Int { derived(\.z) { try await load() + check() } }
      }
      """#,
    errors: [
      unavailable(
        "A derived property can't wait; start a task that stores the result in a property, and derive from that"
      ),
      unavailable("A derived property can't throw; compute a Result, or use a DerivedValue"),
    ],
    isFixed: false
  ),
]

private func unavailable(_ message: String) -> String { "'derived(_:comparingBy:_:)' is unavailable: \(message)" }

extension ModelFixTests {
  /// The generated methods that only give instructions don't shadow other methods.
  @Test(arguments: languageModes) func otherMethodsAndFunctionsNamedDerivedAreCalled(mode: [String]) throws {
    let result = try Compiler.check(
      #"""
      import ObservationModels

      nonisolated func derived(_ x: Int) -> Int { x }
      nonisolated func derived(_ x: Int, _ y: () -> Int) -> Int { x + y() }
      nonisolated func derived<Root, Value>(_ keyPath: KeyPath<Root, Value>, _ compute: () -> Value) -> Value { compute() }

      @Observable final class M {
        var a = 1
        func f() -> Int { derived(3) + derived(3) { a } + derived(\M.a) { a } }
      }

      final class N {
        func f() -> Int { derived(3) + derived(3) { 1 } }
      }

      @Observable final class O {
        var a = 1
        var x: Int { derived(\.x) { a } }
        func derived<Value>(_ keyPath: KeyPath<O, Value>, _ compute: () -> Value) -> Value { compute() }
      }

      @ObservableModel class Parent {
        var a = 1
        var sum: Int { derived(\.sum) { a } }
        init() {}
      }

      class Between: Parent {
        override var sum: Int { derived(\.sum) { super.sum + 1 } }
      }

      @ObservableModel final class Child: Between {
        var b = 1
        override var sum: Int { derived(\Child.sum) { super.sum + b } }
        func derived(_ x: Int) -> Int { x }
        var own: Int { derived(1) }
      }

      @Observable class Base {
        var a = 1
        init() {}
      }

      @ObservableModel final class Mixed: Base {
        var b = 1
        var sum: Int { derived(\.sum) { a + b } }
      }
      """#,
      ["-parse-as-library"] + mode
    )
    #expect(result.output == "")
  }
}
