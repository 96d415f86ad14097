/// The ways to read through an object what the registrar doesn't notice.
struct Outlets {
  enum Replacement {
    /// Only tracked properties can have changed.
    case nothing
    /// Mutations of properties, or of the object as a whole (`self`), whose members then report their reads.
    /// Another property may hold the changed object, too, unless they include all that can.
    case mutations([String], reportReads: Bool, includeAll: Bool)
    /// The changed value may be read through an untracked property, or its place is unknown.
    case unknown(property: String?)
    /// Code in another module than the class would have to call an internal function: a member, or the announcement itself.
    case internalElsewhere(member: String?)

    var isObstacle: Bool {
      switch self {
      case .nothing, .mutations: false
      case .unknown, .internalElsewhere: true
      }
    }
  }

  private let symbol: TypeSymbol
  /// Members that read untracked values.
  private let reads: [ReportedRead]
  /// Tracked properties that may hold objects with untracked values.
  private var tracked: [String] = []
  /// An untracked property that may change, or lead to a change.
  private var untracked: String?
  /// Whether views can show a part of the object, or of models behind it.
  private var showsSomething: Bool
  /// Whether a superclass has untracked members.
  private let inheritsOutlets: Bool
  /// Whether the class has a superclass, or subclasses with untracked members.
  private let isInherited: Bool
  /// The models behind tracked properties, by property: their changes are noticed only if they convert as well.
  private var models: [String: Set<TypeSymbol.ID>] = [:]

  /// With `isPart`, superclasses and subclasses are left out.
  init(
    of type: TypeSymbol.ID,
    _ reads: [TypeSymbol.ID: [ReportedRead]],
    outsideReads: [String: Set<CodeGraph.CodePlace>],
    isPart: Bool = false,
    _ project: Project
  ) {
    let table = project.table
    symbol = table.types[type]
    self.reads = reads[type] ?? []
    let superclasses = isPart ? [] : table.superclasses[type]
    let subclasses = isPart ? [] : table.subtypes[type] ?? []
    func haveOutlets(_ types: some Sequence<TypeSymbol.ID>) -> Bool {
      types.contains { type in
        let part = Self(of: type, reads, outsideReads: outsideReads, isPart: true, project)
        return !part.reads.isEmpty || !part.tracked.isEmpty || part.untracked != nil
      }
    }
    inheritsOutlets = haveOutlets(superclasses)
    isInherited = !superclasses.isEmpty || haveOutlets(subclasses)
    // An announcement of an object without contents of its own reports only changes elsewhere.
    showsSomething = !superclasses.isEmpty || !subclasses.isEmpty || !self.reads.isEmpty
    for name in symbol.members.keys.sorted() {
      guard let member = symbol.storedProperty(name), !member.keepsSubscriptions else { continue }
      let memberType = table.type(of: member, in: symbol.scope)
      if case .function = memberType { continue }
      let behind = Self.models(behind: memberType, project)
      models[name] = behind
      let canShow = project.reach.canShow(member, of: symbol)
      let isTracked = project.isTracked(member, PropertyKey(type: type, name: name))
      if !member.isPrivate || canShow, !behind.isEmpty || isTracked && !member.isLet { showsSomething = true }
      // The models behind may show untracked values.
      let showsMore =
        table.symbols(in: memberType.element).contains { reads[$0] != nil || project.models.isSilent($0) }
        || table.holdsObjects(memberType, project.models) != false
      if isTracked, !member.isLazy, !member.isLet {
        if showsMore, project.reach.mayShow(member, of: symbol) { tracked.append(name) }
      } else if !member.isPrivate, canShow, showsMore || !member.isLet,
        let readers = outsideReads[name], project.reach.isRead(name, of: type, by: readers)
      {
        untracked = untracked ?? name
      }
    }
  }

  private static func models(behind type: ResolvedType, _ project: Project) -> Set<TypeSymbol.ID> {
    let table = project.table
    func models(in type: ResolvedType) -> [TypeSymbol.ID] {
      table.symbols(in: type.element).filter { project.models[$0] == .model }
    }
    return closure(of: models(in: type)) { model in
      let symbol = table.types[model]
      return symbol.members.keys.compactMap(symbol.storedProperty)
        .flatMap { models(in: table.type(of: $0, in: symbol.scope)) }
    }
  }

  func models(of announcement: Announcement) -> [TypeSymbol.ID] {
    let models = models.filter { announcement.touched?.contains($0.key) ?? true }.values.joined()
    return Set(models).sorted()
  }

  func announcing(_ announcement: Announcement) -> Replacement {
    if let untracked { return .unknown(property: untracked) }
    if inheritsOutlets || !showsSomething { return .unknown(property: nil) }
    // If the changed property is unknown, a property of unknown type may hold objects.
    let objects = tracked.filter { announcement.touched?.contains($0) ?? true }
    let keys = (reads.isEmpty ? [] : ["self"]) + objects
    if keys.isEmpty { return .nothing }
    if announcement.isInOtherModule { return .internalElsewhere(member: nil) }
    if let read = reads.first(where: \.isInOtherModule) { return .internalElsewhere(member: read.name) }
    // `withMutation(keyPath:)` is internal.
    let canBeAnnouncedByOthers =
      !symbol.isPublic
      && !objects.contains { symbol.members[$0]?.contains(where: \.isPrivate) == true }
    guard !isInherited, announcement.isOwn || reads.isEmpty && canBeAnnouncedByOthers, objects.count <= 3,
      reads.allSatisfy({ $0.edits != nil })
    else { return .unknown(property: nil) }
    return .mutations(keys, reportReads: !reads.isEmpty, includeAll: objects == tracked)
  }
}
