import Testing
import TestSupport

/// Properties of expansions that only the compiler can check.
@Suite(.compilesSources) struct CompilationTests {
  /// Language modes and features of the client's module.
  @Test(
    arguments: [
      ["-swift-version", "6", "-strict-memory-safety", "-enable-upcoming-feature", "ExistentialAny"],
      ["-swift-version", "5"],
      ["-swift-version", "5", "-strict-concurrency=complete"],
      [
        "-swift-version", "5", "-strict-concurrency=complete", "-enable-upcoming-feature",
        "InferSendableFromCaptures",
      ],
      [
        "-swift-version", "6", "-default-isolation", "MainActor", "-enable-upcoming-feature",
        "InferIsolatedConformances",
      ],
      [
        "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
      ],
    ]
  )
  func everyFormCompilesWithoutAWarning(options: [String]) throws {
    let result = try Compiler.check(Self.forms, ["-parse-as-library"] + options)
    #expect(result.output == "")
    #expect(result.isSuccess)
  }

  @Test func nothingInAnExpansionIsTakenForWhatAUserDeclares() throws {
    let result = try Compiler.check(
      """
      import ObservationModels

      struct Observable {}
      struct ModelRegistrar {}
      struct Observation {}
      struct Member {}
      struct Subject {}
      enum ObservationModels {}
      enum KeyPath {}
      struct Int {}
      protocol CodingKey {}

      @ObservableModel final class ObservationBridge: Codable {
        struct ModelRegistrar {}
        struct String {}
        var registrar = 1
        var access = 2
        var number = ""
        var newValue = 1.0
        var initialValue: Swift.Int?
        var keyPath: Swift.Int = 1
        func willSet() {}
        func isChange() {}
        var change = 1
        func report() {}
      }
      """,
      "-parse-as-library"
    )
    #expect(result.output == "")
    #expect(result.isSuccess)
  }

  @Test func aMisuseIsOneError() throws {
    for (source, message) in [
      (
        "@ObservableModel struct A { var x = 1 }",
        "@ObservableModel can only be applied to classes, not to a struct; only objects can be observed"
      ),
      (
        "@ObservableModel final class A { var x = 1, y = 2 }",
        "'y' shares its declaration with other observed properties; declare each property separately"
      ),
      (
        "@ObservableModel final class A { lazy var x = 1 }",
        """
        The lazy property 'x' can't be observed; mark it with @ObservationIgnored, or use a computed property that \
        stores its value in an optional property when it's first read
        """
      ),
    ] {
      let result = try Compiler.check("import ObservationModels\n" + source, "-parse-as-library")
      #expect(result.errors.count == 1)
      #expect(result.errors.first?.hasPrefix(message) == true, "\(result.output)")
    }
  }

  @Test func bothMacrosAreAnErrorThatSaysSo() throws {
    let result = try Compiler.check(
      "import ObservationModels\n@Observable @ObservableModel final class A { var x = 1 }",
      "-parse-as-library"
    )
    #expect(result.errors.contains { $0.hasPrefix("@ObservableModel replaces @Observable") }, "\(result.output)")
  }

