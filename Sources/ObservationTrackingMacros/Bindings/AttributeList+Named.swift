import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes, without those in conditional compilation.
  var plain: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  func contains(named name: String) -> Bool {
    plain.contains { $0.baseName == name }
  }

  /// The attribute that names a global actor. By its name alone, which is all there is: they end in "Actor".
  var globalActor: AttributeSyntax? {
    plain.first { $0.arguments == nil && $0.baseName.hasSuffix("Actor") }
  }

  /// An attribute that may name a global actor.
  var possibleGlobalActor: AttributeSyntax? {
    plain.first {
      $0.arguments == nil && $0.baseName.first?.isUppercase == true && !Self.otherAttributes.contains($0.baseName)
        && !$0.baseName.hasSuffix("Builder")
    }
  }

  private static let otherAttributes: Set = [
    "IBAction", "IBSegueAction", "NSManaged", "ObservationTracking", "Sendable", "StartObservations",
    "StopObservations",
  ]
}

extension AttributeSyntax {
  /// The name without that of a module.
  var baseName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}
