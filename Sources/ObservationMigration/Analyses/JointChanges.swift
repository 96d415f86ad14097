import Synchronization

/// Does an untracked value change when a model announces something?
///
/// A view was updated with each change that its models announced, and then showed what was untracked as well. The view
/// relied on that where some code changes both, as `theme.accent = color; store.name = name` does, or where the change
/// of one leads to the change of the other. A value that changes apart from the model was shown only with a later change
/// of something else, mostly by chance; a view that a timer updated all the time isn't found. If the code that changes
/// both always changes a tracked property that the view reads, too, the view is still updated.
///
/// Code is followed from a change to its callers, from an observer or a setter to the changes of its property, and from
/// the code that gets a notification, or the values of `$name`, to the code that posts it, or changes the property.
/// Only a few steps are followed: `main` leads to everything.
struct JointChanges: Sendable {
  struct Variable: Hashable, Sendable {
    let name: String
    /// The type that has the variable; nil if it may be any.
    let type: TypeSymbol.ID?

    static let defaults = Variable(name: "UserDefaults", type: nil)

    /// The announcements that a model's own code makes.
    static func announcement(of type: TypeSymbol.ID) -> Variable { Variable(name: "objectWillChange", type: type) }
  }

  private let graph: CodeGraph
  private let table: SymbolTable
  /// The code that gets the values of a publisher. Its index is that of the graph's pieces continued.
  private var pipelines: [CodeGraph.Piece] = []
  /// The pieces of code that change a variable of a name, that call a function of a name, and that post a notification.
  private var changers: [String: [Int]] = [:]
  private var callers: [String: [Int]] = [:]
  private var posters: [String: [Int]] = [:]
  /// What each piece of code subscribes to.
  private var subscriptions: [Int: [Event]] = [:]
  /// What the code in a declaration subscribes to.
  private var subscriptionsInside: [Declaration: [Event]] = [:]
  /// What the code in which a function's name stands subscribes to.
  private var subscriptionsNaming: [String: [Event]] = [:]

  private struct Declaration: Hashable {
    let file: Int
    let index: Int?
  }

  private enum Event: Hashable {
    case notification(String)
    case value(String)
  }

  /// The causes and changers that were found. Most questions about an application lead to the same code: without this
  /// memory, an application of 4,000 files took minutes.
  private final class Memory: Sendable {
    let causes = Mutex<[Int: [Int]]>([:])
    let changers = Mutex<[Variable: [Int]]>([:])
  }

  private let memory = Memory()

  init(_ surveys: [FileSurvey], _ graph: CodeGraph, _ table: SymbolTable) {
    (self.graph, self.table) = (graph, table)
    let notifications = table.namesOfNotifications
    /// The publishers whose values other code may get, which isn't known.
    var passedOn: [Declaration: Set<String>] = [:]
    // No view follows what tests change.
    for (file, survey) in surveys.enumerated() where !survey.isOfTests {
      for pipeline in survey.pipelines {
        if !pipeline.isKnown {
          let declaration = Declaration(file: file, index: pipeline.immediate.declaration)
          passedOn[declaration, default: []].insert(pipeline.name)
        }
        for unit in [pipeline.immediate, pipeline.later] {
          let index = graph.pieces.count + pipelines.count
          pipelines.append(CodeGraph.Piece(unit, survey, in: file, table))
          add(index, unit.changed, unit.callees, notifications)
          subscriptions[index] = [.value(pipeline.name)]
        }
      }
    }
    for (index, piece) in graph.pieces.enumerated() where !surveys[piece.file].isOfTests {
      let unit = piece.unit
      let callees = unit.callees.subtracting(unit.usedByPipelines)
      add(index, unit.changed.subtracting(unit.usedByPipelines), callees, notifications)
      let declaration = Declaration(file: piece.file, index: unit.declaration)
      let published = piece.type.map({ table.types[$0].kind }) == .class ? unit.projections : []
      let publishers = unit.publishers.intersection(passedOn[declaration] ?? []).union(published)
      var events = publishers.map { Event.value($0) }
      if !unit.callees.isDisjoint(with: Self.receivers) {
        events += unit.reads.names.union(unit.implicitReads).filter(notifications.contains).map { .notification($0) }
      }
      if events.isEmpty { continue }
      subscriptions[index] = events
      subscriptionsInside[declaration, default: []] += events
      for name in unit.reads.names { subscriptionsNaming[name, default: []] += events }
    }
  }

  /// Adds what a piece of code changes and calls.
  private mutating func add(
    _ index: Int,
    _ changed: Set<String>,
    _ callees: Set<String>,
    _ notifications: Set<String>
  ) {
    let piece = piece(index)
    let unit = piece.unit
    let names = unit.reads.names.union(unit.implicitReads)
    // Nothing shows an object that is being made. Closures in its initializer may run later.
    func isLater(_ name: String) -> Bool { !unit.isInitial || unit.usedLater.contains(name) }
    func isOwn(_ name: String) -> Bool { graph.owners(of: name, in: piece, assignedToo: true).isOwn }
    let changed = changed.union(graph.namesChanged(byMethods: callees, in: unit))
    for name in changed where isLater(name) || !isOwn(name) { changers[name, default: []].append(index) }
    // A binding may change the property of an observer.
    if unit.runsOnlyOnChange, let name = unit.name { changers[name, default: []].append(index) }
    if !callees.isDisjoint(with: Self.changesOfDefaults), table.haveDefaults(names, in: piece.types.compactMap(\.self))
    {
      changers[Variable.defaults.name, default: []].append(index)
    }
    if names.contains("objectWillChange"), callees.contains("send") {
      changers["objectWillChange", default: []].append(index)
    }
    if callees.contains("post") {
      for name in names where notifications.contains(name) { posters[name, default: []].append(index) }
    }
    for name in callees where isLater(name) { callers[name, default: []].append(index) }
  }

