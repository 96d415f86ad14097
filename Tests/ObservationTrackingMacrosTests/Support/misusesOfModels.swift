/// Declarations to which `@ObservableModel` can't be attached, and properties it can't observe.
let misusesOfModels: [MisuseTests.Misuse] = [
  .init(
    testDescription: "aModelThatIsAStruct",
    source: #"""
      /// A point.
      @ObservableModel
      struct A {
        var x = 1
      }
      """#,
    messages: [
      "2:1: @ObservableModel can only be applied to classes, not to a struct; only objects can be observed"
    ],
    fixed: #"""
      /// A point.
      struct A {
        var x = 1
      }
      """#
  ),
  .init(
    testDescription: "aModelThatIsAnEnum",
    source: #"""
      @ObservableModel public enum A {
        case x
      }
      """#,
    messages: [
      "1:1: @ObservableModel can only be applied to classes, not to an enum; only objects can be observed"
    ],
    fixed: #"""
      public enum A {
        case x
      }
      """#
  ),
  .init(
    testDescription: "aModelThatIsAnActor",
    source: #"""
      @ObservableModel @available(macOS 26, *) actor A {
        var x = 1
      }
      """#,
    messages: [
      "1:1: @ObservableModel can only be applied to classes, not to an actor; only objects can be observed"
    ],
    fixed: #"""
      @available(macOS 26, *) actor A {
        var x = 1
      }
      """#
  ),
  .init(
    testDescription: "bothMacros",
    source: #"""
      @MainActor
      @Observable
      @ObservableModel
      final class A {
        var x = 1
      }
      """#,
    messages: ["2:1: @ObservableModel replaces @Observable; a class can have only one of them"],
    fixed: #"""
      @MainActor
      @ObservableModel
      final class A {
        var x = 1
      }
      """#
  ),
  .init(
    testDescription: "aLazyProperty",
    source: #"""
      @ObservableModel
      final class A {
        /// Made when it's needed.
        private lazy var x = Date()
        @ObservationIgnored lazy var y = Date()
      }
      """#,
    messages: [
      """
      4:11: The lazy property 'x' can't be observed; mark it with @ObservationIgnored, or use a computed property that \
      stores its value in an optional property when it's first read
      """
    ],
    fixed: #"""
      @ObservableModel
      final class A {
        /// Made when it's needed.
        @ObservationIgnored private lazy var x = Date()
        @ObservationIgnored lazy var y = Date()
      }
      """#
  ),
  .init(
    testDescription: "aTrackedProperty",
    source: #"""
      @ObservableModel
      final class A {
        /// The size.
        @ObservationTracked
        private(set) var x = 1
        @MainActor @ObservationTracked var y = 2
        @ObservationIgnored @ObservationTracked var z = 3
        @ObservationTracked var sum: Int { x }
      }
      """#,
    messages: [
      """
      4:3: @ObservableModel already observes 'x'; remove @ObservationTracked, which uses a registrar that the class \
      doesn't have
      """,
      """
      6:14: @ObservableModel already observes 'y'; remove @ObservationTracked, which uses a registrar that the class \
      doesn't have
      """,
    ],
    fixed: #"""
      @ObservableModel
      final class A {
        /// The size.
        private(set) var x = 1
        @MainActor var y = 2
        @ObservationIgnored @ObservationTracked var z = 3
        @ObservationTracked var sum: Int { x }
      }
      """#
  ),
  .init(
    testDescription: "aWrappedProperty",
    source: #"""
      @ObservableModel
      final class A {
        @AppStorage("name") private var name = ""
        @SwiftUI.AppStorage("age")
        var age = 0
        @ObservationIgnored @AppStorage("size") var size = 0
      }
      """#,
    messages: [
      """
      3:3: 'name' can't be observed because @AppStorage stores its value; remove the wrapper, or mark the property with \
      @ObservationIgnored
      """,
      """
      4:3: 'age' can't be observed because @AppStorage stores its value; remove the wrapper, or mark the property with \
      @ObservationIgnored
      """,
    ],
    fixed: #"""
      @ObservableModel
      final class A {
        @ObservationIgnored @AppStorage("name") private var name = ""
        @ObservationIgnored @SwiftUI.AppStorage("age")
        var age = 0
        @ObservationIgnored @AppStorage("size") var size = 0
      }
      """#
  ),
  .init(
    testDescription: "severalPropertiesInOneDeclaration",
    source: #"""
      @ObservableModel
      final class A {
        // The place.
        private(set) var x, y: Double?, z = [1, 2]  // of three
        let a = 1, b = 2
        var sum: Int { a }
        static var c = 1, d = 2
      }
      """#,
    messages: [
      "4:23: 'y' shares its declaration with other observed properties; declare each property separately"
    ],
    fixed: #"""
      @ObservableModel
      final class A {
        // The place.
        private(set) var x: Double?
        private(set) var y: Double?
        private(set) var z = [1, 2]  // of three
        let a = 1, b = 2
        var sum: Int { a }
        static var c = 1, d = 2
      }
      """#
  ),
  .init(
    testDescription: "aPatternOfProperties",
    source: #"""
      @ObservableModel
      final class A {
        var (x, y) = (1, 2)
      }
      """#,
    messages: [
      """
      3:7: @ObservableModel doesn't observe properties declared with a tuple pattern; declare each property \
      separately, or mark the declaration with @ObservationIgnored
      """
    ],
    fixed: #"""
      @ObservableModel
      final class A {
        @ObservationIgnored var (x, y) = (1, 2)
      }
      """#
  ),
  .init(
    testDescription: "theNameOfAStoredValue",
    source: #"""
      @ObservableModel
      final class A {
        var title = ""
        private var _title = ""
        #if DEBUG
          var size = 1
        #else
          let _size = 2
        #endif
        let _other = 3
      }
      """#,
    messages: [
      """
      4:15: '_title' is already declared, and @ObservableModel would generate it to store 'title'; rename this \
      declaration
      """
    ],
    fixed: #"""
      @ObservableModel
      final class A {
        var title = ""
        private var _titleByHand = ""
        #if DEBUG
          var size = 1
        #else
          let _size = 2
        #endif
        let _other = 3
      }
      """#
  ),
  .init(
    testDescription: "overridesThatDoNotNameTheirClass",
    source: #"""
      @ObservableModel
      final class SaleOrder: Order {
        var rebate = 1
        override var total: Int { derived(\.total) { super.total - rebate } }
        public override final var lines: [Line] {
          get { self.derived( \.lines , comparingBy: areEqual) { super.lines.filter(\.isOnSale) } }
          set { super.lines = newValue }
        }
        #if DEBUG
          override var state: State {
            if rebate > 1 { return derived(\.state) { .sale } }
            return derived(\.state.self) { super.state }
          }
        #endif

        var isCheap: Bool { derived(\.isCheap) { total < 10 } }
        override var count: Int { derived(\SaleOrder.count) { super.count } }
        override var title: String { derived(\Order.title) { super.title } }
        override var sum: Int { registrar.derived(self, \.sum) { super.sum } }
        override var others: [Int] { super.derived(\.others) { [] } + items.derived(\.others) + derived(of: \.others) }
        override var path: AnyKeyPath { path(derived: \.path) }
        override var key: Int { didSet { show(derived(\.key) { 1 }) } }
        override class var number: Int { derived(\.number) { 1 } }
        override var inner: Int {
          struct Inner { var value: Int { derived(\.value) { 1 } } }
          return Inner().value
        }
      }
      """#,
    messages: [("4:37", "total"), ("6:25", "lines"), ("11:38", "state"), ("12:22", "state.self")].map {
      #"""
      \#($0): In an override, '\.\#($1)' is ambiguous if the superclass is a model too; name the class in the key path
      """#
    },
    fixed: #"""
      @ObservableModel
      final class SaleOrder: Order {
        var rebate = 1
        override var total: Int { derived(\SaleOrder.total) { super.total - rebate } }
        public override final var lines: [Line] {
          get { self.derived( \SaleOrder.lines , comparingBy: areEqual) { super.lines.filter(\.isOnSale) } }
          set { super.lines = newValue }
        }
        #if DEBUG
          override var state: State {
            if rebate > 1 { return derived(\SaleOrder.state) { .sale } }
            return derived(\SaleOrder.state.self) { super.state }
          }
        #endif

        var isCheap: Bool { derived(\.isCheap) { total < 10 } }
        override var count: Int { derived(\SaleOrder.count) { super.count } }
        override var title: String { derived(\Order.title) { super.title } }
        override var sum: Int { registrar.derived(self, \.sum) { super.sum } }
        override var others: [Int] { super.derived(\.others) { [] } + items.derived(\.others) + derived(of: \.others) }
        override var path: AnyKeyPath { path(derived: \.path) }
        override var key: Int { didSet { show(derived(\.key) { 1 }) } }
        override class var number: Int { derived(\.number) { 1 } }
        override var inner: Int {
          struct Inner { var value: Int { derived(\.value) { 1 } } }
          return Inner().value
        }
      }
      """#
  ),
  .init(
    testDescription: "overridesInNestedGenericClasses",
    source: #"""
      enum Shop {
        @ObservableModel
        final class `Box`<Item>: Shelf<Item> {
          override var count: Int {
            // The count of a box.
            derived(
              \.count
            ) { super.count + 1 }
          }
        }
      }
      """#,
    messages: [
      #"7:9: In an override, '\.count' is ambiguous if the superclass is a model too; name the class in the key path"#
    ],
    fixed: #"""
      enum Shop {
        @ObservableModel
        final class `Box`<Item>: Shelf<Item> {
          override var count: Int {
            // The count of a box.
            derived(
              \`Box`.count
            ) { super.count + 1 }
          }
        }
      }
      """#
  ),
  .init(
    testDescription: "keyPathsOfOtherProperties",
    source: #"""
      @ObservableModel
      final class `Order`: Base {
        var number = 0
        var sum: Int { derived(\.number) { number } }
        var `default`: Int { self.derived( \.sum , comparingBy: { $0 == $1 }) { sum } }
        var rooted: Int { derived(\Order.sum) { sum } }
        var nested: Int { derived(\Shop.Order.sum.self) { derived(\Shop.Order.nested) { sum } } }
        override var total: Int {
          get { derived(\.totals) { 1 } }
          set { number = derived(\.sum) { newValue } }
        }
        var long: Int { if number > 0 { derived(\.sum.bitWidth) { 1 } } else { derived(\.long) { 2 } } }
        var element: Int { derived(\.[0]) { 1 } }
        var other: Int { other.derived(\.sum) { 1 } + derived(keyPath) { 1 } }
        static var shared: Int { derived(\.sum) { 1 } }
      }
      """#,
    messages: [
      #"4:26: The getter of 'sum' derives '\.number'; write '\.sum'"#,
      #"5:38: The getter of 'default' derives '\.sum'; write '\.`default`'"#,
      #"6:29: The getter of 'rooted' derives '\Order.sum'; write '\Order.rooted'"#,
      #"7:29: The getter of 'nested' derives '\Shop.Order.sum.self'; write '\Shop.Order.nested'"#,
      #"9:19: The getter of 'total' derives '\.totals'; write '\`Order`.total'"#,
      #"12:43: The getter of 'long' derives '\.sum.bitWidth'; write '\.long'"#,
      #"13:30: The getter of 'element' derives '\.[0]'; write '\.element'"#,
    ],
    fixed: #"""
      @ObservableModel
      final class `Order`: Base {
        var number = 0
        var sum: Int { derived(\.sum) { number } }
        var `default`: Int { self.derived( \.`default` , comparingBy: { $0 == $1 }) { sum } }
        var rooted: Int { derived(\Order.rooted) { sum } }
        var nested: Int { derived(\Shop.Order.nested) { derived(\Shop.Order.nested) { sum } } }
        override var total: Int {
          get { derived(\`Order`.total) { 1 } }
          set { number = derived(\.sum) { newValue } }
        }
        var long: Int { if number > 0 { derived(\.long) { 1 } } else { derived(\.long) { 2 } } }
        var element: Int { derived(\.element) { 1 } }
        var other: Int { other.derived(\.sum) { 1 } + derived(keyPath) { 1 } }
        static var shared: Int { derived(\.sum) { 1 } }
      }
      """#
  ),
  .init(
    testDescription: "derivedOutsideTheGetterOfAProperty",
    source: #"""
      @ObservableModel
      final class A {
        var a = [1]
        func times(_ n: Int, by `default`: Int) -> Int { derived(\.k) { n } }
        func none() -> Int { self.derived(\.k) { 1 } }
        subscript(safe i: Int, _ j: Int) -> Int {
          get { derived(\.k) { 1 } }
          set { a[i] = newValue }
        }
        subscript(i: Int) -> Int { derived(\.[i]) { a[i] } }
        var inner: Int {
          func make() -> Int { derived(\.inner) { 1 } }
          return make()
        }
        var k: Int { derived(\.k) { [1, 2].reduce(0) { $0 + derived(\.k) { 1 } } } }
        func other(_ a: A) -> Int { a.derived(\.k) { 1 } }
        static func all() -> Int { derived(\.k) { 1 } }
      }
      """#,
    messages: [
      ("4:60", "'times(_:by:)' is a function"), ("5:37", "'none()' is a function"),
      ("7:19", "'subscript(safe:_:)' is a subscript"), ("10:38", "'subscript(_:)' is a subscript"),
      ("12:34", "'make()' is a function"),
    ].map { "\($0): Call 'derived' in the getter of a property; \($1)" },
    fixed: nil
  ),
]
