import SwiftDiagnostics
import SwiftSyntax

/// The misuses of `@ObservableModel`, each at its token.
struct ModelMisuses {
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - group: The declaration with the attribute.
  ///   - conformances: Its conformances to `Decodable` and `Encodable`.
  init(of attribute: AttributeSyntax, on group: some DeclGroupSyntax, conformances: Set<String>) {
    guard let model = ModelClass(group) else {
      let fixIt = Correction.remove(attribute, from: group)
      add(.notAClass(group.kindInWords), at: attribute, fixIt: fixIt)
      return
    }
    if let other = model.otherMacro(than: attribute) {
      add(.bothMacros, at: other, fixIt: Correction.remove(other, from: model.declaration))
      return
    }
    for member in model.members {
      guard let declaration = member.declaration.as(VariableDeclSyntax.self), declaration.isStoredVariable,
        !declaration.attributes.isIgnored
      else { continue }
      if let tracked = declaration.attributes.tracked {
        let fixIt = Correction.remove(tracked, from: declaration)
        add(.trackedProperty(declaration.firstName), at: tracked, fixIt: fixIt)
      } else {
        check(declaration)
      }
    }
    for (name, property) in model.takenNames {
      let fixIt = Correction.replace(name, with: name.identifierText + "ByHand")
      add(.nameOfStorage(name.text, of: property.name.text), at: name, fixIt: fixIt)
    }
    checkCalls(of: model)
    checkKeys(ModelCodingKeys(model, conformances: conformances))
  }

  private mutating func add(_ misuse: ModelMisuse, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
    diagnostics.append(Diagnostic(node: Syntax(node), message: misuse, fixIts: fixIt.map { [$0] } ?? []))
  }

  /// Checks for obstacles to observing a stored property.
  private mutating func check(_ declaration: VariableDeclSyntax) {
    guard let obstacle = declaration.obstacle else { return }
    let name = declaration.firstName
    switch obstacle {
    case .lazy(let modifier):
      add(.lazyProperty(name), at: modifier, fixIt: Correction.ignore(declaration))
    case .wrapper(let attribute):
      let misuse = ModelMisuse.wrappedProperty(name, wrapper: attribute.baseName)
      add(misuse, at: attribute, fixIt: Correction.ignore(declaration))
    case .pattern(let pattern):
      add(.pattern, at: pattern, fixIt: Correction.ignore(declaration))
    case .severalProperties(let second):
      add(.severalProperties(second.identifierText), at: second, fixIt: Correction.separate(declaration))
    }
  }

  /// Checks for calls of `derived` outside the getter of the named property.
  private mutating func checkCalls(of model: ModelClass) {
    guard model.generatesDerived else { return }
    for call in model.members.flatMap({ DerivedCalls.all(of: $0.declaration) }) {
      guard case .getter(let name, let isOverride) = call.place else {
        if case .other(let place) = call.place { add(.derivedOutsideGetter(place), at: call.keyPath) }
        continue
      }
      let keyPath = call.keyPath
      // In an override, a key path without a type may be of the superclass as well as of the class.
      let needsClass = isOverride && keyPath.root == nil
      let type = TypeSyntax(IdentifierTypeSyntax(name: model.declaration.name.trimmed))
      let named = needsClass ? keyPath.with(\.root, type) : keyPath
      if !keyPath.leads(to: name) {
        let own = named.leading(to: name)
        let fixIt = Correction.replace(ExprSyntax(keyPath), with: own)
        add(
          .otherKeyPath(keyPath.trimmedDescription, inGetterOf: name.identifierText, own: own),
          at: keyPath,
          fixIt: fixIt
        )
      } else if needsClass {
        let fixIt = Correction.replace(ExprSyntax(keyPath), with: named.trimmedDescription)
        add(.overrideWithoutItsClass(keyPath.trimmedDescription), at: keyPath, fixIt: fixIt)
      }
    }
  }

  /// Checks for keys named after properties instead of the properties' storage.
  private mutating func checkKeys(_ keys: ModelCodingKeys) {
    var correction = keys.correction
    for misnamed in keys.misnamed {
      // One message for all keys.
      let fixIt = correction.take()
      add(
        .nameOfKey(misnamed.property.name.identifierText, stored: misnamed.property.storedName, key: misnamed.key),
        at: misnamed.element.name,
        fixIt: fixIt
      )
    }
  }
}

extension VariableDeclSyntax {
  /// The obstacles to observing the properties of a declaration.
  enum Obstacle {
    case lazy(DeclModifierSyntax)
    case wrapper(AttributeSyntax)
    case pattern(PatternSyntax)
    case severalProperties(TokenSyntax)
  }

  /// The name of the first property, for a message.
  fileprivate var firstName: String {
    bindings.first?.pattern.boundNames.first?.identifierText ?? "_"
  }

  var obstacle: Obstacle? {
    if let lazyModifier { return .lazy(lazyModifier) }
    if let wrapper = attributes.plain.first(where: { Self.wrappers.contains($0.baseName) }) { return .wrapper(wrapper) }
    if let pattern = bindings.map(\.pattern).first(where: { !$0.is(IdentifierPatternSyntax.self) }) {
      return .pattern(pattern)
    }
    let second = bindings.dropFirst().first?.pattern.as(IdentifierPatternSyntax.self)
    return second.map { .severalProperties($0.identifier) }
  }

  /// By name, since nothing else is known. For other attributes, the compiler says that a computed property can't have
  /// them.
  private static let wrappers: Set = [
    "AccessibilityFocusState", "AppStorage", "Bindable", "Binding", "Environment", "EnvironmentObject", "FetchRequest",
    "FocusState", "FocusedBinding", "FocusedObject", "FocusedValue", "GestureState", "NSApplicationDelegateAdaptor",
    "Namespace",
    "ObservedObject", "PhysicalMetric", "Published", "Query", "ScaledMetric", "SceneStorage", "SectionedFetchRequest",
    "State",
    "StateObject", "UIApplicationDelegateAdaptor",
  ]
}
