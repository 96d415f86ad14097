/// What of the models can views read, and what is changed of it?
///
/// Names are all that is compared: the type of what they are members of may be a superclass or a protocol, or not be known. So it
/// may be more than can really be read, never less; but for ``reads(of:in:)``, which notes are made of.
struct ViewReach: Sendable {
  /// What the code of a type or of a member reads.
  struct Reads: Sendable {
    var names: Set<String> = []
    /// The names that stand somewhere without a leading dot, and that aren't only names of parameters and local variables.
    var called: Set<String> = []
    /// The names that stand alone, and aren't local.
    var free: Set<String> = []
    /// The names of members of what has no name: `rows[0].title`.
    var membersOfUnnamed: Set<String> = []
    /// The functions that are called by names that stand alone or behind `self`.
    var calls: Set<String> = []
    /// `store.account`
    var accesses: Set<String> = []

    fileprivate mutating func formUnion(_ unit: CodeUnit) {
      called.formUnion(unit.freeReads)
      called.formUnion(unit.memberReads)
      names.formUnion(unit.freeReads)
      names.formUnion(unit.memberReads)
      names.formUnion(unit.localReads)
      names.formUnion(unit.implicitReads)
      free.formUnion(unit.freeReads)
      membersOfUnnamed.formUnion(unit.memberReadsOfUnnamed)
      calls.formUnion(unit.calls)
      accesses.formUnion(unit.accesses)
    }

    fileprivate mutating func formUnion(_ other: Reads) {
      names.formUnion(other.names)
      called.formUnion(other.called)
      free.formUnion(other.free)
      membersOfUnnamed.formUnion(other.membersOfUnnamed)
      calls.formUnion(other.calls)
      accesses.formUnion(other.accesses)
    }
  }

  /// What functions and computed properties of one name read.
  struct Yield: Sendable {
    var reads = Reads()
    /// The types whose members they are.
    var types: Set<TypeSymbol.ID> = []
    /// Whether some of them are static.
    var isStatic = false
  }

  /// Why a variable that views can show isn't tracked.
  enum Obstacle: Sendable {
    /// `deinit` reads it, which it can't where the class is isolated.
    case readAtEnd
    /// It's `nonisolated(unsafe)`, which only what is stored can be.
    case unsafe
  }

  /// Variables that models store unpublished, and that the output of a view can depend on.
  private(set) var properties: Set<PropertyKey> = []
  /// Others of that kind, which can't be computed properties, as the macro makes them.
  private(set) var untrackable: [PropertyKey: Obstacle] = [:]
  /// What code outside of models reads, and those members of models that can show something.
  private(set) var shown = Reads()
  /// What code outside of models reads.
  private(set) var outside = Reads()
  /// What code outside of all types reads.
  private(set) var loose = Reads()
  /// What any code reads.
  private(set) var names: Set<String> = []
  /// The names of members of other instances that code outside of models reads: `account` of `store.account`.
  private(set) var membersOfOthers: Set<String> = []
  /// What functions and computed properties outside of models read, by name: those that read something that is changed, and those that
  /// read one of these.
  private(set) var yields: [String: Yield] = [:]
  /// What members of models read that can show something.
  private(set) var members: [PropertyKey: Reads] = [:]
  /// What the code of each type reads, and that of the types in it.
  private(set) var types: [TypeSymbol.ID: Reads] = [:]
  /// What the code of each type reads to show something, or to compute a value that may be shown.
  private(set) var showing: [TypeSymbol.ID: Reads] = [:]
  /// What types other than models read to show something, by file, since several files may declare a type of one name.
  private var shownByTypes: [TypeSymbol.ID: [Int: Reads]] = [:]
  /// What the equality of a type depends on, where it's written by hand.
  private(set) var equality: [TypeSymbol.ID: Set<String>] = [:]
  /// The names of what any code changes.
  private(set) var changedNames: Set<String> = []
  /// What is changed, and what gets another value as a whole, or another element.
  private let changes: Changes
  private let replacements: Changes
  private let assignments: Changes
  private let clearings: Changes
  /// What is changed after an object has been made.
  private let laterChanges: Changes
  /// `Theme.accent`
  private let changedStatics: Set<String>

