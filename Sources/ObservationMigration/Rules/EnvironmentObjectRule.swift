import SwiftSyntax

/// `@EnvironmentObject` to `@Environment`.
enum EnvironmentObjectRule: Rule {
  static let id: RuleID = "environment-object"
  static let summary = "@EnvironmentObject becomes @Environment, .environmentObject becomes .environment."
  static let explanation = """
    Bindings, `$model.name`, are made with a local `@Bindable var model = model` at the start of the view's body, elsewhere with
    `Bindable(model).name`.

    An object reaches the views below it by its static type, as before. Where nothing tells the type of what
    `.environmentObject(…)` is given, the types that views take from the environment need a decision: declare it.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import SwiftUI

    final class Account: ObservableObject {
      @Published var name = ""
    }

    struct AccountView: View {
      @EnvironmentObject private var account: Account

      var body: some View {
        TextField("Name", text: $account.name)
      }
    }

    #Preview {
      AccountView().environmentObject(Account())
    }

    """
  static let after = """
    import SwiftUI

    @Observable
    final class Account {
      var name = ""
    }

    struct AccountView: View {
      @Environment(Account.self) private var account

      var body: some View {
        @Bindable var account = account
        TextField("Name", text: $account.name)
      }
    }

    #Preview {
      AccountView().environment(Account())
    }

    """

  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard let attribute = node.attributes.attribute("EnvironmentObject"),
      let property = ViewProperty(node, id, inspection)
    else { return }
    guard let types = property.types, let annotation = property.binding.typeAnnotation else {
      return inspection.decide(self, at: attribute, of: inspection.models.candidates, property.needsType)
    }
    guard !types.isEmpty else { return }
    let name = property.binding.pattern
    let type = inspection.text(annotation.type)
    let untracking = inspection.untracking(node, of: id, self)
    let edits = [
      inspection.replacing(attribute.attributeName, with: "Environment(\(type).self)", self),
      Edit(range: name.utf8Range.upperBound..<annotation.utf8Range.upperBound, replacement: "", rule: self.id),
    ]
    inspection.change(
      self,
      at: attribute,
      of: types + untracking.subjects,
      untracking.edits + edits,
      isFromEnvironment(property.name, type)
    )
  }

  /// In a function, a closure or a preview.
  static func inspectLocal(_ node: VariableDeclSyntax, _ inspection: Inspection) {
    guard let variable = LocalWrapper(node, "EnvironmentObject", inspection),
      let types = WrapperTypeRule.types(of: variable, self, inspection)
    else { return }
    inspection.decide(self, at: variable.attribute, of: types, isLocal(variable.name))
  }

  /// `.environmentObject(model)`
  static func inspect(_ node: FunctionCallExprSyntax, _ inspection: Inspection) {
    guard let callee = node.calleeName, callee.baseName.text == "environmentObject", node.arguments.count == 1,
      let object = node.arguments.first?.expression
    else { return }
    guard let types = inspection.modelTypes(in: inspection.type(of: object)) else {
      return inspection.decide(
        self,
        at: callee,
        of: inspection.models.inEnvironment,
        isOfUnknownType(inspection.text(object))
      )
    }
    guard !types.isEmpty else { return }
    let edit = inspection.replacing(callee, with: "environment", self)
    inspection.change(self, at: callee, of: types, [edit], isGiven)
  }

  /// `$model.name` of such a property.
  static func bind(_ node: ExprSyntax, _ property: String, of types: [TypeSymbol.ID], _ inspection: Inspection) {
    let isHidden = inspection.names.isLocal(property)
    if !isHidden, node.is(DeclReferenceExprSyntax.self), let body = builderBody(around: Syntax(node)),
      let first = body.statements.first, let brace = body.brace,
      inspection.source.isFirstInLine(first.startOffset)
    {
      let key = Inspection.BoundMember(member: brace.id, property: property)
      guard inspection.boundMembers.insert(key).inserted else { return }
      let text =
        inspection.source.indentation(at: first.startOffset) + "@Bindable var \(property) = \(property)"
        + inspection.source.newline
      // After the brace's line, so that comments before the first statement stay with it.
      let start = inspection.source.nextLineStart(of: brace.startOffset)
      inspection.change(self, at: node, of: types, [inspection.inserting(text, at: start, self)], isBound(property))
    } else {
      let edit = inspection.replacing(node, with: "Bindable(\(isHidden ? "self." : "")\(property))", self)
      inspection.change(self, at: node, of: types, [edit], isBound(property))
    }
  }

  /// The view builder that a member of a view is made of.
  private static func builderBody(
    around node: Syntax
  ) -> (statements: CodeBlockItemListSyntax, brace: TokenSyntax?)? {
    var current: Syntax? = node
    var body: (CodeBlockItemListSyntax, TokenSyntax?)?
    while let syntax = current, !syntax.is(MemberBlockItemSyntax.self) {
      if let block = syntax.as(AccessorBlockSyntax.self), case .getter(let statements) = block.accessors {
        body = (statements, block.leftBrace)
      } else if let block = syntax.as(CodeBlockSyntax.self), syntax.parent?.is(FunctionDeclSyntax.self) == true {
        body = (block.statements, block.leftBrace)
      }
      current = syntax.parent
    }
    guard let member = current?.as(MemberBlockItemSyntax.self)?.decl else { return nil }
    if let variable = member.as(VariableDeclSyntax.self) {
      let isBody = variable.bindings.first?.pattern.trimmedDescription == "body"
      return isBody || variable.attributes.attribute("ViewBuilder") != nil ? body : nil
    }
    if let function = member.as(FunctionDeclSyntax.self) {
      // `ViewModifier.body(content:)`
      return function.name.text == "body" || function.attributes.attribute("ViewBuilder") != nil ? body : nil
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// The name of what is called, with or without an object before it.
  var calleeName: DeclReferenceExprSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName ?? calledExpression.as(DeclReferenceExprSyntax.self)
  }
}

extension EnvironmentObjectRule {
  static let isGiven = "The object goes into the environment by its type."

  static func isFromEnvironment(_ property: String, _ type: String) -> String {
    "`\(property)` comes from `@Environment(\(type).self)`."
  }

  static func isLocal(_ variable: String) -> String {
    """
    `\(variable)` is no property of a view: write `@Environment(T.self) var \(variable)`, and `Bindable(\(variable)).name` for a \
    binding.
    """
  }

  static func isBound(_ property: String) -> String {
    "Bindings of `\(property)` are made by `Bindable`."
  }

  static func isOfUnknownType(_ expression: String) -> String {
    """
    The type of `\(expression)` is not known here, so that nothing that views take from the environment can be converted: put \
    it into a variable with its type.
    """
  }
}
