import SwiftSyntax

extension StoredPropertyRule {
  /// `@AppStorage` of models, and wrappers of the files that store what views show.
  enum StoredDefault {
    enum Message {}

    static let id: RuleID = "stored-default"

    /// A declaration with the wrapper.
    struct Declaration {
      let node: VariableDeclSyntax
      let attribute: AttributeSyntax
      let id: RuleID
      /// The key in the user's defaults; nil for another wrapper than `@AppStorage`.
      let key: String?
      /// Nil if it declares something else than one variable.
      let property: Property?

      init?(_ node: VariableDeclSyntax, _ walk: Walk) {
        guard let attribute = node.attributes.attribute("AppStorage"),
          case .external = walk.names.resolve(TypeReference(attribute.attributeName)),
          case .argumentList(let arguments)? = attribute.arguments, let key = arguments.first?.expression.keyOfDefaults
        else { return nil }
        self.init(node, attribute, StoredDefault.id, key: key)
      }

      init(_ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ id: RuleID, key: String?) {
        self.node = node
        self.attribute = attribute
        self.id = id
        self.key = key
        property = Property(node)
      }
    }

    struct Property {
      let binding: PatternBindingSyntax
      let name: String
      /// The name of what stores its value if a computed property takes its place.
      var storage: String { "stored" + name.prefix(1).uppercased() + name.dropFirst() }

      init?(_ node: VariableDeclSyntax) {
        guard node.bindings.count == 1, let binding = node.bindings.first,
          let name = binding.name?.identifierText
        else { return nil }
        self.binding = binding
        self.name = name
      }
    }

    struct Facts: RuleFacts {
      var conversions: [Conversion] = []
      /// Where values of the user's defaults are changed, or may be, by their keys.
      var uses: [String: [Use]] = [:]
      /// Names such as `_volume` and `$volume`, with the type whose members they are; nil where that isn't known.
      var storages: [Storage] = []
      /// Where models are made once, and where they may be made several times.
      var creations: [(type: TypeSymbol.ID, isSingle: Bool)] = []
    }

    struct Storage: Sendable {
      let name: String
      let type: TypeSymbol.ID?
      let place: Place
      /// Makes the same binding of the property that takes the wrapper's place.
      var binding: Edit?
    }

    struct Use: Sendable {
      let place: Place
      /// It's `@AppStorage` of a view, which follows all changes by itself.
      let isOfView: Bool
    }

    /// A property that becomes a tracked one.
    struct Conversion: Sendable {
      let owner: TypeSymbol.ID
      let name: String
      let wrapper: String
      let id: RuleID
      let key: String?
      /// Its attribute.
      let place: Place
      let edits: [Edit]
      /// Whether the value may be changed in another way than through the property.
      let isStoredElsewhere: Bool
    }

    /// Notes that a value of the user's defaults is changed here, and what inherits the property.
    static func note(_ stored: Declaration, _ walk: Walk, _ facts: inout Facts) {
      guard let key = stored.key else { return }
      let use = Use(place: walk.place(of: stored.attribute), isOfView: stored.node.isOfValue(walk))
      facts.uses[key, default: []].append(use)
      inspectInherited(stored.node, stored.attribute, walk)
    }

    /// Why no computed property can take its place; nil if one can.
    static func obstacle(to property: Property, _ stored: Declaration, _ declaration: ClassProperty) -> String? {
      let (name, wrapper, walk) = (property.name, stored.attribute.name, declaration.walk)
      if property.binding.typeOfDefault(walk) == nil { return Message.needsType(name, wrapper) }
      guard walk.table.members(property.storage, of: declaration.type).isEmpty, !name.hasPrefix("`"),
        property.binding.accessorBlock?.assigns(name) != true
      else { return Message.isNotSimple(name, wrapper) }
      return EarlyUse.occurs(of: name, in: declaration) ? EarlyUse.message(name) : nil
    }

    /// Puts a computed property in its place, unless something in another file stands against it.
    static func compute(
      _ property: Property,
      _ stored: Declaration,
      isStoredElsewhere: Bool = true,
      _ declaration: ClassProperty,
      _ facts: inout Facts
    ) {
      let storage = declaration.walk.text(stored.attribute) + " private var"
      facts.conversions.append(
        Conversion(
          owner: declaration.type,
          name: property.name,
          wrapper: stored.attribute.name,
          id: stored.id,
          key: stored.key,
          place: declaration.walk.place(of: stored.attribute),
          // What the wrapper stores stays with it, under another name.
          edits: [declaration.walk.removing(attribute: stored.attribute)]
            + edits(tracking: property, declaration, storedAs: storage),
          isStoredElsewhere: isStoredElsewhere
        )
      )
    }

