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
      let read = changing.filter { key in
        own.contains(key.type) ? making.ownReads.contains(key.name) : making.lead(to: key.name, of: key.type, table)
      }
      guard !read.isEmpty else { continue }
      let ordered = read.filter { own.contains($0.type) } + read.filter { !own.contains($0.type) }
      changedLater[creation] = ordered.first
      let started = graph.pathsStarted(byMaking: id, by: creation.initializers).reached
      let usedLater = making.reached.reduce(into: Set<String>()) { $0.formUnion(graph.pieces[$1].unit.usedLater) }
      changedByObject[creation] = ordered.first { key in
        started.contains { index in
          let piece = graph.pieces[index]
          // A change before the object is returned matters to others only.
          let isCalledLater = piece.unit.name.map(usedLater.contains) ?? false
          let isOver = own.contains(key.type) && making.reached.contains(index) && !isCalledLater
          var changed = isOver ? piece.unit.usedLater : piece.unit.changed.union(piece.unit.usedLater)
          // A change of a part of another object isn't one of the property.
          if table.symbols(behind: key.name, of: key.type).contains(where: { table.types[$0].kind == .class }) {
            changed.formIntersection(piece.unit.targets.keys)
          }
          return changed.contains(key.name)
            && graph.owners(of: key.name, in: piece, assignedToo: true).known.include(key.type, table)
        }
      }
    }
  }

  /// The first property that the creation of an object reads, and that the object changes later.
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
