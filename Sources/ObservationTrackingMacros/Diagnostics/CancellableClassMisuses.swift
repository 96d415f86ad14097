import SwiftDiagnostics
import SwiftSyntax

/// What is wrong with a use of `@CancellableObservation`, each thing at its token.
struct CancellableClassMisuses {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var haveReservedNames = false

  private mutating func add(_ misuse: Misuse, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
    diagnostics.append(Diagnostic(node: Syntax(node), message: misuse, fixIts: fixIt.map { [$0] } ?? []))
  }

  mutating func check(notAClass group: some DeclGroupSyntax, _ attribute: AttributeSyntax) {
    add(.notAClass(group.kindInWords), at: attribute, fixIt: Correction.remove(attribute, from: group))
  }

  mutating func check(unreadable screen: ExprSyntax) {
    add(.unreadableScreen, at: screen, fixIt: Correction.replace(screen, with: "true"))
  }

  /// Looks for names that are taken.
  mutating func check(
    _ declaration: ClassDeclSyntax,
    _ methods: [(function: FunctionDeclSyntax, tracked: TrackedMethod)]
  ) {
    let names = declaration.memberBlock.members.flatMap { $0.decl.namesWithoutParameters }
    for name in names where CancellableClass.addedNames.contains(name.identifierText) {
      haveReservedNames = true
      add(.reservedName(name.identifierText), at: name, fixIt: renaming(name))
    }
    var generated: Set<String> = []
    for method in methods {
      for binding in method.tracked.bindings {
        if !generated.insert(binding.name).inserted {
          add(.nameGeneratedTwice(binding.name), at: binding.statement.named)
        }
      }
    }
    generated.formUnion(generated.map(BindingName.cancelling))
    for name in names where generated.contains(name.identifierText) {
      add(.nameExists(name.identifierText), at: name, fixIt: renaming(name))
    }
  }

  private func renaming(_ name: TokenSyntax) -> FixIt {
    Correction.replace(name, with: name.identifierText + "ByHand")
  }
}

extension DeclSyntax {
  /// The names that a declaration takes, as far as a method without parameters could collide with them.
  fileprivate var namesWithoutParameters: [TokenSyntax] {
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.signature.parameterClause.parameters.isEmpty ? [function.name] : []
    }
    return self.as(VariableDeclSyntax.self)?.bindings.compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier
    } ?? []
  }
}