    /// A model announces the changes of what it inherits, also from a class that is no `ObservableObject` and doesn't convert.
    private static func inspectInherited(_ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ walk: Walk) {
      guard node.isMember, !node.modifiers.hasStatic, let type = walk.names.enclosingType, walk.models[type] == nil,
        walk.table.types[type].kind == .class, let name = node.bindings.first?.pattern.boundNames.first
      else { return }
      let models = walk.models.candidates.filter { walk.table.superclasses(of: $0).contains(type) }
      walk.decide(id, at: attribute, of: models, Message.isInherited(name, walk.name(type)))
    }

    /// Puts accessors that report reads and changes behind a property, and declares what stores its value.
    static func edits(tracking property: Property, _ declaration: ClassProperty, storedAs storage: String) -> [Edit] {
      let (node, walk) = (declaration.node, declaration.walk)
      let (name, stored, binding) = (property.name, property.storage, property.binding)
      let type = binding.typeOfDefault(walk) ?? ""
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
      // What the declaration ends with is now the end of the stored one.
      return [walk.inserting(lines.joined(separator: walk.source.newline), at: start)]
    }
  }
}

extension VariableDeclSyntax {
  /// Whether instances of a structure store it.
  fileprivate func isOfValue(_ walk: Walk) -> Bool {
    guard isMember, !modifiers.hasStatic, let owner = walk.names.enclosingType else { return false }
    return walk.table.types[owner].kind == .struct
  }
}

extension PatternBindingSyntax {
  /// How its type is written, or what follows for it from its value.
  func typeOfDefault(_ walk: Walk) -> String? {
    if let annotation = typeAnnotation { return annotation.type.trimmedText }
    guard let value = initializer?.value else { return nil }
    if case .named(let names, _)? = TypeReference(literal: value) { return names.joined(separator: ".") }
    if let call = value.as(FunctionCallExprSyntax.self) {
      let callee = call.calledExpression.trimmedText
      return ["Bool", "Data", "Date", "Double", "Int", "String", "URL"].contains(callee) ? callee : nil
    }
    // A case of an enumeration.
    guard let access = value.as(MemberAccessExprSyntax.self), let base = access.base,
      case .metatype(let type) = walk.type(of: base), walk.table.types[type].kind == .enum,
      walk.table.types[type].members[access.declName.baseName.identifierText]?.allSatisfy({
        $0.kind == .property && !$0.isStored
      })
        == true
    else { return nil }
    return base.trimmedText
  }
}

extension AccessorBlockSyntax {
  /// Whether an observer assigns its own property, which the wrapper doesn't observe.
  fileprivate func assigns(_ name: String) -> Bool {
    let tokens = Array(self.tokens(viewMode: .sourceAccurate))
    return zip(tokens, tokens.dropFirst()).contains { $0.text == name && $1.text.hasSuffix("=") && $1.text != "==" }
  }
}

extension StoredPropertyRule.StoredDefault.Message {
  /// Of which type there may be several objects, and which place stores the same in a view.
  static func isTracked(_ name: String, inEach type: String?, alsoIn place: String?) -> String {
    var text = "`\(name)` is tracked, and stored by `@AppStorage` as before."
    if let type {
      text += " Views of one `\(type)` don't follow changes that are made through another: use one object for all."
    }
    if let place {
      text += """
         Views change the same key at \(place); other readers of `\(name)` show that only when something else that \
        they read changes: let that view change `\(name)`.
        """
    }
    return text
  }

  static func isBound(_ name: String) -> String {
    "The binding of `\(name)` is now made by `Bindable`."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` keeps `@AppStorage` and is untracked: no view can show it."
  }

  static func isInherited(_ name: String, _ type: String) -> String {
    """
    `\(name)` is stored by `@AppStorage` in `\(type)`, where it would stay untracked: make `\(type)` an `ObservableObject`, which \
    converts together with its subclasses.
    """
  }

  static func isChangedElsewhere(_ name: String, _ place: String) -> String {
    """
    `\(name)` is stored by `@AppStorage`, and its key is also used at \(place), where `@Observable` doesn't notice a change: let all \
    changes go through `\(name)`, or give it a key of its own.
    """
  }

  static func isReported(_ name: String, _ wrapper: String) -> String {
    "`\(name)` is tracked, and stored by `@\(wrapper)` as before."
  }

  static func isReportedInPart(_ name: String, _ wrapper: String) -> String {
    """
    `\(name)` is tracked, and stored by `@\(wrapper)` as before. Views follow changes that are made through `\(name)`, and others only \
    if what `@\(wrapper)` reads is observable.
    """
  }

  static func needsType(_ name: String, _ wrapper: String) -> String {
    "`\(name)` is stored by `@\(wrapper)`, and its type isn't known here: write `var \(name): …`."
  }

  static func isNotSimple(_ name: String, _ wrapper: String) -> String {
    """
    `\(name)` is stored by `@\(wrapper)`, and its wrapper is used: begin a getter with `access(keyPath: \\.\(name))`, and let the \
    setter store the value in `withMutation(keyPath: \\.\(name)) { … }`.
    """
  }
}
