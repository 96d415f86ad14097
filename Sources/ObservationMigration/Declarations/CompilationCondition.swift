import SwiftSyntax

/// When code is compiled, as the surrounding `#if`s say: one of several cases, each with all of its settings.
struct CompilationCondition: Sendable, Hashable {
  struct Setting: Sendable, Hashable {
    /// `os(iOS)`
    let name: String
    let isOn: Bool

    fileprivate func excludes(_ other: Setting) -> Bool {
      if name == other.name { return isOn != other.isOn }
      guard isOn, other.isOn else { return false }
      if name.hasPrefix("os("), other.name.hasPrefix("os(") { return true }
      return Set([name, other.name]) == ["canImport(AppKit)", "canImport(UIKit)"]
    }
  }

  /// Code outside of any `#if` has one case, without settings.
  private(set) var cases: [Set<Setting>] = [[]]

  init() {}

  /// The condition of all `#if`s around a declaration.
  init(around node: some SyntaxProtocol) {
    for clause in node.ancestors.lazy.compactMap({ $0.as(IfConfigClauseSyntax.self) }) {
      // The clauses before this clause are off.
      let clauses = clause.parent?.as(IfConfigClauseListSyntax.self)
      for other in clauses?.prefix(while: { $0.id != clause.id }) ?? [] { add(other.condition, isOn: false) }
      add(clause.condition, isOn: true)
    }
  }

  /// Whether the two are never compiled together.
  func excludes(_ other: CompilationCondition) -> Bool {
    cases.allSatisfy { one in
      other.cases.allSatisfy { two in one.contains { setting in two.contains { setting.excludes($0) } } }
    }
  }

  private mutating func add(_ condition: ExprSyntax?, isOn: Bool) {
    guard let condition else { return }
    cases = Self.products(cases, Self.cases(of: condition, isOn))
  }

  private static func products(_ one: [Set<Setting>], _ two: [Set<Setting>]) -> [Set<Setting>] {
    // So complicated a condition excludes nothing.
    one.count * two.count > 64 ? [[]] : one.flatMap { first in two.map { first.union($0) } }
  }

  private static func cases(of expression: ExprSyntax, _ isOn: Bool) -> [Set<Setting>] {
    switch expression.as(ExprSyntaxEnum.self) {
    case .prefixOperatorExpr(let prefix) where prefix.operator.text == "!": return cases(of: prefix.expression, !isOn)
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      return cases(of: tuple.elements.first!.expression, isOn)
    case .sequenceExpr(let sequence): return cases(of: Array(sequence.elements), isOn)
    default: return [[Setting(name: String(expression.trimmedText.filter { !$0.isWhitespace }), isOn: isOn)]]
    }
  }

  /// Operands with `||` and `&&` between them.
  private static func cases(of elements: [ExprSyntax], _ isOn: Bool) -> [Set<Setting>] {
    for name in ["||", "&&"] {
      guard
        let index = elements.firstIndex(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == name })
      else { continue }
      let (left, right) = (cases(of: Array(elements[..<index]), isOn), cases(of: Array(elements[(index + 1)...]), isOn))
      return (name == "||") == isOn ? left + right : products(left, right)
    }
    return elements.count == 1 ? cases(of: elements[0], isOn) : [[]]
  }
}
