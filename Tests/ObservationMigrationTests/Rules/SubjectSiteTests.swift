import ObservationMigration
import Testing

/// How the subject of a property is declared and fed.
@Suite struct SubjectSiteTests {
  private static let subjects = MigrationOptions(subjects: true)

  @Test func observerThatOnlyAnnouncesGivesWayToTheSubject() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        @Published var first = 0 {
          willSet { objectWillChange.send() }
        }
        @Published var second = 0 {
          willSet { objectWillChange.send() }
          didSet { print(second) }
        }
        @Published var third = 0 { didSet { objectWillChange.send() } }
        func use() { _ = $first.dropFirst(); _ = $second.dropFirst(); _ = $third.dropFirst() }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var first = 0 {
          willSet { firstSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var firstSubject = CurrentValueSubject<Int, Never>(_first)
        var second = 0 {
          didSet { print(second) }
          willSet { secondSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var secondSubject = CurrentValueSubject<Int, Never>(_second)
        var third = 0 {
          willSet { thirdSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var thirdSubject = CurrentValueSubject<Int, Never>(_third)
        func use() { _ = firstSubject.dropFirst(); _ = secondSubject.dropFirst(); _ = thirdSubject.dropFirst() }
      }
      """,
      options: Self.subjects
    )
  }

  @Test func subjectIsAsVisibleAsItsUsesNeed() async throws {
    try await Scenario(
      """
      --- Model.swift
      import Combine
      public final class Model: ObservableObject {
        @Published public var own = 1
        @Published public var sameFile = 1
        @Published private var byExtension = 1
        @Published var otherFile = 1
        @Published public private(set) var everywhere = 1
        @Published public var unused = 1
        func use() { _ = $own.dropFirst() }
      }
      extension Model {
        struct Row {
          let model: Model
          var values: AnyPublisher<Int, Never> { model.$byExtension.dropFirst() }
        }
      }
      func use(_ model: Model) { _ = model.$sameFile.dropFirst() }
      --- Other.swift
      import Combine
      func useElsewhere(_ model: Model?) { _ = model?.$otherFile.dropFirst(); _ = model!.$everywhere.dropFirst() }
      let path = \\Model.$otherFile
      """
    ).expectMigrated(
      """
      --- Model.swift
      import Combine
      import Observation
      @Observable
      public final class Model {
        public var own = 1 {
          willSet { ownSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var ownSubject = CurrentValueSubject<Int, Never>(_own)
        public var sameFile = 1 {
          willSet { sameFileSubject.send(newValue) }
        }
        @ObservationIgnored fileprivate lazy var sameFileSubject = CurrentValueSubject<Int, Never>(_sameFile)
        private var byExtension = 1 {
          willSet { byExtensionSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var byExtensionSubject = CurrentValueSubject<Int, Never>(_byExtension)
        var otherFile = 1 {
          willSet { otherFileSubject.send(newValue) }
        }
        @ObservationIgnored private(set) lazy var otherFileSubject = CurrentValueSubject<Int, Never>(_otherFile)
        public private(set) var everywhere = 1 {
          willSet { everywhereSubject.send(newValue) }
        }
        @ObservationIgnored public private(set) lazy var everywhereSubject = CurrentValueSubject<Int, Never>(_everywhere)
        public var unused = 1
        func use() { _ = ownSubject.dropFirst() }
      }
      extension Model {
        struct Row {
          let model: Model
          var values: AnyPublisher<Int, Never> { model.byExtensionSubject.dropFirst() }
        }
      }
      func use(_ model: Model) { _ = model.sameFileSubject.dropFirst() }
      --- Other.swift
      import Combine
      func useElsewhere(_ model: Model?) { _ = model?.otherFileSubject.dropFirst(); _ = model!.everywhereSubject.dropFirst() }
      let path = \\Model.otherFileSubject
      """,
      options: Self.subjects
    )
  }

  @Test func observersThatAreThereAreKept() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        @Published var a = 1 { didSet { note() } }
        @Published var b = 1 {
          willSet {
            note()
          }
          didSet { // Why.
            // How.
            note()
          }
        }
        @Published var c = 1 {
          willSet { note() }
        }
        @Published var d = 1 { willSet { note() } }
        @Published var e = 1 { didSet {} }
        @Published var f = 1 { didSet(f) { if f > 1 { note() } } }
        @Published var oldValue = 1 // Really.
        func note() {}
        func all() -> [AnyPublisher<Int, Never>] {
          [$a, $b, $c, $d, $e, $f, $oldValue].map { $0.eraseToAnyPublisher() }
        }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var a = 1 { didSet { note() } willSet { aSubject.send(newValue) } }
        @ObservationIgnored private lazy var aSubject = CurrentValueSubject<Int, Never>(_a)
        var b = 1 {
          willSet {
            note()
            bSubject.send(newValue)
          }
          didSet { // Why.
            // How.
            note()
          }
        }
        @ObservationIgnored private lazy var bSubject = CurrentValueSubject<Int, Never>(_b)
        var c = 1 {
          willSet { note(); cSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var cSubject = CurrentValueSubject<Int, Never>(_c)
        var d = 1 { willSet { note(); dSubject.send(newValue) } }
        @ObservationIgnored private lazy var dSubject = CurrentValueSubject<Int, Never>(_d)
        var e = 1 { didSet {} willSet { eSubject.send(newValue) } }
        @ObservationIgnored private lazy var eSubject = CurrentValueSubject<Int, Never>(_e)
        var f = 1 { didSet(f) { if f > 1 { note() } } willSet { fSubject.send(newValue) } }
        @ObservationIgnored private lazy var fSubject = CurrentValueSubject<Int, Never>(_f)
        var oldValue = 1 {
          willSet { oldValueSubject.send(newValue) }
        } // Really.
        @ObservationIgnored private lazy var oldValueSubject = CurrentValueSubject<Int, Never>(_oldValue)
        func note() {}
        func all() -> [AnyPublisher<Int, Never>] {
          [aSubject, bSubject, cSubject, dSubject, eSubject, fSubject, oldValueSubject].map { $0.eraseToAnyPublisher() }
        }
      }
      """,
      options: Self.subjects
    )
  }

  @Test func typesAreWrittenAsThePropertyHasThem() async throws {
    try await Scenario(
      """
      import Combine
      func make() -> [Int] { [1] }
      final class Model<Element>: ObservableObject {
        @Published var elements: [Element]
        @Published var unwrapped: String!
        @Published var made = make()
        @Published var action: (@Sendable (Int) -> Void)?
        @Published var flag: Bool
        @MainActor @Published var shown = 1.5
        init(elements: [Element], flag: Bool) {
          self.elements = elements
          _flag = Published(initialValue: flag)
        }
        func use() { _ = ($elements, $unwrapped, $made, $action, $flag) }
        @MainActor func show() { _ = $shown }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      func make() -> [Int] { [1] }
      @Observable
      final class Model<Element> {
        var elements: [Element] {
          willSet { elementsSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var elementsSubject = CurrentValueSubject<[Element], Never>(_elements)
        var unwrapped: String! {
          willSet { unwrappedSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var unwrappedSubject = CurrentValueSubject<String?, Never>(_unwrapped)
        var made = make() {
          willSet { madeSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var madeSubject = CurrentValueSubject<_, Never>(_made)
        var action: (@Sendable (Int) -> Void)? {
          willSet { actionSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var actionSubject = CurrentValueSubject<(@Sendable (Int) -> Void)?, Never>(_action)
        var flag: Bool {
          willSet { flagSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var flagSubject = CurrentValueSubject<Bool, Never>(_flag)
        @MainActor var shown = 1.5 {
          willSet { shownSubject.send(newValue) }
        }
        @ObservationIgnored @MainActor private lazy var shownSubject = CurrentValueSubject<Double, Never>(_shown)
        init(elements: [Element], flag: Bool) {
          self.elements = elements
          self.flag = flag
        }
        func use() { _ = (elementsSubject, unwrappedSubject, madeSubject, actionSubject, flagSubject) }
        @MainActor func show() { _ = shownSubject }
      }
      """,
      options: Self.subjects
    )
  }

  @Test func eachDeclarationOfAPropertyHasItsSubject() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        #if os(Linux)
          @Published var a = 1
        #else
          @Published var a: Double
        #endif
        func use() { _ = $a.dropFirst() }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        #if os(Linux)
          var a = 1 {
            willSet { aSubject.send(newValue) }
          }
          @ObservationIgnored private lazy var aSubject = CurrentValueSubject<Int, Never>(_a)
        #else
          var a: Double {
            willSet { aSubject.send(newValue) }
          }
          @ObservationIgnored private lazy var aSubject = CurrentValueSubject<Double, Never>(_a)
        #endif
        func use() { _ = aSubject.dropFirst() }
      }
      """,
      options: Self.subjects
    )
  }

  @Test func nameOfASubjectIsFree() async throws {
    try await Scenario(
      """
      --- Base.swift
      import Combine
      class Base: ObservableObject { @Published var name = ""; @Published var age = 1 }
      --- Derived.swift
      import Combine
      class Derived: Base {
        var nameSubject = 1
        func use(ageSubject: Int) { _ = $age.dropFirst(); _ = $name.dropFirst() }
      }
      """
    ).expectMigrated(
      """
      --- Base.swift
      import Combine
      import Observation
      @Observable
      class Base { var name = "" { willSet { nameSubject2.send(newValue) } }; @ObservationIgnored private(set) lazy var nameSubject2 = CurrentValueSubject<String, Never>(_name); var age = 1 { willSet { ageSubject2.send(newValue) } }; @ObservationIgnored private(set) lazy var ageSubject2 = CurrentValueSubject<Int, Never>(_age) }
      --- Derived.swift
      import Combine
      import Observation
      @Observable
      class Derived: Base {
        @ObservationIgnored var nameSubject = 1
        func use(ageSubject: Int) { _ = ageSubject2.dropFirst(); _ = nameSubject2.dropFirst() }
      }
      """,
      options: Self.subjects
    )
  }
}