  /// Goes through the surveys of all files.
  init(_ surveys: [FileSurvey], _ table: SymbolTable, _ models: Models) {
    changes = Changes(surveys.map(\.changedNames), \.own, table)
    replacements = Changes(surveys.map(\.replacedNames), \.own, table)
    assignments = Changes(surveys.map(\.assignedNames), \.ownLater, table)
    clearings = Changes(surveys.map(\.clearedNames), \.own, table)
    laterChanges = Changes(surveys.map(\.changedNames), \.ownLater, table)
    changedStatics = surveys.reduce(into: []) { $0.formUnion($1.changedNames.ofTypes) }
    var own: [OwnUnit] = []
    var yielding: [(unit: CodeUnit, type: TypeSymbol.ID?)] = []
    var acting: [TypeSymbol.ID: [(unit: CodeUnit, file: Int)]] = [:]
    let views = Set(table.types.map(\.id).filter(table.isView))
    for (file, survey) in surveys.enumerated() {
      changedNames.formUnion(survey.changedNames.all)
      for unit in survey.units {
        names.formUnion(unit.reads)
        names.formUnion(unit.implicitReads)
        let types = table.types(around: unit.declaration, survey, in: file)
        if let type = types.last, let type, models[type] == .model {
          own.append(OwnUnit(unit: unit, types: types.compactMap(\.self)))
        } else {
          outside.formUnion(unit)
          // The body of another view is called by SwiftUI, and not by its name, which others have as well: `.font(.body)`.
          // What is private is called by its own type, which reads what that reads.
          if unit.role == .yielding, !unit.isPrivate, unit.name != nil, unit.name != "body" {
            yielding.append((unit, types.last ?? nil))
          }
          let isShown =
            unit.role == .yielding || unit.name.map(ActionClosures.functionsCalledAtOnce.contains) ?? false
          let innermostView = types.lastIndex { $0.map(views.contains) ?? false }
          for (index, type) in types.enumerated() {
            guard let type else { continue }
            self.types[type, default: Reads()].formUnion(unit)
            // SwiftUI evaluates a view apart from the one that it's nested in.
            if let innermostView, index < innermostView { continue }
            if isShown {
              shownByTypes[type, default: [:]][file, default: Reads()].formUnion(unit)
            } else if unit.isFunction {
              acting[type, default: []].append((unit, file))
            }
          }
          if types.isEmpty || types.contains(nil) { loose.formUnion(unit) }
        }
      }
    }
    addCalled(acting)
    let changing = yielding.filter { unit, _ in
      !unit.reads.isDisjoint(with: changedNames) || unit.reads.contains("UserDefaults")
    }
    let changingNames = Set(changing.compactMap(\.unit.name))
    // A function that reads what such a computed property yields does so, too.
    let further = yielding.filter { !$0.unit.reads.isDisjoint(with: changingNames) }
    for (unit, type) in changing + further {
      guard let name = unit.name, names.contains(name) else { continue }
      yields[name, default: Yield()].reads.formUnion(unit)
      if let type { yields[name, default: Yield()].types.insert(type) }
      if unit.isStatic { yields[name, default: Yield()].isStatic = true }
    }
    let accesses = outside.accesses.lazy.compactMap(\.baseAndName).filter { access in
      access.base != "self" && access.base.first?.isUppercase != true
    }
    membersOfOthers = Set(accesses.map(\.name))
    for (type, files) in shownByTypes {
      showing[type] = files.values.reduce(into: Reads()) { $0.formUnion($1) }
    }
    shown = outside
    for index in reached(own, table, models) {
      let unit = own[index].unit
      shown.formUnion(unit)
      for type in own[index].types { types[type, default: Reads()].formUnion(unit) }
      if unit.role == .yielding, let name = unit.name, let type = own[index].types.last {
        members[PropertyKey(type: type, name: name), default: Reads()].formUnion(unit)
        showing[type, default: Reads()].formUnion(unit)
      }
    }
    var readAtEnd: [TypeSymbol.ID: Set<String>] = [:]
    for own in own where own.unit.role == .deinitializing {
      if let type = own.types.last { readAtEnd[type, default: []].formUnion(own.unit.reads) }
    }
    findProperties(table, models, readAtEnd)
    findEqualities(surveys, table)
  }

  /// What the code of a view, which is declared in a file, reads to show it; not what it only reads in actions.
  ///
  /// Several targets may have a view of that name: code in a file that declares another one is left out.
  func reads(of view: TypeSymbol, in file: Int) -> Reads {
    shownByTypes[view.id, default: [:]].reduce(into: Reads()) { reads, part in
      if part.key == file || !view.declaringFiles.contains(part.key) { reads.formUnion(part.value) }
    }
  }

  /// Whether code that shows something, or yields a value, reads `Theme.accent`.
  func showsAccess(_ access: String) -> Bool {
    showing.values.contains { $0.accesses.contains(access) }
      || yields.values.contains { $0.reads.accesses.contains(access) }
  }

