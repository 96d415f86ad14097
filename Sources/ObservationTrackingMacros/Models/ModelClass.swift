import SwiftSyntax
import Synchronization

/// A class marked with `@ObservableModel`.
struct ModelClass {
  let declaration: ClassDeclSyntax
  /// Its members, in the order of the source, with those under conditions.
  let members: [ClassMember]
  /// The observed properties, with those under conditions.
  let properties: [(member: ClassMember, property: ModelProperty)]
  /// Declarations that have the name under which a property's value would be stored.
  let takenNames: [(name: TokenSyntax, property: ModelProperty)]
  /// The numbers of the observed properties, by their names.
  private let numbers: [String: Int]

  /// Nil for what is no class.
  init?(_ group: some DeclGroupSyntax) {
    guard let declaration = group.as(ClassDeclSyntax.self) else { return nil }
    self.declaration = declaration
    members = ClassMember.all(of: declaration, BindingPlace([Syntax(declaration)]))
    let candidates = members.compactMap { member in
      ModelProperty(member.declaration).map { (member: member, property: $0) }
    }
    takenNames = Self.takenNames(members, candidates)
    // What is stored under a name that is taken would be a second error, and more where it's used.
    let unobserved = Set(takenNames.map(\.property.name.identifierText))
    properties =
      unobserved.isEmpty ? candidates : candidates.filter { !unobserved.contains($0.property.name.identifierText) }
    // Under other conditions there may be a property of the same name.
    var numbers: [String: Int] = [:]
    for (_, property) in properties {
      let name = property.name.identifierText
      if numbers[name] == nil { numbers[name] = numbers.count }
    }
    self.numbers = numbers
  }

  /// Returns what the initializer makes of a class, in constant time for the class of the previous call.
  ///
  /// The compiler asks for the attribute of each property separately, and passes the whole class each time.
  static func latest(_ group: some DeclGroupSyntax) -> ModelClass? {
    latest.withLock { latest in
      // The class kept here keeps its syntax tree alive, so no other tree has its identity.
      if let latest, latest.declaration.id == group.id { return latest }
      latest = ModelClass(group)
      return latest
    }
  }

  private static let latest = Mutex<ModelClass?>(nil)

  private static func takenNames(
    _ members: [ClassMember],
    _ properties: [(member: ClassMember, property: ModelProperty)]
  ) -> [(name: TokenSyntax, property: ModelProperty)] {
    let candidates = members.flatMap { member -> [(member: ClassMember, name: TokenSyntax)] in
      guard let declaration = member.declaration.as(VariableDeclSyntax.self),
        !declaration.modifiers.contains(where: \.isForType)
      else { return [] }
      let names = declaration.bindings.flatMap { binding in
        binding.pattern.as(IdentifierPatternSyntax.self).map { [$0.identifier] } ?? binding.pattern.boundNames
      }
      // The names of stored values begin so.
      return names.filter { $0.identifierText.hasPrefix("_") }.map { (member, $0) }
    }
    return candidates.compactMap { member, name in
      let taken = properties.first { $0.property.storedName == name.text && !$0.member.excludes(member) }
      return taken.map { (name, $0.property) }
    }
  }

  /// `@Observable`, which would generate the same; none where that is what the class calls this macro by.
  func otherMacro(than attribute: AttributeSyntax) -> AttributeSyntax? {
    let name = "Observable"
    return attribute.baseName == name ? nil : declaration.attributes.plain.first { $0.baseName == name }
  }

  /// How many numbers are in use.
  var count: Int { numbers.count }

  /// Where a property stands among those of the class; nil for one that isn't observed.
  func number(of property: ModelProperty) -> Int? {
    numbers[property.name.identifierText]
  }

  /// The declaration of a type of this name in the class.
  func type(named name: String) -> (any NamedDeclSyntax)? {
    for member in members where !member.declaration.is(FunctionDeclSyntax.self) {
      if let type = member.declaration.asProtocol((any NamedDeclSyntax).self), type.name.identifierText == name {
        return type
      }
    }
    return nil
  }

  /// Properties marked with the standard library's macro for properties, which uses its registrar.
  var hasTrackedProperty: Bool {
    members.contains { member in
      guard let declaration = member.declaration.as(VariableDeclSyntax.self) else { return false }
      return declaration.isStoredVariable && !declaration.attributes.isIgnored && declaration.attributes.tracked != nil
    }
  }

  /// Whether the methods that derive values are generated: unless the class has its own.
  // One that is called with a key path and a closure. Others don't keep anybody from calling the generated ones.
  var generatesDerived: Bool { !declaresMethod("derived", "_", minimumParameterCount: 2) }

  /// Whether the class declares a method of this name whose first parameter has this label.
  func declaresMethod(_ name: String, _ label: String, minimumParameterCount: Int = 1) -> Bool {
    members.contains { member in
      guard let function = member.function, function.name.identifierText == name else { return false }
      let parameters = function.signature.parameterClause.parameters
      return parameters.first?.firstName.text == label && parameters.count >= minimumParameterCount
    }
  }
}
