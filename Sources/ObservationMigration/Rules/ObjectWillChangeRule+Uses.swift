import SwiftSyntax

/// Uses of `objectWillChange` that a person has to decide on.
extension ObjectWillChangeRule {
  /// `objectWillChange` of the type around.
  static func inspect(_ node: DeclReferenceExprSyntax, _ walk: Walk) {
    if node.access == nil { inspectType(node, node.baseName, of: nil, walk) }
    guard node.baseName.text == "objectWillChange", !walk.names.isLocal("objectWillChange"),
      walk.typesKeepingPublisher(ExprSyntax(node)) == nil
    else { return }
    if let id = walk.names.enclosingType {
      if walk.models.isCandidate(id) {
        walk.decide(Self.id, at: node, of: [id], message(for: ExprSyntax(node)))
      }
    } else {
      walk.decide(Self.id, at: node, of: walk.models.candidates, unavailable)
    }
  }

  /// `object.objectWillChange`
  static func inspect(_ node: MemberAccessExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    note(node, walk, &facts)
    if let base = node.base { inspectType(node, node.declName.baseName, of: walk.type(of: base), walk) }
    guard node.declName.baseName.text == "objectWillChange", let base = node.base,
      walk.typesKeepingPublisher(ExprSyntax(node)) == nil
    else { return }
    guard let types = walk.modelTypes(in: walk.type(of: base)) else {
      // The compiler reports the use if the type converts.
      let around = walk.names.enclosingType.map { [$0] }?.filter(walk.models.isCandidate) ?? []
      let message = """
        `objectWillChange` of `\(walk.text(base))`, whose type isn't known here: if it converts, observe the properties \
        that matter instead, with `withPortableContinuousObservation { _ in … }`.
        """
      return walk.propose(.objection(id, at: walk.place(of: node.declName), of: around, message))
    }
    let receiver = node.callOfArgument?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    let message =
      if base.isSelf {
        message(for: ExprSyntax(node))
      } else if receiver == "onReceive" {
        """
        `objectWillChange` no longer exists after the migration: write `.onChange(of:)` of the property that the \
        closure reads.
        """
      } else {
        unavailable
      }
    walk.decide(Self.id, at: node.declName, of: types.filter { walk.models.isCandidate($0) }, message)
  }

  /// `ObjectWillChangePublisher`, which only an `ObservableObject` has: `let updates = ObjectWillChangePublisher()`.
  ///
  /// `base` is the type in `Store.ObjectWillChangePublisher`; nil for a name alone, which means that of a type around.
  static func inspectType(_ node: some SyntaxProtocol, _ name: TokenSyntax, of base: ResolvedType?, _ walk: Walk) {
    guard name.text == "ObjectWillChangePublisher" else { return }
    let around = walk.names.scope.types.reversed().lazy.map { [$0] }.first {
      $0.contains(where: walk.models.isCandidate)
    }
    guard let types = base.map({ walk.modelTypes(in: $0) ?? [] }) ?? around, !types.isEmpty else { return }
    // A type of that name in the class stays.
    if base == nil, walk.names.resolve(.named([name.text])) != .external(name.text) { return }
    if types.contains(where: { !walk.table.members("objectWillChange", of: $0).isEmpty }) {
      let message = """
        `ObjectWillChangePublisher` no longer exists after the migration: write the type of the publisher.
        """
      return walk.decide(id, at: node, of: types, message)
    }
    let message = "`ObjectWillChangePublisher` was a type of the protocol; the publisher stays one of Combine."
    walk.change(id, at: node, of: types, [walk.replacing(node, with: "ObservableObjectPublisher")], message)
  }

  /// Notes that other code may read a property of an announcing type.
  private static func note(_ node: MemberAccessExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    let name = node.declName.baseName.text
    guard let types = walk.table.announcingTypesByProperty[name], let base = node.base,
      !base.isSelf
    else { return }
    // A called name may be a method's.
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(node).id
    guard !isCalled, types.contains(where: { $0 != walk.names.enclosingType }), !node.endsInConstant(walk) else {
      return
    }
    let reader = CodeGraph.CodePlace(file: walk.file, type: walk.names.enclosingType)
    switch walk.type(of: base) {
    case .unknown, .parameter, .composition, .observableObject: facts.outsideReads[name, default: []].insert(reader)
    case .type(let type):
      if types.contains(where: { walk.table.supertypes[$0].contains(type) }) {
        facts.outsideReads[name, default: []].insert(reader)
      }
    default: break
    }
  }

  static func message(for publisher: ExprSyntax) -> String {
    guard let access = publisher.parent?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "send" else {
      return unavailable
    }
    let property = publisher.ancestorsInMember.lazy.compactMap { $0.as(PatternBindingSyntax.self) }
      .first { $0.memberDeclaration != nil && !$0.isStored }
    guard let name = property?.pattern.boundNames.first else {
      return """
        This `send()` doesn't accompany a change to a stored property. Keep the value in a tracked property, or announce \
        the change with `withMutation(keyPath:)` for the property that is read, which reports its reads with \
        `access(keyPath:)`.
        """
    }
    return """
      `\(name)` is stored elsewhere, where the registrar doesn't see it: begin its getter with `access(keyPath: \
      \\.\(name))`, and let its setter store the value in `withMutation(keyPath: \\.\(name)) { … }` instead of \
      announcing it.
      """
  }
}

extension MemberAccessExprSyntax {
  /// Whether the access leads through constants of structures to a value that never changes: `draft.fields[0].title`.
  fileprivate func endsInConstant(_ walk: Walk) -> Bool {
    guard let base, case .type(var type) = walk.type(of: base) else { return false }
    var access = self
    while true {
      guard let (member, scope) = walk.table.property(access.declName.baseName.identifierText, of: type),
        member.isStored, member.isLet
      else { return false }
      var value = walk.table.type(of: member, in: scope)
      switch value {
      case .external: if walk.table.holdsObjects(value, walk.models) == false { return true }
      case .type(let id) where walk.table.types[id].kind == .enum:
        return walk.table.types[id].associatedValues.isEmpty
      default: break
      }
      var whole = ExprSyntax(access)
      while case .collection(let element) = value, let call = whole.parent?.as(SubscriptCallExprSyntax.self),
        call.calledExpression.id == whole.id
      {
        (value, whole) = (element, ExprSyntax(call))
      }
      guard case .type(let next) = value, walk.table.types[next].kind == .struct,
        let outer = whole.parent?.as(MemberAccessExprSyntax.self), outer.base?.id == whole.id
      else { return false }
      (type, access) = (next, outer)
    }
  }
}
