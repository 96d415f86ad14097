import ObservationTrackingMacros
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import Testing

/// Classes that are observed.
@Suite struct ModelExpansionTests {
  @Test func aModel() {
    expectExpansion(
      of: #"""
        /// A document.
        @ObservableModel
        public final class Document {
          /// Its title.
          public private(set) var title = ""
        }
        """#,
      to: #"""
        /// A document.
        public final class Document {
          /// Its title.
          public private(set) var title {
            @storageRestrictions(initializes: _title)
            init(initialValue) {
              _title = initialValue
            }
            get {
              _$modelRegistrar._access(self, \.title, number: 0)
              return _title
            }
            set {
              if _$modelRegistrar._beginWrite(number: 0) {
                guard _ObservationModelChange.isChange(_title, newValue) else {
                  _title = newValue
                  return
                }
                _$modelRegistrar._willSet(self, \.title, number: 0)
              }
              _title = newValue
              _$modelRegistrar._didSet(self, \.title, number: 0)
            }
            _modify {
              let change = _$modelRegistrar._beginChangeInPlace(self, \.title, number: 0)
              defer {
                _$modelRegistrar._endChangeInPlace(self, \.title, number: 0, change)
              }
              yield &_title
            }
          }

          private var _title = ""

          private let _$modelRegistrar = _ObservationModelRegistrar()

          internal nonisolated func access<_ModelMember>(
            keyPath: Swift.KeyPath<Document, _ModelMember>
          ) {
            _$modelRegistrar._access(self, keyPath: keyPath, numbers: Self._$modelNumbers)
          }

          internal nonisolated func withMutation<_ModelMember, _ModelResult>(
            keyPath: Swift.KeyPath<Document, _ModelMember>,
            _ mutation: () throws -> _ModelResult
          ) rethrows -> _ModelResult {
            try _$modelRegistrar._withMutation(of: self, keyPath: keyPath, numbers: Self._$modelNumbers, mutation)
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember: Swift.Equatable>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            comparingBy areEqual: @escaping (_ModelMember, _ModelMember) -> Swift.Bool,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, comparingBy: areEqual, name: name, file: file, line: line, column: column, compute
            )
          }

          private static func _$modelNumbers(of keyPath: Swift.PartialKeyPath<Document>) -> [Swift.Int] {
            switch keyPath {
            case \Document.title: return [0]
            default: return [_ObservationModelRegistrar._number(of: keyPath, after: 1)]
            }
          }
        }

        extension Document: nonisolated _ObservationModelObservable {}
        """#
    )
  }

  @Test func observersOfTheValueStayWithTheStoredOne() {
    expectExpansion(
      of: #"""
        @ObservableModel
        final class Document {
          weak var author: Author? {
            willSet { print("before") }
            didSet(old) {
              // Only a change.
              if old !== author { changeCount += 1 }
              save()
            }
          }
        }
        """#,
      to: #"""
        final class Document {
          weak var author: Author? {
            willSet { print("before") }
            didSet(old) {
              // Only a change.
              if old !== author { changeCount += 1 }
              save()
            }
              @storageRestrictions(initializes: _author)
              init(initialValue) {
                _author = initialValue
              }

              get {
                _$modelRegistrar._access(self, \.author, number: 0)
                return _author
              }

              set {
                if _$modelRegistrar._beginWrite(number: 0) {
                  guard _ObservationModelChange.isChange(_author, newValue) else {
                    _author = newValue
                    return
                  }
                  _$modelRegistrar._willSet(self, \.author, number: 0)
                }
                _author = newValue
                _$modelRegistrar._didSet(self, \.author, number: 0)
              }

              _modify {
                let change = _$modelRegistrar._beginChangeInPlace(self, \.author, number: 0)
                defer {
                  _$modelRegistrar._endChangeInPlace(self, \.author, number: 0, change)
                }
                yield &_author
              }
          }

          private weak var _author: Author? {
            willSet {
              print("before")
            }
            didSet(old) {
              _$modelRegistrar._didStore(number: 0)
              if old !== author { changeCount += 1 }
              save()
            }
          }

          private let _$modelRegistrar = _ObservationModelRegistrar()

          internal nonisolated func access<_ModelMember>(
            keyPath: Swift.KeyPath<Document, _ModelMember>
          ) {
            _$modelRegistrar._access(self, keyPath: keyPath, numbers: Self._$modelNumbers)
          }

          internal nonisolated func withMutation<_ModelMember, _ModelResult>(
            keyPath: Swift.KeyPath<Document, _ModelMember>,
            _ mutation: () throws -> _ModelResult
          ) rethrows -> _ModelResult {
            try _$modelRegistrar._withMutation(of: self, keyPath: keyPath, numbers: Self._$modelNumbers, mutation)
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember: Swift.Equatable>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            comparingBy areEqual: @escaping (_ModelMember, _ModelMember) -> Swift.Bool,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, comparingBy: areEqual, name: name, file: file, line: line, column: column, compute
            )
          }

          private static func _$modelNumbers(of keyPath: Swift.PartialKeyPath<Document>) -> [Swift.Int] {
            switch keyPath {
            case \Document.author: return [0]
            default: return [_ObservationModelRegistrar._number(of: keyPath, after: 1)]
            }
          }
        }

