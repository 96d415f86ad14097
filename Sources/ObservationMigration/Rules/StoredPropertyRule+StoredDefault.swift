import SwiftSyntax

extension StoredPropertyRule {
  /// `@AppStorage` of models, and other wrappers that store shown values.
  enum StoredDefault {
    static let id: RuleID = "stored-default"

    /// A declaration with the wrapper.
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
      /// Names such as `_volume` and `$volume`, with the type of the object; nil if unknown.
      var storages: [Storage] = []
      /// Where models are created, and whether only once.
      var creations: [(type: TypeSymbol.ID, isSingle: Bool)] = []
    }

    struct Storage: Sendable {
      let name: String
      let type: TypeSymbol.ID?
      let place: Place
      /// Makes the binding with `Bindable`.
      var binding: Edit?
    }

    struct Use: Sendable {
      let place: Place
      /// `@AppStorage` of a view follows all changes by itself.
      let isOfView: Bool
    }

    /// A property that is tracked from now on.
    struct Conversion: Sendable {
      let name: String
      let wrapper: String
      let key: String?
      /// Whether other code may change the value past the property.
      let isStoredElsewhere: Bool
      /// The change of the declaration, with the message without remarks.
      let change: Proposal
    }

    /// Notes a change of a value of the user's defaults, and the models that inherit the property.
    static func note(_ stored: Declaration, _ walk: Walk, _ facts: inout Facts) {
      guard let key = stored.key else { return }
      let (node, owner) = (stored.node, walk.names.enclosingType)
      let isOfView = node.isMember && !node.modifiers.hasStatic && owner.map { walk.table.types[$0].kind } == .struct
      let use = Use(place: walk.place(of: stored.attribute), isOfView: isOfView)
      facts.uses[key, default: []].append(use)
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
      let models = walk.models.candidates.filter { walk.table.superclasses(of: $0).contains(type) }
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
