import SwiftSyntax
import SwiftSyntaxBuilder

/// The declarations added to a class marked with `@ObservableModel`.
struct ModelMembers {
  /// A unique name at each level of a hierarchy, unlike the name in the standard library's macro, which a superclass
  /// may use.
  static let registrar = "_$modelRegistrar"
  private static let numbers = "_$modelNumbers"

  private let model: ModelClass
  private let conformances: Set<String>
  private let mayBeGeneric: Bool

  /// - Parameters:
  ///   - model: The class.
  ///   - conformances: The conformances of the class to `Decodable` and `Encodable`.
  ///   - mayBeGeneric: Whether there may be generic parameters, of the class or of an enclosing type.
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

  /// Members for the standard library's macro for properties: without them, the error about this macro would lead to
  /// others.
  private var namesOfTrackedProperties: [DeclSyntax] {
    [
      "private let _$observationRegistrar = \(raw: GeneratedType.modelRegistrar)()",
      "private nonisolated func shouldNotifyObservers<_ModelMember>(_: _ModelMember, _: _ModelMember) -> Swift.Bool { true }",
    ]
  }

  // MARK: By hand

  /// As in the standard library's macro.
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

  /// As in the registrar: for all values, for equatable ones, and with a comparison.
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

  /// Code with the function below as its argument.
  ///
  /// If the compiler infers from captures whether a function is `Sendable`, as in Swift 6 mode, it warns about a
  /// function of a type with generic parameters that aren't `Sendable`; otherwise about a method of an isolated
  /// instance. A class's source doesn't show its isolation.
  private func withNumbers(_ code: (String) -> String) -> String {
    let ofType = code("Self.\(Self.numbers)")
    guard mayBeGeneric else { return ofType }
    return ["#if hasFeature(InferSendableFromCaptures)", code(Self.numbers), "#else", ofType, "#endif"].joined(
      separator: "\n"
    )
  }

  /// The observed property that a key path leads to. Key paths to properties without a usable name may lead to any of
  /// these properties.
  ///
  /// Isolated like the class, because key paths to its properties are only valid there.
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
  /// Lines compiled under these conditions.
  func enclosing(_ lines: [String]) -> [String] {
    reversed().reduce(lines) { $1.heads + $0 + ["#endif"] }
  }
}