        extension Document: nonisolated _ObservationModelObservable {}
        """#
    )
  }

  @Test func storedValuesAreDeclaredWithSpaces() {
    let expansion = Expansion(
      #"""
      @ObservableModel
      final class Document {
        var count:Int=0
        private weak var author:Author?{didSet(old){save()}}
        var title="" // Its title.
      }
      """#
    )
    let stored = expansion.source.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
      .filter { $0.contains("var _") || $0.hasPrefix("didSet") }
    #expect(
      stored == [
        "private var _count:Int = 0", "private weak var _author:Author? {", "didSet(old) {",
        "private var _title = \"\"",
      ]
    )
  }

  @Test func unobservedPropertiesAreKept() {
    expectExpansion(
      of: #"""
        @ObservableModel
        class Document: Base {
          let id: Int
          static var count = 0
          class var kind: String { "" }
          var isEmpty: Bool { true }
          var length: Int { get { 0 } set {} }
          override var name: String { didSet { save() } }
          @ObservationIgnored var cache = 0
        }
        """#,
      to: #"""
        class Document: Base {
          let id: Int
          static var count = 0
          class var kind: String { "" }
          var isEmpty: Bool { true }
          var length: Int { get { 0 } set {} }
          override var name: String { didSet { save() } }
          @ObservationIgnored var cache = 0

          private let _$modelRegistrar = _ObservationModelRegistrar()

          internal nonisolated func access<_ModelMember>(
            keyPath: Swift.KeyPath<Document, _ModelMember>
          ) {
            _$modelRegistrar._access(self, keyPath: keyPath, numbers: Self._$modelNumbers)
          }

          internal nonisolated func withMutation<_ModelMember, _ModelResult>(
            keyPath: Swift.KeyPath<Document, _ModelMember>,
            _ mutation: () throws -> _ModelResult
          ) rethrows -> _ModelResult {
            try _$modelRegistrar._withMutation(of: self, keyPath: keyPath, numbers: Self._$modelNumbers, mutation)
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember: Swift.Equatable>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            comparingBy areEqual: @escaping (_ModelMember, _ModelMember) -> Swift.Bool,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, comparingBy: areEqual, name: name, file: file, line: line, column: column, compute
            )
          }

