import SwiftDiagnostics
import SwiftSyntax

/// The misuses of `@CancellableObservation`, each at its token.
struct CancellableClassMisuses {
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the class already contains the members to add.
  private(set) var haveReservedNames = false
  /// The members with bindings that can be generated.
  let tracked: [ClassMember]

  /// The names added to every class.
  private static let addedNames = [
    "observationTokens", "isObservingEnabled", "stopObservations", "startObservationsIfNeeded", "_startObservations",
  ]

  init(_ cancellable: CancellableClass) {
    tracked = cancellable.members.filter { member in
      member.tracked.map { !$0.bindings.isEmpty && TrackedMethodMisuses($0).allowExpansion } == true
    }
    guard let declaration = cancellable.declaration else {
      let fixIt = Correction.remove(cancellable.attribute, from: cancellable.group)
      add(.notAClass(cancellable.group.kindInWords), at: cancellable.attribute, fixIt: fixIt)
      return
    }
    if let screen = cancellable.unreadableScreen {
      add(.unreadableScreen, at: screen, fixIt: Correction.replace(screen, with: "true"))
    }
    checkNames(of: cancellable.members)
    checkStart()
    if cancellable.followsScreen { check(screenOf: declaration, cancellable) }
  }

  private mutating func add(_ misuse: Misuse, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
    diagnostics.append(Diagnostic(node: Syntax(node), message: misuse, fixIts: fixIt.map { [$0] } ?? []))
  }

  /// Looks for names that are taken.
  private mutating func checkNames(of members: [ClassMember]) {
    for member in members {
      for name in member.declaration.instanceNames where Self.addedNames.contains(name.identifierText) {
        haveReservedNames = true
        add(.reservedName(name.identifierText), at: name, fixIt: renaming(name))
      }
    }
    var generated: [(name: String, of: ClassMember)] = []
    for member in tracked {
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
  }

  /// Looks for methods that can't be started.
  private mutating func checkStart() {
    var actor: String?
    for member in tracked {
      if let function = member.function, let conditions = function.genericWhereClause {
        add(.conditionalMethod(function.name.text), at: conditions)
      }
      guard let attribute = member.tracked?.globalActor else { continue }
      let name = attribute.attributeName.trimmedDescription
      if let actor, actor != name { add(.severalActors(name), at: attribute) }
      actor = actor ?? name
    }
  }

  /// Checks the methods that follow the screen.
  private mutating func check(screenOf declaration: ClassDeclSyntax, _ cancellable: CancellableClass) {
    if declaration.inheritanceClause == nil {
      add(.noSuperclass, at: cancellable.attribute)
    }
    for member in cancellable.members {
      guard let function = member.function else { continue }
      let event = ScreenEvent.allCases.first { $0.isHandled(by: function) }
      if event != nil {
        if !member.conditions.isEmpty { add(.conditionalOverride(function.name.text), at: function.name) }
      } else if function.isAboutTheView {
        for event in ScreenEvent.allCases {
          guard let attribute = function.attributes.first(event.attribute) else { continue }
          let fixIt = Correction.remove(attribute, from: function)
          add(.followsScreenAlready(event, function.name.text), at: attribute, fixIt: fixIt)
        }
      }
    }
  }

  private func renaming(_ name: TokenSyntax) -> FixIt {
    Correction.replace(name, with: name.identifierText + "ByHand")
  }
}

extension DeclSyntax {
  /// The names declared by a declaration, as far as an instance method without parameters could collide with them.
  fileprivate var instanceNames: [TokenSyntax] {
    let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
    guard !modifiers.contains(where: \.isForType) else { return [] }
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.signature.parameterClause.parameters.isEmpty ? [function.name] : []
    }
    if let variable = self.as(VariableDeclSyntax.self) { return variable.bindings.flatMap(\.pattern.boundNames) }
    // A type is another kind of member, and no method hides a type: the compiler refuses both.
    return asProtocol((any DeclGroupSyntax).self) == nil
      ? [] : asProtocol((any NamedDeclSyntax).self).map { [$0.name] } ?? []
  }
}

extension FunctionDeclSyntax {
  /// Whether UIKit calls the method before its view appears, or when the view disappears.
  fileprivate var isAboutTheView: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.override) }
      && ["loadView", "view"].contains { name.identifierText.hasPrefix($0) }
  }
}
