import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A stored property that `@ObservableModel` observes.
struct ModelProperty {
  let declaration: VariableDeclSyntax
  let name: TokenSyntax

  /// Nil for all other members of a class.
  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let declaration = declaration.as(VariableDeclSyntax.self), declaration.isStoredVariable,
      !declaration.attributes.isUnobserved, declaration.obstacle == nil, declaration.bindings.count == 1,
      let name = declaration.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return nil }
    self.declaration = declaration
    self.name = name
  }

  /// The name of the stored property.
  var storedName: String {
    Self.storedName(of: name)
  }

  static func storedName(of name: TokenSyntax) -> String {
    // A name between backticks may hold blanks.
    let text = "_" + name.identifierText
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? text : "`\(text)`"
  }

  /// Whether code of the class can name the property without a warning, on the isolation of the class.
  var canBeNamed: Bool {
    declaration.attributes.allSatisfy { element in
      guard let name = element.as(AttributeSyntax.self)?.baseName else { return false }
      return name != "available" && Self.attributesOfTheProperty.contains(name)
    }
  }

  /// The stored property.
  ///
  /// The observers of the value move here, and their code keeps its place for a debugger.
  ///
  /// - Parameters:
  ///   - context: The context of the macro.
  ///   - report: A statement for the start of `didSet`, if any.
  /// - Returns: The declaration.
  func storage(in context: some MacroExpansionContext, reportingBy report: String) -> DeclSyntax {
    let attributes = declaration.attributes.filter { element in
      element.as(AttributeSyntax.self).map { !Self.attributesOfTheProperty.contains($0.baseName) } ?? true
    }
    .map { $0.trimmedDescription + "\n" }
    let modifiers = declaration.modifiers.filter { !$0.isForTheProperty }.map { $0.trimmedDescription + " " }
    guard let binding = declaration.bindings.first else { return DeclSyntax(declaration) }
    let type = binding.typeAnnotation?.trimmedDescription ?? ""
    let value = binding.initializer.map { " = " + $0.value.trimmedDescription } ?? ""
    let observers = observers(in: context, reportingBy: report).map { " {\n\($0)\n}" } ?? ""
    return """
      \(raw: attributes.joined())private \(raw: modifiers.joined())var \(raw: storedName)\(raw: type)\(raw: value)\(raw: observers)
      """
  }

  /// `willSet` and `didSet`.
  private func observers(in context: some MacroExpansionContext, reportingBy report: String) -> String? {
    guard case .accessors(let accessors)? = declaration.bindings.first?.accessorBlock?.accessors, !accessors.isEmpty
    else { return nil }
    return accessors.map { accessor in
      guard let body = accessor.body, let first = body.statements.first else {
        return "  \(accessor.trimmedDescription)"
      }
      let code = Code(body.statements.trimmedDescription, withoutIndentation: first.indentation).indented(by: "    ")
      let place = context.location(of: first, at: .afterLeadingTrivia, filePathMode: .filePath)
      let begin = place.map { "#sourceLocation(file: \($0.file), line: \($0.line))\n" } ?? ""
      let end = place == nil ? "" : "#sourceLocation()\n"
      let report = accessor.accessorSpecifier.tokenKind == .keyword(.didSet) ? "    \(report)\n" : ""
      return "  \(accessor.with(\.body, nil).trimmedDescription) {\n\(report)\(begin)\(code)\n\(end)  }"
    }
    .joined(separator: "\n")
  }

  /// Attributes with information for users of the property, and this macro's own.
  private static let attributesOfTheProperty: Set = [
    GeneratedType.modelProperty, "IBInspectable", "IBOutlet", "available", "objc", "usableFromInline",
  ]
}

extension VariableDeclSyntax {
  /// Whether each instance stores a variable value for the property.
  var isStoredVariable: Bool {
    guard bindingSpecifier.tokenKind == .keyword(.var), !modifiers.contains(where: \.isForType),
      // An override observes the storage of a superclass.
      !isOverride
    else { return false }
    return bindings.allSatisfy { !$0.isComputed }
  }

  var isOverride: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.override) }
  }

  /// Whether each instance stores a value for the property.
  var isStored: Bool {
    bindingSpecifier.tokenKind == .keyword(.let) ? !modifiers.contains(where: \.isForType) : isStoredVariable
  }

  var lazyModifier: DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(.lazy) }
  }
}

extension PatternBindingSyntax {
  /// Whether there are accessors other than observers.
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return accessors.contains {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}

extension AttributeListSyntax {
  /// Whether the class's author, or the standard library's macro, has to do with the property.
  var isUnobserved: Bool { isIgnored || tracked != nil }

  var isIgnored: Bool {
    plain.contains { $0.baseName == "ObservationIgnored" }
  }

  /// The standard library's macro for properties.
  var tracked: AttributeSyntax? {
    plain.first { $0.baseName == "ObservationTracked" }
  }
}

extension DeclModifierSyntax {
  /// Whether the modifier restricts or describes uses of the property.
  fileprivate var isForTheProperty: Bool {
    switch name.tokenKind {
    case .keyword(.open), .keyword(.public), .keyword(.package), .keyword(.internal), .keyword(.fileprivate),
      .keyword(.private), .keyword(.dynamic):
      true
    default: false
    }
  }
}
