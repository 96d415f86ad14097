import SwiftSyntax

/// Other uses of the values and the wrappers, in all files.
extension StoredPropertyRule.StoredDefault {
  static func register(_ visits: inout Visits<Facts>) {
    visits.on(FunctionCallExprSyntax.self, note)
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts in
      guard node.baseName.isOfStorage, let type = walk.names.enclosingType, walk.models[type] == .model else { return }
      facts.storages.append(Storage(node.baseName, type, at: ExprSyntax(node), of: "self", walk))
    }
    visits.on(MemberAccessExprSyntax.self, note)
  }

  private static func note(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    if let last = node.arguments.last, last.label?.text == "forKey", let key = last.expression.keyOfDefaults,
      let callee = node.calleeName?.baseName.text, ["set", "setValue", "removeObject"].contains(callee)
    {
      facts.uses[key, default: []].append(Use(place: walk.place(of: last.expression), isOfView: false))
    }
    if node.calleeName.map({ walk.models.names.contains($0.baseName.identifierText) }) ?? true,
      case .metatype(let type) = walk.type(of: node.calledExpression), walk.models[type] == .model,
      !node.ancestors.contains(where: \.isPreview)
    {
      facts.creations.append((type, node.isMadeOnce(walk)))
    }
  }

  private static func note(_ node: MemberAccessExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    let name = node.declName.baseName.text
    guard node.declName.baseName.isOfStorage, let base = node.base else { return }
    // A requirement of a protocol may be the storage of any conforming type.
    let types = walk.table.symbols(in: walk.type(of: base)).filter { walk.table.types[$0].kind != .protocol }
    if types.isEmpty { facts.storages.append(Storage(name: name, type: nil, place: walk.place(of: node))) }
    let text = ExpressionPath(base)?.isOfMembers == true && !base.trimmedText.contains("?") ? walk.text(base) : nil
    facts.storages += types.map { Storage(node.declName.baseName, $0, at: ExprSyntax(node), of: text, walk) }
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    var uses: [String: [Use]] = [:]
    for facts in facts { uses.merge(facts.uses) { $0 + $1 } }
    let storages = Dictionary(grouping: facts.flatMap(\.storages), by: \.name)
    let creations = facts.flatMap(\.creations)
    let bases = Set(project.models.candidates.flatMap { project.table.superclasses(of: $0) })
    return facts.flatMap(\.conversions).flatMap { conversion -> [Proposal] in
      let (name, wrapper, change) = (conversion.name, conversion.wrapper, conversion.change)
      let owner = change.subjects[0]
      let others = conversion.key.flatMap { uses[$0] }?.filter { $0.place != change.place } ?? []
      let ofWrapper = ["_", "$"].flatMap { storages[$0 + name] ?? [] }.filter { storage in
        if storage.name.hasPrefix("_"), storage.place.file != change.place.file { return false }
        return storage.type.map { project.table.areRelated($0, owner) } ?? true
      }
      let obstacle =
        ofWrapper.contains { $0.binding == nil || conversion.key == nil }
        ? message(name, usingWrapper: wrapper)
        : others.first { !$0.isOfView }.map {
          """
          `\(name)` is stored by `@AppStorage`, and its key is also used at \(project.describe($0.place)), where \
          `@Observable` doesn't notice a change: let all changes go through `\(name)`, or give it a key of its own.
          """
        }
      if let obstacle { return [.objection(change.rule, at: change.place, of: [owner], obstacle)] }
      var remark = ""
      if conversion.key == nil {
        if conversion.isStoredElsewhere {
          remark = """
             Views follow changes that are made through `\(name)`, and others only if what `@\(wrapper)` reads is \
            observable.
            """
        }
      } else {
        let made = creations.filter { $0.type == owner }
        if made.count != 1 || !made[0].isSingle || bases.contains(owner) {
          let type = project.table.types[owner].name
          remark = " Views of one `\(type)` don't follow changes that are made through another: use one object for all."
        }
        if let other = others.first {
          remark += """
             Views change the same key at \(project.describe(other.place)); other readers of `\(name)` show that only \
            when something else that they read changes: let that view change `\(name)`.
            """
        }
      }
      let bindings = ofWrapper.compactMap { use in
        use.binding.map { edit in
          let message = "The binding of `\(name)` is now made by `Bindable`."
          return Proposal(id, .change, at: use.place, of: [owner], [edit], importing: ["SwiftUI"], message)
        }
      }
      return [remark.isEmpty ? change : change.risky(change.message + remark)] + bindings
    }
  }
}

extension StoredPropertyRule.StoredDefault.Storage {
  /// `$name`, or `_name`, of an object.
  fileprivate init(_ name: TokenSyntax, _ type: TypeSymbol.ID, at node: ExprSyntax, of object: String?, _ walk: Walk) {
    self.init(name: name.text, type: type, place: walk.place(of: node))
    guard let property = name.projectedProperty, let object else { return }
    binding = walk.replacing(node, with: "\(walk.qualified("Bindable"))(\(object)).\(property)")
  }
}

extension ExprSyntax {
  /// The identity of a key of the user's defaults: its text, or the last name of a constant.
  var keyOfDefaults: String? {
    if let literal = self.as(StringLiteralExprSyntax.self) { return literal.segments.trimmedText }
    guard let access = self.as(MemberAccessExprSyntax.self) else {
      return self.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
    }
    let name = access.declName.baseName.identifierText
    return name == "rawValue" ? access.base?.keyOfDefaults : name
  }
}

extension TokenSyntax {
  fileprivate var isOfStorage: Bool { text.hasPrefix("_") && text != "_" || projectedProperty != nil }
}

extension Syntax {
  fileprivate var isPreview: Bool {
    let types = typeDeclaration?.inheritanceClause?.inheritedTypes
    return expandedMacro == "Preview" || types?.contains { $0.type.trimmedText == "PreviewProvider" } == true
  }
}

extension FunctionCallExprSyntax {
  /// Whether it creates the only object: a static or global one, or a property of the app.
  fileprivate func isMadeOnce(_ walk: Walk) -> Bool {
    guard let binding = parent?.parent?.as(PatternBindingSyntax.self),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return false }
    guard variable.isMember else { return variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true }
    if variable.modifiers.hasStatic { return true }
    guard let owner = walk.names.enclosingType else { return false }
    return walk.table.types[owner].inherited.contains { inherited in
      ["App", "NSApplicationDelegate", "UIApplicationDelegate"].contains(inherited.type.lastName)
    }
  }
}
