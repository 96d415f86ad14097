import SwiftSyntax

enum CodingHalf: Sendable, Hashable {
  case decoding, encoding

  static func halves(of protocolName: String) -> Set<CodingHalf> {
    switch protocolName {
    case "Codable": [.decoding, .encoding]
    case "Decodable": [.decoding]
    case "Encodable": [.encoding]
    default: []
    }
  }
}

extension InitializerDeclSyntax {
  /// Whether it's the `init(from:)` of `Decodable`.
  var implementsDecoding: Bool {
    body != nil && Syntax(self).isInEveryBuild && optionalMark == nil && signature.isSynchronous
      && signature.parameterClause.parameters.takesOne("from", of: "Decoder")
  }
}

extension FunctionDeclSyntax {
  /// Whether it's the `encode(to:)` of `Encodable`.
  var implementsEncoding: Bool {
    name.text == "encode" && body != nil && Syntax(self).isInEveryBuild && !modifiers.hasStatic
      && signature.isSynchronous && signature.parameterClause.parameters.takesOne("to", of: "Encoder")
  }
}

extension Syntax {
  /// Whether a member stands in its type directly, not in `#if`: elsewhere, some builds synthesize the member.
  fileprivate var isInEveryBuild: Bool { parent?.parent?.parent?.is(MemberBlockSyntax.self) == true }
}

extension FunctionSignatureSyntax {
  fileprivate var isSynchronous: Bool { effectSpecifiers?.asyncSpecifier == nil }
}

extension FunctionParameterListSyntax {
  /// Whether there is one parameter, with this label and this protocol of the standard library.
  fileprivate func takesOne(_ label: String, of protocolName: String) -> Bool {
    guard count == 1, let parameter = first, parameter.firstName.text == label, parameter.ellipsis == nil else {
      return false
    }
    // A generic parameter, `some Decoder`, doesn't meet the requirement.
    if let type = parameter.type.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.tokenKind != .keyword(.any) {
      return false
    }
    guard !parameter.type.is(OptionalTypeSyntax.self),
      case .named(let names, _) = TypeReference(parameter.type)
    else { return false }
    return names == [protocolName] || names == ["Swift", protocolName]
  }
}