  private func piece(_ index: Int) -> CodeGraph.Piece {
    index < graph.pieces.count ? graph.pieces[index] : pipelines[index - graph.pieces.count]
  }

  private static let receivers: Set<String> = ["addObserver", "notifications", "onReceive", "publisher"]
  private static let changesOfDefaults: Set<String> = ["removeObject", "removePersistentDomain", "set", "setValue"]

  /// Whether one of the values may change when one of the announced variables does, in code that changes none of the
  /// variables that are read.
  func mayChange(_ values: Set<Variable>, with announced: Set<Variable>, apartFrom read: Set<Variable>) -> Bool {
    let causes = causes(of: values, steps: 3).intersection(causes(of: announced, steps: 3))
    if causes.isEmpty { return false }
    // The closures of an initializer are one piece of code, and each may run alone.
    return !causes.isSubset(of: self.causes(of: read, steps: 6).filter { !piece($0).unit.isInitial })
  }

  /// The pieces of code that change some variables, themselves or within some steps.
  private func causes(of variables: Set<Variable>, steps: Int) -> Set<Int> {
    var all = variables.reduce(into: Set<Int>()) { $0.formUnion(changers(of: $1)) }
    var latest = all
    for _ in 0..<steps where !latest.isEmpty {
      latest = latest.reduce(into: Set()) { $0.formUnion(causes(of: $1)) }.subtracting(all)
      all.formUnion(latest)
    }
    return all
  }

  /// The pieces of code that change a variable themselves.
  private func changers(of variable: Variable) -> [Int] {
    if let known = memory.changers.withLock({ $0[variable] }) { return known }
    let found = (changers[variable.name] ?? []).filter { index in
      guard let type = variable.type else { return true }
      let piece = piece(index)
      if variable.name == "objectWillChange" || piece.unit.runsOnlyOnChange && piece.unit.name == variable.name {
        return piece.type.map { table.areRelated($0, type) } ?? false
      }
      return graph.owners(of: variable.name, in: piece, assignedToo: true).known.include(type, table)
    }
    memory.changers.withLock { $0[variable] = found }
    return found
  }

  /// The pieces of code that make a piece run, by one step.
  private func causes(of index: Int) -> [Int] {
    if let known = memory.causes.withLock({ $0[index] }) { return known }
    let found = findCauses(of: index)
    memory.causes.withLock { $0[index] = found }
    return found
  }

  private func findCauses(of index: Int) -> [Int] {
    let piece = piece(index)
    let unit = piece.unit
    // Other closures of subscriptions belong to the code that subscribes, or are code without a name.
    var events =
      (unit.name == nil && index < graph.pieces.count
        ? subscriptionsInside[Declaration(file: piece.file, index: unit.declaration)] : subscriptions[index]) ?? []
    var causes: [Int] = []
    if let name = unit.name {
      if unit.isFunction {
        causes = (callers[name] ?? []).filter { index in
          graph.owners(of: name, in: self.piece(index)).all.include(piece.type, table)
        }
        events += subscriptionsNaming[name] ?? []
      } else if unit.runsOnlyOnChange {
        causes = changers(of: Variable(name: name, type: piece.type))
      }
    }
    for event in Set(events) {
      switch event {
      case .notification(let name): causes += posters[name] ?? []
      case .value(let name): causes += changers[name] ?? []
      }
    }
    return causes
  }
}

extension SymbolTable {
  /// Whether one of these names in the code of some types means the user's defaults.
  func haveDefaults(_ names: Set<String>, in types: [TypeSymbol.ID]) -> Bool {
    names.contains("UserDefaults")
      || types.contains { type in
        names.contains { self.types[type].members[$0]?.contains(where: \.holdsDefaults) == true }
      }
  }

  /// The names of the notifications that the files declare: of static constants that are, or begin with, a
  /// `Notification.Name`.
  fileprivate var namesOfNotifications: Set<String> {
    let all = types.lazy.flatMap { $0.members.values.joined() }.filter(\.isNotification).map(\.name)
    let foreign = foreignMembers.filter { $0.value.contains { $0.type == "Name" || $0.member.isNotification } }
    return Set(all).union(foreign.keys)
  }
}

extension Member {
  /// `let defaults = UserDefaults.standard`
  fileprivate var holdsDefaults: Bool {
    kind == .property && (type == .named(["UserDefaults"]) || value?.root == .name("UserDefaults"))
  }

  /// `static let didLoad = Notification.Name("didLoad")`
  fileprivate var isNotification: Bool {
    guard isStatic, case .name(let root)? = value?.root else { return false }
    return ["NSNotification", "Notification"].contains(root)
  }
}