  @Test(arguments: ["", "@ObservableModel "]) func overrideThatDoesNotNameItsClassIsAWarning(superclass: String) throws
  {
    func check(_ keyPath: String) throws -> Compiler.Result {
      try Compiler.check(
        """
        import ObservationModels

        \(superclass)class Shelf<Item> {
          var items: [Item] = []
          var count: Int { items.count }
        }

        enum Shop {
          @ObservableModel final class Box<Item>: Shelf<Item> {
            var extra = 1
            override var count: Int { derived(\(keyPath)) { super.count + extra } }
          }
        }
        """,
        "-parse-as-library"
      )
    }
    let result = try check(#"\.count"#)
    #expect(result.isSuccess == superclass.isEmpty)
    let warning = #"warning: In an override, '\.count' is ambiguous if the superclass is a model too"#
    #expect(result.output.contains(warning), "\(result.output)")
    #expect(try check(#"\Box.count"#).output == "")
  }

  private static let forms = """
    public import ObservationModels
    import ObservationTracking

    public class Base {
      var legs = 4

      init() {}
    }

    @ObservableModel public class Document: Base {
      public internal(set) var title = ""
      private(set) var size: Int
      weak var next: Document?
      unowned var owner: Base
      let id = 1
      var computed: Int { size }
      var half: Int { derived(\\.half) { size / 2 } }
      var quarter: Double { derived(\\.quarter, comparingBy: { abs($0 - $1) < 1 }) { Double(half) / 2 } }
      var observed = 1 {
        didSet { print(oldValue) }
      }
      var both: Int {
        willSet(new) { print(new) }
        didSet(old) { print(old, both) }
      }
      #if os(Linux)
        var system = "Linux"
      #elseif os(macOS)
        var system = "macOS"
      #endif
      @ObservationIgnored lazy var late = 1
      @ObservationIgnored var ignored = 2
      var unset: String!
      var action: () -> Void = {}
      final var last = 1
      var `default` = 1
      @available(*, deprecated) var old = 1
      static var shared: Int { 1 }
      override var legs: Int {
        didSet { print(legs) }
      }

      init(_ owner: Base) {
        self.owner = owner
        size = 1
        both = 2
      }
    }

    @ObservableModel final class Letter: Document {
      var address = ""
      override var observed: Int {
        get { super.observed }
        set { super.observed = newValue }
      }
      override var half: Int { derived(\\Letter.half) { super.half + address.count } }
    }

    @ObservableModel private final class Box<Value, Other: Hashable> {
      var value: Value
      var other: [Other] = []
      var unique: Set<Other> { derived(\\.unique) { Set(other) } }
      var copy: Value { derived(\\.copy) { value } }

      init(_ value: Value) {
        self.value = value
      }

      @ObservableModel class Inner {
        var value: Value?
      }
    }

    extension Box {
      @ObservableModel fileprivate class Extra {
        var value: Value?
      }
    }

    @MainActor @ObservableModel final class Row<Value: Equatable> {
      var value: Value?
    }

    enum Name {
      @ObservableModel fileprivate final class Space: Hashable {
        var value = 1

        nonisolated static func == (one: Space, other: Space) -> Bool { one === other }
        nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
      }
    }

    @MainActor @ObservableModel final class Screen {
      var title = ""
      func rename() { withMutation(keyPath: \\.title) { _title = "a" } }
      var upper: String { derived(\\.upper) { title.uppercased() } }
      nonisolated var constant: Int { derived(\\.constant) { 1 } }
    }

    @ObservableModel final class Word {
      var stem = ""
      func derived(_ ending: String) -> String { stem + ending }
      var plural: String { derived(\\.plural) { derived("s") } }
    }

    @MainActor @ObservableModel class Parent {
      var title = ""
    }

    @ObservableModel final class Child: Parent {
      var size = 1
    }

    @globalActor actor Store {
      static let shared = Store()
    }

    @Store @ObservableModel final class Shelf {
      var size = 1
    }

    @Store @ObservableModel final class Rack<Value: Hashable> {
      var value: Value?

      @Store @ObservableModel final class Slot {
        var value: Value?
      }
    }

    extension Shelf {
      @Store @ObservableModel final class Board {
        var size = 1
      }
    }

    @ObservableModel class Lot<Value: Hashable>: Parent {
      var value: Value?
    }

    @available(*, deprecated) @dynamicMemberLookup @ObservableModel final class Proxy<Value: Hashable> {
      var values: [String: Value] = [:]
      subscript(dynamicMember name: String) -> Value? { values[name] }
    }

    @CancellableObservation @ObservableModel final class Screenful<Value: Hashable> {
      var value: Value?
    }

    @MainActor @ObservableModel final class Table<Value: Hashable> {
      var value: Value?
    }

    @ObservableModel nonisolated final class Free {
      var size = 1
    }

    @ObservableModel final class Empty {}

    @ObservableModel nonisolated final class Order: Codable {
      var count = 1
      let id: Int
      let version = 2
      @ObservationIgnored var note: String?

      init() { id = 1 }
    }
    """
}
