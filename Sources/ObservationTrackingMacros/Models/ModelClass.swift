import SwiftSyntax
import Synchronization

/// A class marked with `@ObservableModel`.
struct ModelClass {
  let declaration: ClassDeclSyntax
  /// All members in the order of the source, including conditional ones.
  let members: [ClassMember]
  /// All observed properties, including conditional ones.
  let properties: [(member: ClassMember, property: ModelProperty)]
  /// Declarations that take the storage name of a property.
  let takenNames: [(name: TokenSyntax, property: ModelProperty)]
  /// The numbers of the observed properties, by their names.
  private let numbers: [String: Int]

  /// Nil for anything but a class.
  init?(_ group: some DeclGroupSyntax) {
    guard let declaration = group.as(ClassDeclSyntax.self) else { return nil }
    self.declaration = declaration
    members = ClassMember.all(of: declaration, BindingPlace([Syntax(declaration)]))
    let candidates = members.compactMap { member in
      ModelProperty(member.declaration).map { (member: member, property: $0) }
    }
    takenNames = Self.takenNames(members, candidates)
    // Storage under a taken name would be a second error, with more errors at the uses.
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

  /// Returns the initializer's result, in constant time for the class of the previous call.
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

  /// `@Observable`, which would generate the same members; none if the class calls this macro by that name.
  func otherMacro(than attribute: AttributeSyntax) -> AttributeSyntax? {
    let name = "Observable"
    return attribute.baseName == name ? nil : declaration.attributes.plain.first { $0.baseName == name }
  }

  /// How many numbers are in use.
  var count: Int { numbers.count }

  /// The position of a property in the class; nil for an unobserved one.
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

  /// Properties with the standard library's macro for properties, which uses the standard registrar.
  var hasTrackedProperty: Bool {
    members.contains { member in
      guard let declaration = member.declaration.as(VariableDeclSyntax.self) else { return false }
      return declaration.isStoredVariable && !declaration.attributes.isIgnored && declaration.attributes.tracked != nil
    }
  }

  /// Whether the methods for derived values are generated: only if the class has no own ones.
  // Only methods called with a key path and a closure matter. Other methods don't hide the generated ones.
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
