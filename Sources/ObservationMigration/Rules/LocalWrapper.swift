import SwiftSyntax

/// A variable in a function, a closure or a preview that has a wrapper of views, and the models in its type.
struct LocalWrapper {
  let name: String
  let attribute: AttributeSyntax
  /// Nil where the type is not known; empty where it is none of the migration's.
  let types: [TypeSymbol.ID]?
  /// `$name` is used to make bindings.
  let isProjected: Bool
  /// In a preview, with `@Previewable`, which goes with a wrapper only.
  let isPreviewable: Bool
  /// The first place that uses `_name`, or `$name` as a whole: a wrapper of another type afterwards.
  let use: TokenSyntax?

  /// Nil unless the declaration is one variable with that wrapper.
  ///
  /// Names are looked up as they are before the declaration.
  init?(_ node: VariableDeclSyntax, _ wrapper: String, _ walk: Walk) {
    guard let attribute = node.attributes.attribute(wrapper), node.bindings.count == 1,
      let binding = node.bindings.first,
      let name = binding.name?.identifierText
    else { return nil }
    self.name = name
    self.attribute = attribute
    isPreviewable = node.attributes.attribute("Previewable") != nil
    let type: ResolvedType =
      if let annotation = binding.typeAnnotation?.type {
        walk.names.resolve(TypeReference(annotation))
      } else {
        binding.initializer.map { walk.origin(of: $0.value) } ?? .unknown
      }
    types = type == .elsewhere ? [] : walk.modelTypes(in: type)
    let tokens = node.parent?.parent.map { Array($0.tokens(viewMode: .sourceAccurate)) } ?? []
    let projections = tokens.filter { $0.text == "$" + name }
    isProjected = !projections.isEmpty
    use = tokens.first { $0.text == "_" + name } ?? projections.first { !$0.isBaseOfBinding }
  }

}

extension TokenSyntax {
  /// Whether it's the `$model` of `$model.name`.
  fileprivate var isBaseOfBinding: Bool {
    guard let reference = parent?.as(DeclReferenceExprSyntax.self),
      let access = reference.parent?.as(MemberAccessExprSyntax.self), access.base?.id == ExprSyntax(reference).id
    else { return false }
    return !["projectedValue", "wrappedValue"].contains(access.declName.baseName.text)
  }
}
