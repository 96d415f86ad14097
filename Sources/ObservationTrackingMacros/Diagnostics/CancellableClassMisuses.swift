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

  /// Looks for names that are taken, and for methods that can't be started.
  mutating func check(_ members: [ClassMember]) {
    for member in members {
      for name in member.declaration.instanceNames where CancellableClass.addedNames.contains(name.identifierText) {
        haveReservedNames = true
        add(.reservedName(name.identifierText), at: name, fixIt: renaming(name))
      }
    }
    var generated: [(name: String, of: ClassMember)] = []
    for member in members {
      for binding in member.tracked?.bindings ?? [] {
        if generated.contains(where: { $0.name == binding.name && !$0.of.excludes(member) }) {
          add(.nameGeneratedTwice(binding.name), at: binding.statement.named)
        }
        generated += [binding.name, BindingName.cancelling(binding.name)].map { ($0, member) }
      }
    }
    for member in members {
      for name in member.declaration.instanceNames
      where generated.contains(where: { $0.name == name.identifierText && !$0.of.excludes(member) }) {
        add(.nameExists(name.identifierText), at: name, fixIt: renaming(name))
      }
    }
    check(startOf: members.filter { $0.tracked?.bindings.isEmpty == false })
  }

  private mutating func check(startOf members: [ClassMember]) {
    var actor: String?
    for member in members {
      if let function = member.function, let conditions = function.genericWhereClause {
        add(.conditionalMethod(function.name.text), at: conditions)
      }
      guard let attribute = member.tracked?.globalActor else { continue }
      let name = attribute.attributeName.trimmedDescription
      if let actor, actor != name { add(.severalActors(name), at: attribute) }
      actor = actor ?? name
    }
  }

  /// Looks at what follows the screen.
  mutating func check(screenOf declaration: ClassDeclSyntax, _ members: [ClassMember], _ attribute: AttributeSyntax) {
    if declaration.inheritanceClause == nil {
      add(.noSuperclass, at: attribute)
    }
    for case let function? in members.filter({ !$0.conditions.isEmpty }).map(\.function)
    where ScreenEvent.allCases.contains(where: { $0.isHandled(by: function) }) {
      add(.conditionalOverride(function.name.text), at: function.name)
    }
  }

  private func renaming(_ name: TokenSyntax) -> FixIt {
    Correction.replace(name, with: name.identifierText + "ByHand")
  }
}

extension DeclSyntax {
  /// The names that a declaration takes, as far as a method of instances without parameters could collide with them.
  fileprivate var instanceNames: [TokenSyntax] {
    let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
    guard !modifiers.contains(where: \.isForType) else { return [] }
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.signature.parameterClause.parameters.isEmpty ? [function.name] : []
    }
    if let variable = self.as(VariableDeclSyntax.self) { return variable.bindings.flatMap(\.pattern.boundNames) }
    // A type is a member of its own kind, and hidden by no method: the compiler refuses both.
    return asProtocol((any DeclGroupSyntax).self) == nil
      ? [] : asProtocol((any NamedDeclSyntax).self).map { [$0.name] } ?? []
  }
}
