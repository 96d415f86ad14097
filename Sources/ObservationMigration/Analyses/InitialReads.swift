/// Which tracked properties does the creation of an object read?
///
/// A view that makes the object in its body depends on these properties, and makes another object after each change. If the
/// new object changes the property in turn, that never ends.
struct InitialReads: Sendable {
  /// A class with the initializers that run.
  private struct Creation: Hashable {
    let type: TypeSymbol.ID
    let initializers: Set<Place>
  }

  private let table: SymbolTable
  private var changedByObject: [Creation: PropertyKey] = [:]
  private var changedLater: [Creation: PropertyKey] = [:]

  init(_ graph: CodeGraph, _ table: SymbolTable, _ models: Models, _ reach: ViewReach) {
    let changing = table.types.filter { models.getsMacro($0.id, table) }.flatMap { type in
      type.members.keys.sorted().map { PropertyKey(type: type.id, name: $0) }
    }
    .filter { key in
      guard let member = table.types[key.type].storedProperty(key.name), !member.isLet else { return false }
      return reach.tracks(member, key, table) && reach.changesLater(member, of: key.type, table)
        && (reach.binds(member, of: key.type, table) || !graph.changesOnlyWithLazyValue(key))
    }
    self.table = table
    let classes = models.candidates.filter { table.types[$0].kind == .class }
    let creations = classes.flatMap { id in
      table.initializers(making: id, with: nil).map { Creation(type: id, initializers: $0) }
    }
    for creation in creations {
      let id = creation.type
      let making = graph.pathsMaking(id, by: creation.initializers)
      let own = Set(table.lineage(of: id))
      let modified = making.reached.reduce(into: Set<String>()) { $0.formUnion(graph.pieces[$1].unit.modified) }
      let read = changing.filter { key in
        let isRead =
          own.contains(key.type) ? making.ownReads.contains(key.name) : making.lead(to: key.name, of: key.type, table)
        return isRead || modified.contains(key.name) && graph.modifies(key, in: making.reached)
      }
      guard !read.isEmpty else { continue }
      let ordered = read.filter { own.contains($0.type) } + read.filter { !own.contains($0.type) }
      changedLater[creation] = ordered.first
      let later = graph.pathsStarted(by: making, of: id).reached
      func isChanged(_ key: PropertyKey, by index: Int, among names: Set<String>) -> Bool {
        let piece = graph.pieces[index]
        // A change of a part of another object isn't one of the property.
        let isObject = table.symbols(behind: key.name, of: key.type).contains { table.types[$0].kind == .class }
        return names.contains(key.name) && (!isObject || piece.unit.targets.keys.contains(key.name))
          && graph.owners(of: key.name, in: piece, assignedToo: true).known.include(key.type, table)
      }
      // The object itself, and those that it makes for itself.
      let new = own.union(making.reached.flatMap { graph.typesMade(by: $0) })
      func changesByItself(_ unit: CodeUnit) -> Set<String> {
        unit.usedByItself.union(unit.assignedAtOnce).union(unit.modified)
      }
      changedByObject[creation] = ordered.first { key in
        making.reached.contains { index in
          let unit = graph.pieces[index].unit
          // Before the object is returned, nobody depends on what it changes of its own.
          return isChanged(key, by: index, among: new.contains(key.type) ? unit.usedByItself : changesByItself(unit))
        } || later.contains { isChanged(key, by: $0, among: changesByItself(graph.pieces[$0].unit)) }
      }
    }
  }

  /// A property that the creation of an object reads, and that each object changes, even one that nobody keeps.
  func changed(byObjectOf id: TypeSymbol.ID, madeWith arguments: Arguments?) -> PropertyKey? {
    first(in: changedByObject, id, arguments)
  }

  /// The first property that the creation of an object reads, and that any code changes later.
  func changed(afterCreationOf id: TypeSymbol.ID, madeWith arguments: Arguments?) -> PropertyKey? {
    first(in: changedLater, id, arguments)
  }

  private func first(
    in properties: [Creation: PropertyKey],
    _ id: TypeSymbol.ID,
    _ arguments: Arguments?
  ) -> PropertyKey? {
    table.initializers(making: id, with: arguments).lazy
      .compactMap { properties[Creation(type: id, initializers: $0)] }.first
  }
}

extension CodeGraph {
  /// Whether code changes a property in place, for which the code reads it, too.
  fileprivate func modifies(_ key: PropertyKey, in reached: Set<Int>) -> Bool {
    reached.contains { index in
      pieces[index].unit.modified.contains(key.name)
        && owners(of: key.name, in: pieces[index], assignedToo: true).known.include(key.type, table)
    }
  }
}
