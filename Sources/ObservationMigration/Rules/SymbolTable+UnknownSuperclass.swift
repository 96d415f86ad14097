extension SymbolTable {
  /// The first name in the list of a class, if it may be that of a superclass that nothing is known of.
  func unknownSuperclass(of symbol: TypeSymbol) -> String? {
    guard symbol.kind == .class, let first = symbol.inherited.first, !first.isInExtension,
      case .external(let name) = resolve(first.type, in: first.scope)
    else { return nil }
    return KnownSupertypes.contains(first.type.lastName ?? name) ? nil : name
  }
}
