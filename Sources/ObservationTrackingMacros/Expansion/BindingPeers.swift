import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The declarations that are generated for the bindings of a method.
struct BindingPeers {
  private let method: TrackedMethod
  private let context: any MacroExpansionContext

  init(_ method: TrackedMethod, in context: some MacroExpansionContext) {
    self.method = method
    self.context = context
  }

  var declarations: [DeclSyntax] {
    method.bindings.flatMap { binding in
      method.place.isCancellable ? cancellable(binding) : plain(binding)
    }
  }

  // MARK: Kinds of places

  private func plain(_ binding: TrackedMethod.Binding) -> [DeclSyntax] {
    guard case .extension(let type) = method.place.kind else {
      let storage = BindingName.storage(binding.name)
      return [
        "private let \(raw: storage) = _ObservationBinding()",
        start(binding, access: "private ", holder: storage),
        pass(binding),
      ]
    }
    // Extensions can't hold anything. Methods may differ by their conditions alone.
    let conditions = method.conditions.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
    let holder = "ObservationTokens._of(self)[\"\\(#fileID) \(type)\(conditions).\(binding.name)\"]"
    return [start(binding, access: "private ", holder: holder), pass(binding)]
  }

  private func cancellable(_ binding: TrackedMethod.Binding) -> [DeclSyntax] {
    [
      start(binding, access: "", holder: "observationTokens[\"\(binding.name)\"]"),
      """
      \(raw: method.prefix)func \(raw: BindingName.cancelling(binding.name))()\(raw: method.conditions) {
        observationTokens.cancel("\(raw: binding.name)")
      }
      """,
      pass(binding),
    ]
  }

  // MARK: Methods

  private func start(_ binding: TrackedMethod.Binding, access: String, holder: String) -> DeclSyntax {
    """
    \(raw: method.prefix)\(raw: access)func \(raw: binding.name)()\(raw: method.conditions) {
      \(raw: holder).\(raw: method.isolation.observe)(self, at: .line(\(raw: line(of: binding)))) { $0.\(raw: binding.name)(in: $1) }
    }
    """
  }

  /// Where the statement stands: in generated code, `#line` is the line of the attribute.
  private func line(of binding: TrackedMethod.Binding) -> String {
    context.location(of: binding.item, at: .afterLeadingTrivia, filePathMode: .fileID)?.line.trimmedDescription
      ?? "#line"
  }

  private func pass(_ binding: TrackedMethod.Binding) -> DeclSyntax {
    """
    \(raw: method.prefix)private func \(raw: binding.name)(in pass: _ObservationPass)\(raw: method.conditions) {
    \(raw: statement(of: binding))
    }
    """
  }

  private func statement(of binding: TrackedMethod.Binding) -> String {
    let base = binding.item.indentation
    switch binding.statement {
    case .assignment(let target, let value):
      let target = Code(target.trimmedDescription, withoutIndentation: base).indented(by: "  ")
      let code = Code(value.text, withoutIndentation: value.indentation ?? base)
      return "\(target) = pass.tracking \(code.inBraces(indentation: "  "))"
    case .call(let call):
      return "  pass.tracking \(Code(call.trimmedDescription, withoutIndentation: base).inBraces(indentation: "  "))"
    case .controlFlow(let statement, _):
      return
        "  pass.tracking \(Code(statement.trimmedDescription, withoutIndentation: base).inBraces(indentation: "  "))"
    }
  }
}
