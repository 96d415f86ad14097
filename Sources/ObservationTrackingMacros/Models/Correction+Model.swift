import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension Correction {
  /// Leaves the properties of a declaration out.
  static func ignore(_ declaration: VariableDeclSyntax) -> FixIt {
    var new = declaration
    new.leadingTrivia = []
    let ignored: AttributeSyntax = "@ObservationIgnored"
    new.attributes = [.attribute(ignored.with(\.trailingTrivia, .space))] + new.attributes
    new.leadingTrivia = declaration.leadingTrivia
    return FixIt(
      message: Correction(message: "Add '@ObservationIgnored'"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(new))]
    )
  }

  /// Gives each property a declaration of its own, on a line of its own.
  static func separate(_ declaration: VariableDeclSyntax) -> FixIt? {
    let head = declaration.with(\.bindings, []).with(\.leadingTrivia, []).description
    let bindings = Array(declaration.bindings)
    let declarations = bindings.indices.map { index in
      var binding = bindings[index].with(\.trailingComma, nil)
      // The last type applies to all preceding names, too.
      if binding.typeAnnotation == nil, binding.initializer == nil {
        binding.typeAnnotation = bindings[index...].lazy.compactMap(\.typeAnnotation).first
      }
      return head + binding.trimmedDescription
    }
    let before = declaration.leadingTrivia.description
    let separator =
      "\n" + before[(before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex)...]
    let new: DeclSyntax = "\(raw: declarations.joined(separator: separator))"
    return FixIt(
      message: Correction(message: "Declare each property separately"),
      changes: [
        .replace(
          oldNode: Syntax(declaration),
          newNode: Syntax(
            new.with(\.leadingTrivia, declaration.leadingTrivia).with(\.trailingTrivia, declaration.trailingTrivia)
          )
        )
      ]
    )
  }
}
