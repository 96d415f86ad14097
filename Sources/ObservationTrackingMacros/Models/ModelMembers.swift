import SwiftSyntax
import SwiftSyntaxBuilder

/// The declarations that are added to a class marked with `@ObservableModel`.
struct ModelMembers {
  /// Its own name at each level of a hierarchy; other than that of the standard library's macro, which a superclass may have.
  static let registrar = "_$modelRegistrar"
  private static let numbers = "_$modelNumbers"

  private let model: ModelClass
  private let conformances: Set<String>
  private let mayBeGeneric: Bool

  /// - Parameters:
  ///   - model: The class.
  ///   - conformances: Those of `Decodable` and `Encodable` that the class has.
  ///   - mayBeGeneric: Whether it may have generic parameters, its own or those of a type around it.
  init(_ model: ModelClass, conformances: Set<String>, mayBeGeneric: Bool) {
    self.model = model
    self.conformances = conformances
    self.mayBeGeneric = mayBeGeneric
  }

  var declarations: [DeclSyntax] {
    var members = [registrar]
    let hasAccess = model.declaresMethod("access", "keyPath")
    let hasMutation = model.declaresMethod("withMutation", "keyPath")
    if !hasAccess { members.append(access) }
    if !hasMutation { members.append(withMutation) }
    if model.generatesDerived { members += derived }
    if !hasAccess || !hasMutation { members += numbers }
    if model.hasTrackedProperty { members += namesOfTrackedProperties }
    if let keys = ModelCodingKeys(model, conformances: conformances).declaration { members.append(keys) }
    return members
  }

  private var name: String { model.declaration.name.trimmedDescription }

  private var registrar: DeclSyntax {
    "private let \(raw: Self.registrar) = \(raw: GeneratedType.modelRegistrar)()"
  }

  /// What the expansion of the standard library's macro for properties uses: without it, the error about that macro would be followed by others.
  private var namesOfTrackedProperties: [DeclSyntax] {
    [
      "private let _$observationRegistrar = \(raw: GeneratedType.modelRegistrar)()",
      "private nonisolated func shouldNotifyObservers<_ModelMember>(_: _ModelMember, _: _ModelMember) -> Swift.Bool { true }",
    ]
  }

  // MARK: By hand

  /// As the standard library's macro has it.
  private var access: DeclSyntax {
    """
    internal nonisolated func access<_ModelMember>(
      keyPath: Swift.KeyPath<\(raw: name), _ModelMember>
    ) {
    \(raw: withNumbers { "  \(Self.registrar)._access(self, keyPath: keyPath, numbers: \($0))" })
    }
    """
  }

  private var withMutation: DeclSyntax {
    """
    internal nonisolated func withMutation<_ModelMember, _ModelResult>(
      keyPath: Swift.KeyPath<\(raw: name), _ModelMember>,
      _ mutation: () throws -> _ModelResult
    ) rethrows -> _ModelResult {
    \(raw: withNumbers { "  try \(Self.registrar)._withMutation(of: self, keyPath: keyPath, numbers: \($0), mutation)" })
    }
    """
  }

  /// As the registrar has them: of any values, of such as can be compared, and with a comparison.
  private var derived: [DeclSyntax] {
    [("", "", ""), (": Swift.Equatable", "", ""), ("", Self.comparison, "comparingBy: areEqual, ")].map {
      constraint,
      parameter,
      argument in
      """
      internal nonisolated func derived<_ModelMember\(raw: constraint)>(
        _ keyPath: @autoclosure @escaping () -> Swift.KeyPath<\(raw: name), _ModelMember>,
        \(raw: parameter)name: Swift.StaticString = #function,
        file: Swift.StaticString = #fileID,
        line: Swift.UInt = #line,
        column: Swift.UInt = #column,
        _ compute: () -> _ModelMember
      ) -> _ModelMember {
        \(raw: Self.registrar)._derived(
          owner: self, keyPath, \(raw: argument)name: name, file: file, line: line, column: column, compute
        )
      }
      """
    }
  }

  private static let comparison = "comparingBy areEqual: @escaping (_ModelMember, _ModelMember) -> Swift.Bool,\n  "

  /// Code that is given the function below.
  ///
  /// Where the compiler infers from what a function captures whether it's `Sendable`, as in Swift 6 mode, it warns about a function of a type
  /// whose generic parameters aren't `Sendable`; elsewhere about a method of an isolated instance. A class's source doesn't show whether it
  /// is isolated.
  private func withNumbers(_ code: (String) -> String) -> String {
    let ofType = code("Self.\(Self.numbers)")
    guard mayBeGeneric else { return ofType }
    return ["#if hasFeature(InferSendableFromCaptures)", code(Self.numbers), "#else", ofType, "#endif"].joined(
      separator: "\n"
    )
  }

  /// Which of the observed properties a key path leads to: of those that can't be named, it may be any.
  ///
  /// Isolated as the class is, because only there its key paths can be written.
  private var numbers: [DeclSyntax] {
    let cases = model.properties.compactMap { member, property -> [String]? in
      guard property.canBeNamed, let number = model.number(of: property) else { return nil }
      return member.conditions.enclosing(["case \\\(name).\(property.name.text): return [\(number)]"])
    }
    let unnamed = model.properties.map(\.property).filter { !$0.canBeNamed }
    let others =
      Set(unnamed.compactMap(model.number)).sorted().map(String.init)
      + ["\(GeneratedType.modelRegistrar)._number(of: keyPath, after: \(model.count))"]
    let lines = cases.flatMap { $0 } + ["default: return [\(others.joined(separator: ", "))]"]
    let head = "func \(Self.numbers)(of keyPath: Swift.PartialKeyPath<\(name)>) -> [Swift.Int]"
    let ofType: DeclSyntax = """
      private static \(raw: head) {
        switch keyPath {
      \(raw: lines.map { "  \($0)" }.joined(separator: "\n"))
        }
      }
      """
    guard mayBeGeneric else { return [ofType] }
    return [ofType, "private \(raw: head) { Self.\(raw: Self.numbers)(of: keyPath) }"]
  }
}

extension [ClassMember.Condition] {
  /// Lines that are compiled under these conditions.
  func enclosing(_ lines: [String]) -> [String] {
    reversed().reduce(lines) { $1.heads + $0 + ["#endif"] }
  }
}
