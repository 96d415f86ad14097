import SwiftSyntax

extension StoredPropertyRule {
  /// `@AppStorage` of models, and other wrappers that store shown values.
  enum StoredDefault {
    static let id: RuleID = "stored-default"

    struct Declaration {
      let node: VariableDeclSyntax
      let attribute: AttributeSyntax
      let id: RuleID
      /// The key in the user's defaults; nil for other wrappers than `@AppStorage`.
      let key: String?

      /// Nil unless it declares one variable.
      var property: Property? { Property(node) }
    }

    struct Property {
      let binding: PatternBindingSyntax
      let name: String
      /// The name of the stored property behind a computed one.
      var storage: String { "stored" + name.prefix(1).uppercased() + name.dropFirst() }

      init?(_ node: VariableDeclSyntax) {
        guard let (binding, token) = node.onlyVariable else { return nil }
        self.binding = binding
        name = token.identifierText
      }
    }

    struct Facts: RuleFacts {
      var conversions: [Conversion] = []
      /// Where values of the user's defaults may be changed, by key.
      var uses: [String: [Use]] = [:]
      /// How often each text occurs as a literal.
      var literals: [String: Int] = [:]
      /// Names such as `_volume` and `$volume`, with the type of the object; nil if unknown.
      var storages: [Storage] = []
      /// The places that create models, and whether each of them creates only one.
      var creations: [(type: TypeSymbol.ID, isSingle: Bool, condition: CompilationCondition)] = []
    }

    struct Storage: Sendable {
      let name: String
      let type: TypeSymbol.ID?
      let place: Place
      /// Makes the binding with `Bindable`.
      var binding: Edit?
    }

    /// `@AppStorage` of a view follows all changes by itself.
    typealias Use = (place: Place, isOfView: Bool)

    /// A property that is tracked from now on.
    struct Conversion: Sendable {
      let name: String
      let wrapper: String
      let key: String?
      /// Whether other code may change the value past the property.
      let isStoredElsewhere: Bool
      /// The key under which a wrapper stores the value outside, if the value depends on nothing else.
      let outerKey: String?
      /// The change of the declaration, with the message without remarks.
      let change: Proposal
    }

    /// Notes a change of a value of the user's defaults, and the models that inherit the property.
    static func note(_ stored: Declaration, _ walk: Walk, _ facts: inout Facts) {
      guard let key = stored.key else { return }
      let (node, owner) = (stored.node, walk.names.enclosingType)
      let isOfView = node.isMember && !node.modifiers.hasStatic && owner.map { walk.table.types[$0].kind } == .struct
      facts.uses[key, default: []].append((walk.place(of: stored.attribute), isOfView))
      inspectInherited(stored.node, stored.attribute, walk)
    }

    static func convert(
      _ property: StoredProperty,
      _ stored: Declaration,
      _ value: Property,
      _ declaration: ClassProperty,
      _ facts: inout Facts
    ) {
      var property = property
      property.isShown = declaration.isShown(value.name)
      if property.isShown { property.obstacle = obstacle(to: value, stored, declaration) }
      switch property.outcome {
      case .blocked(let reason): declaration.decide(id, at: stored.attribute, reason)
      case .computed: compute(value, stored, declaration, &facts)
      default:
        let message = "`\(value.name)` keeps `@AppStorage` and is untracked: no view can show it."
        declaration.ignore(id, at: stored.attribute, message)
      }
    }

    /// Why no computed property can take its place; nil if one can.
    static func obstacle(to property: Property, _ stored: Declaration, _ declaration: ClassProperty) -> String? {
      let (name, wrapper, walk) = (property.name, stored.attribute.name, declaration.walk)
      if property.binding.knownType(walk) == nil {
        return "`\(name)` is stored by `@\(wrapper)`, and its type isn't known here: write `var \(name): …`."
      }
      guard walk.table.members(property.storage, of: declaration.type).isEmpty, !name.hasPrefix("`"),
        property.binding.accessorBlock?.assigns(name) != true
      else { return message(name, usingWrapper: wrapper) }
      return EarlyUse.occurs(of: name, in: declaration) ? EarlyUse.message(name) : nil
    }

    /// Replaces the property by a computed one, unless another file has an obstacle.
    static func compute(
      _ property: Property,
      _ stored: Declaration,
      isStoredElsewhere: Bool = true,
      outerKey: String? = nil,
      _ declaration: ClassProperty,
      _ facts: inout Facts
    ) {
      let (name, wrapper, walk) = (property.name, stored.attribute.name, declaration.walk)
      let storage = walk.text(stored.attribute) + " private var"
      // The wrapper keeps its value, under another name.
      let edits =
        [walk.removing(attribute: stored.attribute)] + edits(tracking: property, declaration, storedAs: storage)
      let message = "`\(name)` is tracked, and stored by `@\(wrapper)` as before."
      let (place, type) = (walk.place(of: stored.attribute), declaration.type)
      facts.conversions.append(
        Conversion(
          name: name,
          wrapper: wrapper,
          key: stored.key,
          isStoredElsewhere: isStoredElsewhere,
          outerKey: outerKey,
          change: Proposal(stored.id, .change, at: place, of: [type], edits, message)
        )
      )
    }

    static func message(_ name: String, usingWrapper wrapper: String) -> String {
      """
      `\(name)` is stored by `@\(wrapper)`, and its wrapper is used: begin a getter with `access(keyPath: \\.\(name))`, \
      and let the setter store the value in `withMutation(keyPath: \\.\(name)) { … }`.
      """
    }