          private static func _$modelNumbers(of keyPath: Swift.PartialKeyPath<Document>) -> [Swift.Int] {
            switch keyPath {
            default: return [_ObservationModelRegistrar._number(of: keyPath, after: 0)]
            }
          }
        }

        extension Document: nonisolated _ObservationModelObservable {}
        """#
    )
  }

  @Test func propertiesUnderConditionsKeepTheirNumbers() {
    expectExpansion(
      of: #"""
        @available(macOS 26, *)
        @ObservableModel
        class Document {
          #if os(iOS)
            var touch = 0
          #elseif os(macOS)
            var touch = 1
            @MainActor var click = 1
          #endif
          @available(*, deprecated) var `class` = 1
        }
        """#,
      to: #"""
        @available(macOS 26, *)
        class Document {
          #if os(iOS)
            var touch = 0
          #elseif os(macOS)
            var touch = 1
            @MainActor var click = 1
          #endif
          @available(*, deprecated)
          var `class` {
            @storageRestrictions(initializes: _class)
            init(initialValue) {
              _class = initialValue
            }
            get {
              _$modelRegistrar._access(self, \.`class`, number: 2)
              return _class
            }
            set {
              if _$modelRegistrar._beginWrite(number: 2) {
                guard _ObservationModelChange.isChange(_class, newValue) else {
                  _class = newValue
                  return
                }
                _$modelRegistrar._willSet(self, \.`class`, number: 2)
              }
              _class = newValue
              _$modelRegistrar._didSet(self, \.`class`, number: 2)
            }
            _modify {
              let change = _$modelRegistrar._beginChangeInPlace(self, \.`class`, number: 2)
              defer {
                _$modelRegistrar._endChangeInPlace(self, \.`class`, number: 2, change)
              }
              yield &_class
            }
          }

          private var _class = 1

          private let _$modelRegistrar = _ObservationModelRegistrar()

          internal nonisolated func access<_ModelMember>(
            keyPath: Swift.KeyPath<Document, _ModelMember>
          ) {
            _$modelRegistrar._access(self, keyPath: keyPath, numbers: Self._$modelNumbers)
          }

          internal nonisolated func withMutation<_ModelMember, _ModelResult>(
            keyPath: Swift.KeyPath<Document, _ModelMember>,
            _ mutation: () throws -> _ModelResult
          ) rethrows -> _ModelResult {
            try _$modelRegistrar._withMutation(of: self, keyPath: keyPath, numbers: Self._$modelNumbers, mutation)
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember: Swift.Equatable>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, name: name, file: file, line: line, column: column, compute
            )
          }

          internal nonisolated func derived<_ModelMember>(
            _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<Document, _ModelMember>,
            comparingBy areEqual: @escaping (_ModelMember, _ModelMember) -> Swift.Bool,
            name: Swift.StaticString = #function,
            file: Swift.StaticString = #fileID,
            line: Swift.UInt = #line,
            column: Swift.UInt = #column,
            _ compute: () -> _ModelMember
          ) -> _ModelMember {
            _$modelRegistrar._derived(
              owner: self, keyPath, comparingBy: areEqual, name: name, file: file, line: line, column: column, compute
            )
          }

          private static func _$modelNumbers(of keyPath: Swift.PartialKeyPath<Document>) -> [Swift.Int] {
            switch keyPath {
            #if os(iOS)
            case \Document.touch: return [0]
            #endif
            #if os(iOS)
            #elseif os(macOS)
            case \Document.touch: return [0]
            #endif
            default: return [1, 2, _ObservationModelRegistrar._number(of: keyPath, after: 3)]
            }
          }
        }

        @available(macOS 26, *)
        extension Document: nonisolated _ObservationModelObservable {}
        """#
    )
  }

  @Test func membersWrittenByHandAreKept() {
    expectExpansion(
      of: #"""
        @ObservableModel
        class Document {
          func access<Member>(keyPath: KeyPath<Document, Member>) {}
          func derived<Member>(_ keyPath: KeyPath<Document, Member>, _ compute: () -> Member) -> Member { compute() }
          func withMutation<Member, Result>(keyPath: KeyPath<Document, Member>, _ body: () throws -> Result) rethrows -> Result {
            try body()
          }
        }
        """#,
      to: #"""
        class Document {
          func access<Member>(keyPath: KeyPath<Document, Member>) {}
          func derived<Member>(_ keyPath: KeyPath<Document, Member>, _ compute: () -> Member) -> Member { compute() }
          func withMutation<Member, Result>(keyPath: KeyPath<Document, Member>, _ body: () throws -> Result) rethrows -> Result {
            try body()
          }

          private let _$modelRegistrar = _ObservationModelRegistrar()
        }

        extension Document: nonisolated _ObservationModelObservable {}
        """#
    )
  }

  @Test func theKeysOfACodableModelAreThoseOfTheStoredValues() {
    let expansion = Expansion(
      #"""
      @ObservableModel
      final class Document: Codable {
        var title = ""
        let id: Int
        @ObservationIgnored var cache = 0, size: Int
        @ObservationIgnored lazy var number = 1
        static let count = 0
        var isEmpty: Bool { true }
        #if os(iOS)
          var touch = 0
        #else
          #if os(macOS)
            let `class` = 1
          #endif
        #endif
      }
      """#,
      with: codable
    )
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source.contains(
        #"""
          private enum CodingKeys: Swift.CodingKey {
            case _title
            case id
            case cache
            case size
            #if os(iOS)
            case _touch
            #endif
            #if os(iOS)
            #else
            #if os(macOS)
            case `class`
            #endif
            #endif
          }
        """#
      ),
      "\(expansion.source)"
    )
  }

  @Test(
    arguments: [
      "enum CodingKeys: CodingKey { case _title }",
      "typealias CodingKeys = Keys",
      "required init(from decoder: any Decoder) throws {}; func encode(to encoder: any Encoder) throws {}",
      "override func encode(to encoder: any Encoder) throws {}",
    ]
  )
  func keysOfItsOwnAreUsed(member: String) {
    let expansion = Expansion("@ObservableModel class Document: Codable { var title = \"\"; \(member) }", with: codable)
    #expect(expansion.diagnostics == [])
    #expect(!expansion.source.contains("private enum CodingKeys"))
  }

  @Test(arguments: ["@objc", "@IBInspectable @usableFromInline"])
  func aPropertyWithAnAttributeForItsUsersIsNamed(attributes: String) {
    let expansion = Expansion("@ObservableModel class Document { \(attributes) var title = 1 }")
    #expect(expansion.source.contains(#"case \Document.title"#), "\(expansion.source)")
    #expect(expansion.source.contains("return [_ObservationModelRegistrar._number"), "\(expansion.source)")
  }

  /// In Swift 6 mode, a method of the instance finds the numbers: the type may not be `Sendable`, as its parameters may not be. Whether the
  /// class is isolated doesn't matter.
  @Test(
    arguments: [
      "@ObservableModel class Box<Value: Hashable> { var value: Value }",
      "class Box<Value> { @ObservableModel class Inner { var value: Value? } }",
      "extension Box { @ObservableModel class Inner { var value: Value? } }",
      "@Store @ObservableModel class Box<Value> { var value: Value? }",
      "@MainActor @ObservableModel class Box<Value> { var value: Value? }",
    ]
  )
  func aGenericModelFindsNumbersByItself(source: String) {
    let expansion = Expansion(source)
    #expect(expansion.source.contains("numbers: _$modelNumbers)"), "\(expansion.source)")
    #expect(expansion.source.contains("private func _$modelNumbers("))
    #expect(expansion.source.contains("numbers: Self._$modelNumbers)"))
    #expect(expansion.source.contains("private static func _$modelNumbers("))
  }

  @Test func aClassThatIsObservableByItsSuperclassConformsOnce() {
    let inherited = ["ObservableModel": MacroSpec(type: ObservableModelMacro.self, conformances: [])]
    #expect(!Expansion("@ObservableModel class Letter: Document {}", with: inherited).source.contains("extension"))
  }

  /// A class that conforms to both protocols.
  private var codable: [String: MacroSpec] {
    ["ObservableModel": MacroSpec(type: ObservableModelMacro.self, conformances: ["_ObservationModelObservable"])]
  }
}
