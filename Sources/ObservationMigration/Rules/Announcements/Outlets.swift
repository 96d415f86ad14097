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
  private let isInherited: Bool
  /// Whether all code that uses the type is in its module.
  private let isInternal: Bool
  /// Properties that only code in their file sees.
  private let hidden: Set<String>
  /// Models that tracked properties lead to, by their names: their changes are noticed only if they convert as well.
  private let models: [String: Set<TypeSymbol.ID>]

  init(of type: TypeSymbol.ID, _ reads: [TypeSymbol.ID: [ReportedRead]], outsideReads: Set<String>, _ project: Project)
  {
    let table = project.table
    name = table.types[type].name
    self.reads = reads[type] ?? []
    isInternal = !table.types[type].isPublic
    hidden = Set(table.types[type].members.values.joined().filter { $0.access == .type || $0.isPrivate }.map(\.name))
    isInherited = table.superclass(of: type) != nil || table.types.contains { table.superclass(of: $0.id) == type }
    var tracked: [(name: String, holdsObjects: Bool?)] = []
    var untracked: String?
    var models: [String: Set<TypeSymbol.ID>] = [:]
    for name in table.types[type].members.keys.sorted() {
      guard let member = table.types[type].storedProperty(name), !member.keepsSubscriptions else { continue }
      let memberType = table.type(of: member, in: table.types[type].scope)
      // A closure is called, and shows nothing.
      if case .function = memberType { continue }
      let holdsObjects = table.holdsObjects(memberType, project.models)
      models[name] = Self.models(behind: memberType, project)
      // Another model may show what nothing is known of.
      if !member.isPrivate, outsideReads.contains(name),
        table.models(in: memberType).contains(where: { reads[$0] != nil })
      {
        untracked = untracked ?? name
      }
      if project.isTracked(member, PropertyKey(type: type, name: name)), !member.isLazy, !member.isLet {
        if holdsObjects != false { tracked.append((name, holdsObjects)) }
      } else if !member.isPrivate, outsideReads.contains(name), !member.isLet || holdsObjects != false {
        untracked = untracked ?? name
      }
    }
    self.tracked = tracked
    self.untracked = untracked
    self.models = models
  }

  private static func models(behind type: ResolvedType, _ project: Project) -> Set<TypeSymbol.ID> {
    let table = project.table
    var found: Set<TypeSymbol.ID> = []
    var pending = table.models(in: type)
    while let next = pending.popLast() {
      guard project.models[next] == .model, found.insert(next).inserted else { continue }
      let symbol = table.types[next]
      pending += symbol.members.keys.compactMap(symbol.storedProperty)
        .flatMap { table.models(in: table.type(of: $0, in: symbol.scope)) }
    }
    return found
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
