import SwiftSyntax

/// A declaration marked with `@CancellableObservation`.
struct CancellableClass {
  /// The declaration with the attribute.
  let group: any DeclGroupSyntax
  let attribute: AttributeSyntax
  /// The declaration as a class.
  let declaration: ClassDeclSyntax?
  let members: [ClassMember]
  /// Whether a superclass is marked, too, and so has the added members.
  let extendsAnother: Bool
  /// Whether bindings pause while the view of the controller is not shown.
  let followsScreen: Bool
  /// Whether there may be methods to override for that.
  var overridesScreenMethods: Bool { followsScreen && declaration?.inheritanceClause != nil }
  /// The argument of `screen:`, if it can't be read.
  let unreadableScreen: ExprSyntax?

  init(
    _ group: some DeclGroupSyntax,
    attribute: AttributeSyntax,
    extendsAnother: Bool = false,
    lexicalContext: [Syntax]
  ) {
    self.extendsAnother = extendsAnother
    self.group = group
    self.attribute = attribute
    declaration = group.as(ClassDeclSyntax.self)
    let screen = attribute.argument("screen")
    let literal = screen?.as(BooleanLiteralExprSyntax.self)
    unreadableScreen = literal == nil ? screen : nil
    followsScreen = declaration != nil && literal?.literal.tokenKind == .keyword(.true)
    members =
      declaration.map { ClassMember.all(of: $0, BindingPlace([Syntax($0)] + lexicalContext)) } ?? []
  }
}