  /// Functions without a result may do something for what is shown, if that calls them.
  private mutating func addCalled(_ acting: [TypeSymbol.ID: [(unit: CodeUnit, file: Int)]]) {
    for (type, units) in acting {
      var rest = units
      while true {
        let shown = shownByTypes[type, default: [:]].values.reduce(into: Set<String>()) { $0.formUnion($1.calls) }
        let called = rest.filter { unit, _ in unit.name.map(shown.contains) ?? false }
        if called.isEmpty { break }
        rest.removeAll { unit, _ in unit.name.map(shown.contains) ?? false }
        for (unit, file) in called { shownByTypes[type, default: [:]][file, default: Reads()].formUnion(unit) }
      }
    }
  }

  /// Whether a stored property of a model is tracked afterwards, if it is one that can be.
  func tracks(_ member: Member, _ key: PropertyKey, _ table: SymbolTable) -> Bool {
    member.hasAttribute("Published") || table.announcedProperties.contains(key) || properties.contains(key)
  }

  /// Whether views can show a property of a type.
  func canShow(_ member: Member, of symbol: TypeSymbol) -> Bool {
    switch member.access {
    case .anyone where symbol.isPublic: true
    case .type: types[symbol.id]?.names.contains(member.name) == true
    case .module, .anyone: shown.names.contains(member.name)
    }
  }

  /// Whether a property of a model may be changed by any code.
  func changes(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    changes.contain(member, of: type, table)
  }

  /// Whether a property is assigned values, but never nil, so that each assignment is an event of its own: after an equal one, what
  /// compares values notices nothing.
  func isUsedAsEvent(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    let isOptional = member.typeText.map { $0.hasSuffix("?") || $0.hasPrefix("Optional<") } ?? false
    return isOptional && changes.contain(member, of: type, table) && !clearings.contain(member, of: type, table)
  }

  /// Whether a property of a model may be changed by any code but initializers of its type.
  func changesLater(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    laterChanges.contain(member, of: type, table)
  }

  /// Whether any code changes a static variable of a type, known by the name that the type has without those around it.
  func changesStatic(_ name: String, of type: TypeSymbol, _ table: SymbolTable) -> Bool {
    changedStatics.contains("\(type.lastName).\(name)")
      || table.aliasNames.contains { changedStatics.contains("\($0).\(name)") }
      || changes.types(of: name).contains { other in
        table.inherits(other, fromAll: [type.id]) || table.types[other].scope.types.contains(type.id)
      }
  }

  /// Whether any code but initializers of its type assigns it a value, which is compared with the old one.
  func assigns(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    assignments.contain(member, of: type, table)
  }

  /// Whether it may get another value as a whole, or another element.
  func replaces(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    replacements.contain(member, of: type, table)
  }

  /// Changes of properties, by their names.
  private struct Changes: Sendable {
    /// For each file: the names of members of something else than `self`.
    private let elsewhere: [Set<String>]
    private let everywhere: Set<String>
    /// For each name the types that have members of it which their code changes, by file.
    private let types: [String: [(type: TypeSymbol.ID?, file: Int)]]

    init(_ names: [ChangedNames], _ own: (ChangedNames) -> [Int: Set<String>], _ table: SymbolTable) {
      elsewhere = names.map(\.elsewhere)
      everywhere = names.reduce(into: []) { $0.formUnion($1.elsewhere) }
      var types: [String: [(type: TypeSymbol.ID?, file: Int)]] = [:]
      for (file, names) in names.enumerated() {
        for (declaration, own) in own(names) {
          for name in own { types[name, default: []].append((table.typesOfDeclarations[file][declaration], file)) }
        }
      }
      self.types = types
    }

    /// The types whose code changes something of that name which stands alone, or behind `self` or `Self`.
    func types(of name: String) -> [TypeSymbol.ID] {
      types[name, default: []].compactMap(\.type)
    }

    func contain(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
      let isElsewhere = (member.isChangedInFile ? elsewhere[member.file] : everywhere).contains(member.name)
      return isElsewhere
        || types[member.name]?.contains { place in
          guard let other = place.type else { return true }
          // Behind `self`, or alone, it's a member of this type, of one that inherits from it, or of a protocol that it conforms to.
          return (!member.isChangedInFile || place.file == member.file)
            && (table.inherits(other, fromAll: [type]) || table.inherits(type, fromAll: [other]))
        } == true
    }
  }

  /// The code of a model.
  private struct OwnUnit {
    let unit: CodeUnit
    /// The types around, innermost last.
    let types: [TypeSymbol.ID]
  }

