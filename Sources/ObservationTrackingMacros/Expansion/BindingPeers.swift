import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The declarations generated for a method's bindings.
struct BindingPeers {
  private let method: TrackedMethod
  private let function: FunctionDeclSyntax
  private let places: SourcePlaces
  private let names: GeneratedNames
  /// Attributes and modifiers for the isolation and availability of the method, each with a blank behind it.
  private let prefix: String
  /// The constraints of the generic parameters, with a blank in front.
  private let conditions: String

  init(_ method: TrackedMethod, _ function: FunctionDeclSyntax, in context: some MacroExpansionContext) {
    self.method = method
    self.function = function
    places = SourcePlaces(context)
    names = GeneratedNames(of: function, in: method.place)
    prefix = function.availabilityAndIsolation(method.globalActor)
    conditions = function.conditionsOfTheType
  }

  var declarations: [DeclSyntax] {
    method.bindings.flatMap { binding in
      method.place.isCancellable ? cancellable(binding) : plain(binding)
    }
  }

  // MARK: Kinds of places

  private func plain(_ binding: TrackedMethod.Binding) -> [DeclSyntax] {
    guard case .extension(let type) = method.place.kind else {
      let storage = names.storage(of: binding)
      return [
        "private let \(raw: storage) = \(raw: GeneratedType.binding)()",
        start(binding, access: "private ", holder: storage),
        pass(binding),
      ]
    }
    // Extensions can't hold anything.
    let key = "\\(#fileID) \(type.filter { !$0.isNewline }).\(names.label).\(binding.name)"
    return [
      start(binding, access: "private ", holder: "\(GeneratedType.tokens)._of(self)._binding(\"\(key)\")"),
      pass(binding),
    ]
  }

  private func cancellable(_ binding: TrackedMethod.Binding) -> [DeclSyntax] {
    [
      start(binding, access: "", holder: "observationTokens._binding(\"\(binding.name)\")"),
      """
      \(raw: prefix)func \(raw: BindingName.cancelling(binding.name))()\(raw: conditions) {
        observationTokens.cancel("\(raw: binding.name)")
      }
      """,
      pass(binding),
    ]
  }

  // MARK: Methods

  private func start(_ binding: TrackedMethod.Binding, access: String, holder: String) -> DeclSyntax {
    """
    \(raw: prefix)\(raw: access)func \(raw: binding.name)(\(raw: names.parameterOfStart))\(raw: conditions) {
      \(raw: holder).\(raw: method.isolation.observe)(self, at: .line(\(raw: line(of: binding)))) { $0.\(raw: binding.name)(\(raw: names.label): $1) }
    }
    """
  }

  /// Where the statement stands: in generated code, `#line` is the line of the attribute.
  private func line(of binding: TrackedMethod.Binding) -> String {
    places.line(of: binding.item) ?? "#line"
  }

  private func pass(_ binding: TrackedMethod.Binding) -> DeclSyntax {
    let pass = binding.statement.code.freeName("pass")
    let parameter = names.label == pass ? pass : "\(names.label) \(pass)"
    return """
      \(raw: prefix)private func \(raw: binding.name)(\(raw: parameter): \(raw: GeneratedType.pass))\(raw: conditions) {
      \(raw: statement(of: binding, in: pass))
      }
      """
  }

  private func statement(of binding: TrackedMethod.Binding, in pass: String) -> String {
    let base = binding.item.indentation
    switch binding.statement.form {
    case .assignment(let target, let value):
      let sides = "\(function.moving(target, places).trimmedDescription) \(value.sign)"
      if let closure = value.closure {
        return assignment(of: closure, to: sides, binding, in: pass)
      }
      let lines = String(repeating: "\n", count: value.linesBefore)
      let code = Code(
        lines.isEmpty ? text(of: value) : lines + value.indentation(base) + text(of: value),
        withoutIndentation: base
      )
      // A debugger doesn't find the lines of an autoclosure, but does find those of an inner closure; nor can an `if`
      // be an argument.
      let isClosure = value.isBranching || !code.isOneLine
      let (start, end) = isClosure ? (lines.isEmpty ? "value({ " : "value({", " }())") : ("value(", ")")
      let target = Code(sides, withoutIndentation: base).indented(by: "  ")
      return places.keep("\(target) \(pass).\(start)\(code.continued(by: "  "))\(end)", at: binding.item)
    case .whole(let statement):
      let moved = EarlyReading(in: pass, binding.locals).rewrite(function.moving(statement, places))
      let code = Code(moved.trimmedDescription, withoutIndentation: base)
      if code.isOneLine { return places.keep("  \(pass).tracking { \(code.indented(by: "")) }", at: statement) }
      return "  \(pass).tracking {\n\(places.keep(code.indented(by: "    "), at: statement))\n  }"
    }
  }

  // The closure stays in its place, because only there its type follows from the target. So its captures are evaluated
  // before; not before the left side, however, which may be nil.
  /// The assignment of a closure: the binding depends on the reads of the capture list.
  private func assignment(
    of closure: ClosureExprSyntax,
    to sides: String,
    _ binding: TrackedMethod.Binding,
    in pass: String
  ) -> String {
    let base = binding.item.indentation
    let name = binding.statement.code.freeName("captures")
    let captures = closure.captures(namedBy: name)
    let values = captures.values.map { function.moving($0, places).trimmedDescription }.joined(separator: ", ")
    let value = captures.values.count == 1 ? values : "(\(values))"
    let variable = Code("lazy var \(name) = \(pass).value(\(value))", withoutIndentation: base)
    let moved = function.moving(closure, places).with(\.signature!.capture, captures.clause)
    let assignment = Code("\(sides) \(moved.trimmedDescription)", withoutIndentation: base)
    return """
      \(places.keep(variable.indented(by: "  "), at: captures.first))
      \(places.keep(assignment.indented(by: "  "), at: binding.item))
      """
  }

  /// The text of a right side, without surrounding trivia.
  private func text(of value: AssignedValue) -> String {
    var operands = value.operands.map { function.moving($0, places) }
    operands[0] = operands[0].with(\.leadingTrivia, [])
    operands[operands.count - 1] = operands[operands.count - 1].with(\.trailingTrivia, [])
    return operands.map(\.description).joined()
  }
}

extension FunctionDeclSyntax {
  fileprivate func availabilityAndIsolation(_ globalActor: AttributeSyntax?) -> String {
    let availability = attributes.plain.filter { $0.baseName == "available" }.map(\.trimmedDescription)
    // `nonisolated(nonsending)` is for asynchronous functions alone.
    let nonisolated = modifiers.filter(\.isNonisolated).map(\.name.text)
    return (availability + [globalActor].compactMap { $0?.trimmedDescription } + nonisolated).map { $0 + " " }.joined()
  }

  /// Further requirements of the bindings; conditions on the method's own parameters don't matter.
  fileprivate var conditionsOfTheType: String {
    let own = Set(genericParameterClause?.parameters.map(\.name.identifierText) ?? [])
    let conditions = genericWhereClause?.requirements.filter { requirement in
      !requirement.tokens(viewMode: .sourceAccurate).contains { own.contains($0.identifierText) }
    }
    guard let conditions, !conditions.isEmpty else { return "" }
    return " where " + conditions.map { $0.requirement.trimmedDescription }.joined(separator: ", ")
  }
}
