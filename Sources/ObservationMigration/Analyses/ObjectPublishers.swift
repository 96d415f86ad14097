/// Which models keep a publisher of their changes, because something subscribes to `objectWillChange`?
struct ObjectPublishers: Sendable {
  /// For each of these models, the class declaring the publisher: the model itself, or a superclass.
  private var owners: [TypeSymbol.ID: TypeSymbol.ID] = [:]

  init(_ surveys: [FileSurvey], _ table: SymbolTable, _ models: Models) {
    var pending: [TypeSymbol.ID] = []
    // The objects whose changes a model forwards as its own.
    var forwarded: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    for (file, survey) in surveys.enumerated() {
      for use in survey.publisherUses where use.isSubscription {
        let types = table.objects(of: use, in: file).filter { models[$0] == .model }
        if use.isForward, let parent = table.scope(of: use.place, in: file).types.last {
          forwarded[parent, default: []] += types
        } else {
          pending += types
        }
      }
    }
    guard !pending.isEmpty else { return }
    var families: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    for id in models.candidates { families[Self.root(of: id, table, models), default: []].append(id) }
    while let next = pending.popLast() {
      let root = Self.root(of: next, table, models)
      guard owners[root] == nil, let family = families[root],
        family.allSatisfy({ table.announcesPublishedOnly($0) })
      else { continue }
      for id in family {
        owners[id] = root
        pending += forwarded[id] ?? []
      }
    }
  }

  /// The class declaring the publisher of a model; nil if the model keeps none.
  subscript(id: TypeSymbol.ID) -> TypeSymbol.ID? { owners[id] }

  /// The topmost superclass that is a model.
  private static func root(of id: TypeSymbol.ID, _ table: SymbolTable, _ models: Models) -> TypeSymbol.ID {
    table.superclasses[id].last { models[$0] == .model } ?? id
  }
}

extension SymbolTable {
  /// Whether only `@Published` can announce changes of the enclosing object.
  func announcesPublishedOnly(_ id: TypeSymbol.ID) -> Bool {
    types[id].members.values.joined().allSatisfy { member in
      guard member.isStored, !member.isStatic else { return true }
      return member.attributes.allSatisfy { name in
        PlainAttributes.names.contains(name) || InjectingWrappers.names.contains(name)
          || name.unicodeScalars.first?.properties.isUppercase == false || ViewWrapper.names.contains(name)
      }
    }
  }
}