  /// The units that a view may get something from: what yields a value, and what that calls.
  private func reached(_ units: [OwnUnit], _ table: SymbolTable, _ models: Models) -> Set<Int> {
    var byName: [String: [Int]] = [:]
    var pending: [Int] = []
    for (index, own) in units.enumerated() {
      let name = own.unit.name
      if let name { byName[name, default: []].append(index) }
      // What is nested in a class reads what is private there.
      let isCalled =
        own.types.last.flatMap { types[$0] }.map { reads in name.map(reads.names.contains) ?? false } ?? false
      if !own.unit.isPrivate || isCalled, own.unit.canShow(table, models, in: own.types) { pending.append(index) }
    }
    let classes = Set(units.lazy.flatMap(\.types))
    let superclasses = Dictionary(uniqueKeysWithValues: classes.map { ($0, table.superclasses(of: $0)) })
    var reached: Set<Int> = []
    while let next = pending.popLast() {
      guard reached.insert(next).inserted else { continue }
      for callee in units[next].unit.reads.flatMap({ byName[$0] ?? [] }) where !reached.contains(callee) {
        // Of other classes nothing more is reached than what shows something by itself: their own code isn't known to call it once
        // they have converted.
        guard let type = units[callee].types.last else { continue }
        let isReached = units[next].types.contains { caller in
          caller == type
            || !units[callee].unit.isPrivate
              && (superclasses[caller]?.contains(type) == true || superclasses[type]?.contains(caller) == true)
        }
        if isReached { pending.append(callee) }
      }
    }
    return reached
  }

  private mutating func findProperties(
    _ table: SymbolTable,
    _ models: Models,
    _ readAtEnd: [TypeSymbol.ID: Set<String>]
  ) {
    for symbol in table.types where models.getsMacro(symbol.id, table) {
      for name in symbol.members.keys {
        // A property that is declared once for each platform may be published on another platform.
        let member = symbol.members[name]?.first {
          $0.kind == .property && $0.isStored && !$0.isStatic && !$0.isLet && !$0.hasAttribute("Published")
        }
        guard let member, !member.keepsSubscriptions else { continue }
        guard canShow(member, of: symbol) else { continue }
        let key = PropertyKey(type: symbol.id, name: name)
        if member.isUnsafe, !member.isLazy, member.attributes.isEmpty {
          untrackable[key] = .unsafe
        } else if readAtEnd[symbol.id]?.contains(name) == true, member.attributes.isEmpty,
          table.isOnMainActor(symbol.id)
        {
          untrackable[key] = .readAtEnd
        } else {
          properties.insert(key)
        }
      }
    }
  }

  /// What `==` reads, and what is computed for it.
  private mutating func findEqualities(_ surveys: [FileSurvey], _ table: SymbolTable) {
    var reads: [PropertyKey: Set<String>] = [:]
    for (file, survey) in surveys.enumerated() {
      for unit in survey.units {
        guard let name = unit.name, let declaration = unit.declaration, unit.role == .yielding,
          let type = table.typesOfDeclarations[file][declaration], table.types[type].members["=="] != nil
        else { continue }
        reads[PropertyKey(type: type, name: name), default: []].formUnion(unit.reads)
      }
    }
    for (key, names) in reads where key.name == "==" {
      var seen: Set<String> = []
      var pending = Array(names)
      while let name = pending.popLast() {
        guard seen.insert(name).inserted else { continue }
        pending += reads[PropertyKey(type: key.type, name: name)] ?? []
      }
      equality[key.type] = seen
    }
  }
}

extension CodeUnit {
  /// Whether something of it can be shown.
  fileprivate func canShow(_ table: SymbolTable, _ models: Models, in types: [TypeSymbol.ID]) -> Bool {
    switch role {
    case .yielding, .action: return true
    case .deinitializing: return false
    case .acting:
      guard let type = types.last else { return handsOver }
      return handsOver
        || parameters.contains { table.isObject(table.resolve($0, in: table.types[type].scope), models) }
    }
  }
}

extension SymbolTable {
  /// The types around a declaration and itself, innermost last; nil for one that is declared elsewhere.
  fileprivate func types(around declaration: Int?, _ survey: FileSurvey, in file: Int) -> [TypeSymbol.ID?] {
    var types: [TypeSymbol.ID?] = []
    var current = declaration
    while let index = current {
      types.append(typesOfDeclarations[file][index])
      current = survey.declarations[index].outer
    }
    return types.reversed()
  }

  /// Whether something can be drawn on what has that type, or put into it.
  fileprivate func isObject(_ type: ResolvedType, _ models: Models) -> Bool {
    switch type {
    case .type(let id): [.class, .protocol].contains(types[id].kind) && models[id] == nil
    case .external(let name): !ValueTypes.isKnown(name)
    case .collection(let element), .specialized(let element, _): isObject(element, models)
    case .metatype, .function, .observableObject: false
    case .either(let types): types.contains { isObject(.type($0), models) }
    case .composition, .parameter, .elsewhere, .unknown: true
    }
  }
}

extension String {
  /// `store` and `account` of the access `store.account`.
  var baseAndName: (base: String, name: String)? {
    firstIndex(of: ".").map { (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}