    /// A model announces the changes of inherited properties, even if the superclass is no `ObservableObject`.
    private static func inspectInherited(_ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ walk: Walk) {
      guard node.isMember, !node.modifiers.hasStatic, let type = walk.names.enclosingType, walk.models[type] == nil,
        walk.table.types[type].kind == .class, let name = node.bindings.first?.pattern.boundNames.first
      else { return }
      let models = walk.models.candidates.filter { walk.table.superclasses[$0].contains(type) }
      let message = """
        `\(name)` is stored by `@AppStorage` in `\(walk.name(type))`, where it would stay untracked: make \
        `\(walk.name(type))` an `ObservableObject`, which converts together with its subclasses.
        """
      walk.decide(id, at: attribute, of: models, message)
    }

    /// Adds accessors that report reads and changes to a property, and declares its storage.
    static func edits(tracking property: Property, _ declaration: ClassProperty, storedAs storage: String) -> [Edit] {
      let (node, walk) = (declaration.node, declaration.walk)
      let (name, stored, binding) = (property.name, property.storage, property.binding)
      let type = binding.knownType(walk) ?? ""
      let outer = walk.source.indentation(at: node.startOffset)
      let step = walk.step(around: node)
      let start = binding.pattern.utf8Range.upperBound
      let lines = [
        ": \(type) {",
        outer + step + "get {",
        outer + step + step + "access(keyPath: \\.\(name))",
        outer + step + step + "return \(stored)",
        outer + step + "}",
        outer + step + "set { withMutation(keyPath: \\.\(name)) { \(stored) = newValue } }",
        outer + "}",
        outer + "@ObservationIgnored \(storage) \(stored)",
      ]
      // The storage gets the end of the declaration.
      return [walk.inserting(lines.joined(separator: walk.source.newline), at: start)]
    }
  }
}

extension StoredPropertyRule.StoredDefault.Declaration {
  init?(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard let attribute = node.attributes.attribute("AppStorage"),
      case .external = walk.names.resolve(TypeReference(attribute.attributeName)),
      case .argumentList(let arguments)? = attribute.arguments, let key = arguments.first?.expression.keyOfDefaults
    else { return nil }
    self.init(node: node, attribute: attribute, id: StoredPropertyRule.StoredDefault.id, key: key)
  }
}

extension AccessorBlockSyntax {
  /// Whether an observer assigns its own property, unnoticed by the wrapper.
  fileprivate func assigns(_ name: String) -> Bool {
    let tokens = Array(self.tokens(viewMode: .sourceAccurate))
    return zip(tokens, tokens.dropFirst()).contains { $0.text == name && $1.text.hasSuffix("=") && $1.text != "==" }
  }
}

/// Other uses of the values and the wrappers, in all files.
extension StoredPropertyRule.StoredDefault {
  static func register(_ visits: inout Visits<Facts>) {
    visits.on(FunctionCallExprSyntax.self, note)
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts in
      guard node.baseName.isOfStorage, let type = walk.names.enclosingType, walk.models[type] == .model else { return }
      facts.storages.append(Storage(node.baseName, type, at: ExprSyntax(node), of: "self", walk))
    }
    visits.on(MemberAccessExprSyntax.self, note)
    visits.on(StringLiteralExprSyntax.self) { node, _, facts in
      facts.literals[node.segments.trimmedText, default: 0] += 1
    }
  }

  private static func note(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    if let last = node.arguments.last, last.label?.text == "forKey", let key = last.expression.keyOfDefaults,
      let callee = node.calleeName?.baseName.text, ["set", "setValue", "removeObject"].contains(callee)
    {
      facts.uses[key, default: []].append((walk.place(of: last.expression), isOfView: false))
    }
    if node.calleeName.map({ walk.models.names.contains($0.baseName.identifierText) }) ?? true,
      case .metatype(let type) = walk.type(of: node.calledExpression), walk.models[type] == .model,
      !node.ancestors.contains(where: \.isPreview)
    {
      facts.creations.append((type, node.isMadeOnce(walk), CompilationCondition(around: node)))
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
    var literals: [String: Int] = [:]
    for facts in facts {
      uses.merge(facts.uses) { $0 + $1 }
      literals.merge(facts.literals, uniquingKeysWith: +)
    }
    let storages = Dictionary(grouping: facts.flatMap(\.storages), by: \.name)
    let creations = facts.flatMap(\.creations)
    let bases = Set(project.models.candidates.flatMap { project.table.superclasses[$0] })
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
        // Nothing but the property changes what is stored under a key that occurs once.
        let isOnlyUse = conversion.outerKey.map { literals[$0] == 1 && uses[$0] == nil } ?? false
        if conversion.isStoredElsewhere, !isOnlyUse {
          remark = """
             Views follow changes that are made through `\(name)`, and others only if what `@\(wrapper)` reads is \
            observable.
            """
        }
      } else {
        let made = creations.filter { $0.type == owner }
        // An app for several platforms may create one in a place for each.
        let isSingle = made.indices.allSatisfy { index in
          made[index].isSingle && made[..<index].allSatisfy { $0.condition.excludes(made[index].condition) }
        }
        if made.isEmpty || !isSingle || bases.contains(owner) {
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
      if remark.isEmpty { return [change] + bindings }
      let message = change.message + remark
      let note = SharedNote(topic: "\(owner) \(wrapper)", place: .place, property: name, rest: change.message)
      return [change.risky(message).sharing(note)] + bindings
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
