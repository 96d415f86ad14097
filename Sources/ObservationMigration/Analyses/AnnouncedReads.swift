/// Which of the properties that models announce do views read, and does that leave something untracked outdated?
extension Project {
  /// Whether a view that holds the model of a property shows something else, untracked, that may change with the property,
  /// in code that changes nothing tracked that the view reads.
  func mayViewsShowUnobservedState(changedWith property: PropertyKey) -> Bool {
    guard reach.hasViews else { return true }
    let changed: Set = [JointChanges.Variable(name: property.name, type: property.type)]
    return table.relatives(of: property.type).flatMap { unobserved.viewsBeside[$0] ?? [] }.contains { id in
      let view = table.types[id]
      return view.declaringFiles.contains { file in
        let read = tracked(readBy: id, in: file)
        return unobserved.sources(of: reach.reads(of: view, in: file), in: id).contains { source in
          source.isTime || jointChanges.mayChange(source.variables, with: changed, apartFrom: read)
        }
      }
    }
  }

  private func modelsHeld(by view: TypeSymbol.ID) -> Set<TypeSymbol.ID> {
    Set(table.types[view].members.keys.flatMap { table.symbols(behind: $0, of: view) }.filter { models[$0] == .model })
  }

  /// The tracked properties that the code of a view reads: those of the models that it holds, and of others.
  func tracked(readBy view: TypeSymbol.ID, in file: Int, of others: [TypeSymbol.ID] = [])
    -> Set<JointChanges.Variable>
  {
    announced(by: modelsHeld(by: view) + others, areRead: true, reach.reads(of: table.types[view], in: file))
  }

  /// The properties that models announce and that a view doesn't read, or the tracked ones that the view reads, itself
  /// or through other members. Where a model announces more than its published properties, these may be changes of any
  /// property.
  func announced(by types: [TypeSymbol.ID], areRead: Bool, _ reads: ViewReach.Reads) -> Set<JointChanges.Variable> {
    types.reduce(into: []) { variables, type in
      let all = table.lineage(of: type)
      let members = all.map { table.types[$0].members }
      let direct = reads.followed.filter { name in members.contains { $0[name] != nil } }
      let names = closure(of: direct) { name in
        all.flatMap { reach.members[PropertyKey(type: $0, name: name)]?.names ?? [] }
      }
      let announcesMore = all.contains(where: models.announcesMore)
      for type in all {
        let symbol = table.types[type]
        for name in symbol.members.keys where names.contains(name) == areRead {
          let isAnnounced = symbol.storedProperty(name).map { property -> Bool in
            let isTracked = isTracked(property, PropertyKey(type: type, name: name))
            return areRead ? isTracked : property.announcesItself || announcesMore && isTracked
          }
          if isAnnounced == true { variables.insert(JointChanges.Variable(name: name, type: type)) }
        }
      }
    }
  }
}

extension Member {
  /// Whether an `ObservableObject` announces each change of the property. `@AppStorage` does so, too, also where no view shows the
  /// value, and the property isn't tracked.
  var announcesItself: Bool { hasAttribute("Published") || hasAttribute("AppStorage") }
}
