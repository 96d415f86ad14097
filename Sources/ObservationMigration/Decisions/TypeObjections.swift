/// What the declaration of a type itself has against a conversion.
struct TypeObjections {
  let table: SymbolTable
  let models: Models
  let options: MigrationOptions
  /// Tells a place to people.
  let describe: (Place) -> String

  func proposals() -> [Proposal] {
    models.candidates.flatMap { id -> [Proposal] in
      let symbol = table.types[id]
      var proposals: [Proposal] = []
      func object(_ rule: any Rule.Type, _ state: Finding.State, _ message: String) {
        proposals.append(
          Proposal(rule: rule.id, place: symbol.place, subjects: [id], effect: .objection(state), message: message)
        )
      }
      if let version = options.minimumIOS, version < MigrationOptions.oldestIOS {
        object(DeploymentTargetRule.self, .refused, DeploymentTargetRule.isTooOld("\(version)"))
      } else if let version = symbol.availableFrom, version < MigrationOptions.oldestIOS {
        object(DeploymentTargetRule.self, .refused, DeploymentTargetRule.isTooOld("\(version)"))
      }
      if case .type(let other) = table.resolve(.named(["Observable"]), in: symbol.scope) {
        let place = describe(table.types[other].place)
        object(DeclarationRule.self, .needsDecision, DeclarationRule.hidesObservable(place))
      }
      if let rival = symbol.rival {
        object(DeclarationRule.self, .needsDecision, DeclarationRule.hasRival(symbol.name, describe(rival)))
      }
      if symbol.kind != .class, symbol.kind != .protocol {
        object(DeclarationRule.self, .needsDecision, DeclarationRule.isNoClass(symbol.kind.rawValue))
      } else if symbol.isLocal {
        object(DeclarationRule.self, .needsDecision, DeclarationRule.isLocal)
      }
      if let name = Self.unknownSuperclass(of: symbol, in: table) {
        object(InheritanceRule.self, .needsDecision, InheritanceRule.hasUnknownSuperclass(name))
      }
      return proposals
    }
  }

  /// The first name in the list of a class, if it may be that of a superclass that nothing is known of.
  static func unknownSuperclass(of symbol: TypeSymbol, in table: SymbolTable) -> String? {
    guard symbol.kind == .class, let first = symbol.inherited.first, !first.isInExtension,
      case .external(let name) = table.resolve(first.type, in: first.scope)
    else { return nil }
    let last = first.type.lastName ?? name
    if knownNames.contains(last) || protocolSuffixes.contains(where: { last.hasSuffix($0) }) { return nil }
    return name
  }

  /// Classes that are not observable, and protocols.
  private static let knownNames: Set = [
    "AnyObject", "CodingKey", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError", "NSObject",
    "NSObjectProtocol", "NSResponder", "NSView", "NSViewController", "Observable", "Operation", "Sendable", "Thread",
    "UIResponder", "UIView", "UIViewController", "XCTestCase",
  ]

  /// How frameworks name protocols.
  private static let protocolSuffixes = ["Delegate", "DataSource", "Protocol", "Providing", "Convertible"]
}
