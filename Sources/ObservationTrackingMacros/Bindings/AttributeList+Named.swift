import SwiftSyntax

/// The attributes of this package.
enum OwnAttribute: String {
  case observationTracking = "ObservationTracking"
  case cancellableObservation = "CancellableObservation"
  case startObservations = "StartObservations"
  case stopObservations = "StopObservations"
}

extension AttributeListSyntax {
  /// The attributes, without those in conditional compilation.
  var plain: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  func first(_ attribute: OwnAttribute) -> AttributeSyntax? {
    plain.first { $0.own == attribute }
  }

  func contains(_ attribute: OwnAttribute) -> Bool {
    first(attribute) != nil
  }

  /// The attribute of a global actor. Only names are known here, and they end in "Actor".
  var globalActor: AttributeSyntax? {
    plain.first { $0.arguments == nil && $0.baseName.hasSuffix("Actor") }
  }

  /// An attribute that may name a global actor.
  var possibleGlobalActor: AttributeSyntax? {
    plain.first {
      $0.arguments == nil && $0.own == nil && $0.baseName.first?.isUppercase == true
        && !Self.otherAttributes.contains($0.baseName) && !$0.baseName.hasSuffix("Builder")
    }
  }

  private static let otherAttributes: Set = ["IBAction", "IBSegueAction", "NSManaged", "Sendable"]
}

extension AttributeSyntax {
  /// The attribute of this package, if any. A name may be qualified with the module.
  var own: OwnAttribute? {
    if let member = attributeName.as(MemberTypeSyntax.self),
      member.baseType.trimmedDescription != OwnAttribute.observationTracking.rawValue
    {
      return nil
    }
    return OwnAttribute(rawValue: baseName)
  }

  /// The name without a module.
  var baseName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }

  /// The expression for an argument.
  func argument(_ label: String) -> ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }?.expression
  }
}
