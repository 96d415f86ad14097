import SwiftSyntax

extension Walk {
  /// The models of which something subscribes to `objectWillChange`, `object.objectWillChange` or that of `self`; nil if it isn't
  /// known that they all keep a publisher of their changes.
  func typesKeepingPublisher(_ publisher: ExprSyntax) -> [TypeSymbol.ID]? {
    guard publisher.isSubscribedTo else { return nil }
    let types: [TypeSymbol.ID]?
    if let access = publisher.as(MemberAccessExprSyntax.self) {
      types = access.base.flatMap { modelTypes(in: type(of: $0)) }
    } else {
      types = names.isLocal("objectWillChange") ? nil : names.enclosingType.map { [$0] }
    }
    guard let types, !types.isEmpty, types.allSatisfy(project.keepsPublisher) else { return nil }
    return types
  }
}
