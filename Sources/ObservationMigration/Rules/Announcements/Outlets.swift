/// How what the registrar does not notice can be read through an object.
struct Outlets {
  /// What takes the place of an announcement.
  enum Replacement {
    /// Nothing can have changed that is not tracked.
    case nothing
    /// Mutations of properties, and of the object as a whole, `self`, whose members then report their reads.
    case mutations([String], reportReads: Bool)
    /// What is announced may be read through a property that isn't tracked, or it can't be told.
    case unknown(property: String?)
  }

  let name: String
  /// Members whose code reads it.
  private let reads: [ReportedRead]
  /// Tracked properties, by whether objects are in them; nil where that's not known.
  private let tracked: [(name: String, holdsObjects: Bool?)]
  /// What is not tracked and may be, or lead to, what changes.
  private let untracked: String?
  /// Whether views can show something of it, or of models behind it.
  private let showsSomething: Bool
  /// Whether something can be read through a superclass that isn't tracked.
  private let inheritsOutlets: Bool
  /// Whether the class has a superclass, or subclasses through which something can be read that isn't tracked.
  private let isInherited: Bool
  /// Whether all code that uses the type is in its module.
  private let isInternal: Bool
  /// Properties that only code in their file sees.
  private let hidden: Set<String>
  /// Models that tracked properties lead to, by their names: their changes are noticed only if they convert as well.
  private let models: [String: Set<TypeSymbol.ID>]

  /// With `isPart`, only what the class itself declares matters, without its superclasses and subclasses.
  init(
    of type: TypeSymbol.ID,
    _ reads: [TypeSymbol.ID: [ReportedRead]],
    outsideReads: Set<String>,
    isPart: Bool = false,
    _ project: Project
  ) {
    let table = project.table
    name = table.types[type].name
    self.reads = reads[type] ?? []
    isInternal = !table.types[type].isPublic
    hidden = Set(table.types[type].members.values.joined().filter { $0.access == .type || $0.isPrivate }.map(\.name))
    let superclasses = isPart ? [] : table.superclasses(of: type)
    let subclasses = isPart ? [] : table.types.map(\.id).filter { table.superclasses(of: $0).contains(type) }
    func showsMore(_ types: [TypeSymbol.ID]) -> Bool {
      types.contains { Self(of: $0, reads, outsideReads: outsideReads, isPart: true, project).hasOutlets }
    }
    // An object that shows nothing of its own tells its views only that something else has changed.
    var showsSomething = !superclasses.isEmpty || !subclasses.isEmpty || !self.reads.isEmpty
    inheritsOutlets = showsMore(superclasses)
    isInherited = !superclasses.isEmpty || showsMore(subclasses)
    var tracked: [(name: String, holdsObjects: Bool?)] = []
    var untracked: String?
    var models: [String: Set<TypeSymbol.ID>] = [:]
    for name in table.types[type].members.keys.sorted() {
      guard let member = table.types[type].storedProperty(name), !member.keepsSubscriptions else { continue }
      let memberType = table.type(of: member, in: table.types[type].scope)
      // A closure is called, and shows nothing.
      if case .function = memberType { continue }
      let holdsObjects = table.holdsObjects(memberType, project.models)
      let behind = Self.models(behind: memberType, project)
      models[name] = behind
      let canShow = project.reach.canShow(member, of: table.types[type])
      let isTracked = project.isTracked(member, PropertyKey(type: type, name: name))
      if member.access != .type || canShow, !behind.isEmpty || isTracked && !member.isLet { showsSomething = true }
      // Another model may show what nothing is known of, or changes that nothing tracks.
      let showsMore = table.models(in: memberType).contains { reads[$0] != nil || project.models.isSilent($0) }
      if isTracked, !member.isLazy, !member.isLet {
        if showsMore || holdsObjects != false { tracked.append((name, showsMore ? true : holdsObjects)) }
      } else if !member.isPrivate, outsideReads.contains(name), canShow,
        showsMore || !member.isLet || holdsObjects != false
      {
        untracked = untracked ?? name
      }
    }
    self.showsSomething = showsSomething
    self.tracked = tracked
    self.untracked = untracked
    self.models = models
  }

  /// Whether something can be read through it that the registrar does not notice.
  private var hasOutlets: Bool { !reads.isEmpty || !tracked.isEmpty || untracked != nil }

  private static func models(behind type: ResolvedType, _ project: Project) -> Set<TypeSymbol.ID> {
    let table = project.table
    func models(in type: ResolvedType) -> [TypeSymbol.ID] {
      table.models(in: type).filter { project.models[$0] == .model }
    }
    return closure(of: models(in: type)) { model in
      let symbol = table.types[model]
      return symbol.members.keys.compactMap(symbol.storedProperty)
        .flatMap { models(in: table.type(of: $0, in: symbol.scope)) }
    }
  }

  /// The models whose changes an announcement may be of.
  func models(of announcement: Announcement) -> [TypeSymbol.ID] {
    let models = models.filter { announcement.touched?.contains($0.key) ?? true }.values.joined()
    return Set(models).sorted()
  }

  /// Whether other code can call `withMutation(keyPath:)`, which is internal, for these properties.
  private func canBeAnnouncedByOthers(_ properties: [String]) -> Bool {
    isInternal && !properties.contains(where: hidden.contains)
  }

  /// What an announcement comes to.
  func announcing(_ announcement: Announcement) -> Replacement {
    if let untracked { return .unknown(property: untracked) }
    if inheritsOutlets || !showsSomething { return .unknown(property: nil) }
    // Where nothing tells what has changed, what is not known to have objects in it may have some.
    let objects = tracked.filter { announcement.touched?.contains($0.name) ?? true }.map(\.name)
    let keys = (reads.isEmpty ? [] : ["self"]) + objects
    if keys.isEmpty { return .nothing }
    guard !isInherited, announcement.isOwn || reads.isEmpty && canBeAnnouncedByOthers(objects), objects.count <= 3,
      reads.allSatisfy({ $0.edits != nil })
    else {
      return .unknown(property: nil)
    }
    return .mutations(keys, reportReads: !reads.isEmpty)
  }
}
