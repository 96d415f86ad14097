import SwiftSyntax

/// A class marked with `@ObservableModel`.
struct ModelClass {
  let declaration: ClassDeclSyntax
  /// Its members, in the order of the source, with those under conditions.
  let members: [ClassMember]
  /// The names of the observed properties: the index is a property's number.
  private let names: [String]

  /// Nil for what is no class.
  init?(_ group: some DeclGroupSyntax) {
    guard let declaration = group.as(ClassDeclSyntax.self) else { return nil }
    self.declaration = declaration
    members = ClassMember.all(of: declaration, BindingPlace([Syntax(declaration)]))
    var names: [String] = []
    // Under other conditions there may be a property of the same name.
    for case let property? in members.map({ ModelProperty($0.declaration) })
    where !names.contains(property.name.identifierText) {
      names.append(property.name.identifierText)
    }
    self.names = names
  }

  /// `@Observable`, which would generate the same; none where that is what the class calls this macro by.
  func otherMacro(than attribute: AttributeSyntax) -> AttributeSyntax? {
    let name = "Observable"
    return attribute.baseName == name ? nil : declaration.attributes.plain.first { $0.baseName == name }
  }

  /// How many numbers are in use.
  var count: Int { names.count }

  /// Where a property stands among those of the class.
  func number(of property: ModelProperty) -> Int? {
    names.firstIndex(of: property.name.identifierText)
  }

  /// Whether the class declares a type of this name.
  func declaresType(_ name: String) -> Bool {
    members.contains { member in
      guard !member.declaration.is(FunctionDeclSyntax.self),
        let type = member.declaration.asProtocol((any NamedDeclSyntax).self)
      else { return false }
      return type.name.identifierText == name
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
