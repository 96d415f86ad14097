import SwiftSyntax

/// The work of creating an object and throwing it away again, beyond storing values, as far as the text of its class
/// shows. Work that ends with the object doesn't count, since SwiftUI throws away an object that it doesn't need.
struct InitialWork: Sendable {
  private struct Deed: Sendable {
    /// The called function, or the object that receives this one.
    let text: String
    let condition: CompilationCondition
    var occasion = Occasion()
    /// The called method of its own.
    var method: String?
    var ending: Ending?
    var kind = Kind.other
    var registration: Registration?
  }

  /// A call by which the object gives itself to a member of another one: `center.add(observer: self)`.
  struct Registration: Sendable, Hashable {
    let center: ExpressionPath
    let method: String
    let label: String?
  }

  /// How others get to know the object.
  private enum Kind: Sendable {
    /// It becomes one of several observers: `center.register(self)`.
    case registration
    /// It becomes the only delegate, mostly of an object of its own: `recorder.delegate = self`.
    case delegation
    case other
  }

  /// When code runs.
  fileprivate struct Occasion: Sendable, Hashable {
    /// The initializer in which it stands; nil elsewhere.
    var initializer: Place?
    /// Whether it runs after the object has been returned, and only for an object that somebody keeps until then.
    var isLater = false
    /// The publishers whose values the code waits for.
    var publishers: [UnknownPublisher] = []
  }

  /// A publisher that may send a value to each new subscriber at once, or start work for it, as far as its name shows.
  enum UnknownPublisher: Sendable, Hashable {
    /// A property, perhaps behind an own one: `ticks`, `clock.ticks`, `Center.shared.ticks`.
    case property(ExpressionPath)
    /// A function outside of types: `notifications(named: name)`.
    case function(String)
  }

  /// An object that is created.
  struct Creation: Sendable, Hashable {
    /// The name of the type.
    let name: String
    let arguments: Arguments
    fileprivate let occasion: Occasion
    /// Where the call stands in its file.
    let position: Int
  }

  /// Why a deed may end with the object, or change nothing beyond it.
  private enum Ending: Sendable, Hashable {
    /// `deinit` gives the object to the same receiver again: `center.add(self)`, and then `center.remove(self)`.
    case returnTo(String)
    /// `deinit` uses the property that keeps the result: `token = observe { … }`, and then `token.cancel()`.
    case useOf(String)
    /// The object has created the one in this property, which nobody else knows: `recorder.delegate = self`.
    case ownObject(String)
    /// The object in this property, which nobody else knows, has a delegate. Classes of frameworks keep theirs weakly, except for
    /// animations.
    case delegateOfOwnObject(String)
    /// It's a subscription, `clock.sink { [weak self] _ in … }`, that ends with the object.
    case subscription([UnknownPublisher])
    /// It's a call of this method of an object that the code has made for itself: `let form = Form(); form.fill()`.
    case methodOfLocalObject(String, String)
  }

  private var deeds: [Deed] = []
  /// The properties that `deinit` calls.
  private var calledAtEnd: Set<String> = []
  private var postsAtEnd = false
  private var endings: Set<Ending> = []
  /// The types of the objects that it has created, by the names of the properties that keep them.
  private var ownObjects: [String: String] = [:]
  /// The names of the types written for properties.
  private var propertyTypes: [String: String] = [:]
  /// The properties that keep other values.
  private var others: Set<String> = []
  /// The created objects.
  private var makes: Set<Creation> = []
  /// When the code runs that is added.
  private var occasion = Occasion()
  /// Whether the results of functions with this code are publishers of notifications; nil for other code.
  fileprivate private(set) var returnsNotifications: Bool?
  /// The work of methods that an initializer may call.
  private var methods: [String: InitialWork] = [:]

  func union(_ other: InitialWork) -> InitialWork {
    var work = self
    work.deeds += other.deeds
    work.calledAtEnd.formUnion(other.calledAtEnd)
    work.postsAtEnd = work.postsAtEnd || other.postsAtEnd
    work.endings.formUnion(other.endings)
    work.ownObjects.merge(other.ownObjects) { first, _ in first }
    work.others.formUnion(other.others)
    work.makes.formUnion(other.makes)
    work.methods.merge(other.methods) { $0.union($1) }
    work.add(returnsNotifications: other.returnsNotifications)
    return work
  }

  private mutating func add(returnsNotifications other: Bool?) {
    returnsNotifications = other.map { $0 && returnsNotifications ?? true } ?? returnsNotifications
  }

  /// What the text of a class doesn't show.
  struct Surroundings {
    let condition: CompilationCondition
    /// The initializers that run.
    var initializers: Set<Place> = []
    /// The methods by which others tell the object what has happened; nil if they aren't known.
    let callbacks: [String]?
    /// Whether somebody keeps the object, as a `NavigationLink` keeps its destination.
    var isKept = false
    /// Whether the files declare a class of this name: then its objects do nothing on their own.
    let isDeclared: (String) -> Bool
    /// Whether a function outside of types only makes its result.
    var isPure: (String) -> Bool = { _ in false }
    /// Whether a method only stores a weak reference to its argument.
    var keepsWeakly: (Registration) -> Bool = { _ in false }
    /// Whether a publisher starts nothing, and sends only what happens after the subscription.
    var sendsEvents: (UnknownPublisher) -> Bool = { _ in false }
    /// Whether a method of a class only stores values.
    var isIdle: (_ type: String, _ method: String) -> Bool = { _, _ in false }

    /// Whether code runs for the object.
    fileprivate func runs(_ occasion: Occasion) -> Bool {
      occasion.initializer.map(initializers.contains) ?? true
        && (isKept
          || !occasion.isLater && (occasion.publishers.isEmpty || !occasion.publishers.allSatisfy(sendsEvents)))
    }
  }

  /// When an object does something.
  enum Moment: Sendable {
    case initializer, end

    var text: String {
      switch self {
      case .initializer: "in its initializer"
      case .end: "in `deinit`, also for an object that SwiftUI throws away"
      }
    }
  }

  /// What `deinit` does to others: it calls a closure that the initializer has been given, or posts a notification.
  var deedAtEnd: String? {
    calledAtEnd.intersection(others).min().map { "calls `\($0)`" } ?? (postsAtEnd ? "posts a notification" : nil)
  }

  /// The first piece of work that doesn't end with the object; a registration rather than a delegation.
  func deed(in surroundings: Surroundings) -> String? {
    func methods(calledBy deed: Deed) -> [String]? { self.methods(calledBy: deed, in: surroundings) }
    let remaining = deeds.filter { deed in
      guard let called = methods(calledBy: deed) else { return true }
      let all = closure(of: called) { self.methods[$0]?.deeds.flatMap { methods(calledBy: $0) ?? [] } ?? [] }
      return all.contains { self.methods[$0]?.deeds.contains { methods(calledBy: $0) == nil } ?? false }
    }
    let isDelegation = remaining.first?.kind == .delegation
    return (isDelegation ? remaining.first { $0.kind == .registration } : nil)?.text ?? remaining.first?.text
  }

  /// Whether a method only stores values.
  func isIdle(_ method: String, in surroundings: Surroundings) -> Bool {
    guard methods[method] != nil else { return false }
    var call = InitialWork()
    call.methods = methods
    call.deeds = [Deed(text: method, condition: surroundings.condition, method: method)]
    return call.deed(in: surroundings) == nil
  }

  /// The methods that do the work of a deed: a method may only store values. Nil if the deed is work by itself.
  private func methods(calledBy deed: Deed, in surroundings: Surroundings) -> [String]? {
    if deed.condition.excludes(surroundings.condition) || !surroundings.runs(deed.occasion) { return [] }
    if !surroundings.isKept, deed.registration.map(surroundings.keepsWeakly) == true { return [] }
    let isEnded = deed.ending.map(endings.contains) == true
    switch deed.ending {
    case .ownObject(let property)? where isOwnObject(property, surroundings.isDeclared): return []
    case .delegateOfOwnObject(let property)?
    where isOwnObject(property) { name in
      !surroundings.isKept && !name.hasSuffix("Animation") || surroundings.isDeclared(name)
    }: return []
    case .subscription(let publishers)? where publishers.allSatisfy({ isHarmless($0, surroundings) }): return []
    case .useOf? where isEnded: return []
    case .methodOfLocalObject(let type, let method)? where surroundings.isIdle(type, method): return []
    case .returnTo? where isEnded:
      // Until then, the object may work whenever it's called.
      return surroundings.callbacks.flatMap { known($0) }
    default: return deed.method.flatMap { known([$0]) ?? (surroundings.isPure($0) ? [] : nil) }
    }
  }

  private func known(_ names: [String]) -> [String]? { names.allSatisfy { methods[$0] != nil } ? names : nil }

  private func isOwnObject(_ property: String, _ isHarmless: (String) -> Bool) -> Bool {
    let all = [self] + methods.values
    return all.compactMap { $0.ownObjects[property] }.first.map(isHarmless) == true
      && !all.contains { $0.others.contains(property) }
  }

  /// Whether a subscription starts nothing: an own object that nobody else knows sends nothing until this object is
  /// used.
  private func isHarmless(_ publisher: UnknownPublisher, _ surroundings: Surroundings) -> Bool {
    if surroundings.sendsEvents(publisher) { return true }
    guard case .property(let path) = publisher, let property = path.firstOwnName else { return false }
    return isOwnObject(property, surroundings.isDeclared)
  }

  /// The created objects, including those created by called methods.
  func creations(in surroundings: Surroundings) -> [Creation] {
    let running = deeds.filter { surroundings.runs($0.occasion) }
    let called = closure(of: running.compactMap(\.method)) { name in
      methods[name]?.deeds.filter { surroundings.runs($0.occasion) }.compactMap(\.method) ?? []
    }
    let all = called.reduce(into: makes.filter { surroundings.runs($0.occasion) }) {
      $0.formUnion(methods[$1]?.makes.filter { surroundings.runs($0.occasion) } ?? [])
    }
    return all.sorted { ($0.position, $0.name, "\($0.arguments)") < ($1.position, $1.name, "\($1.arguments)") }
  }

  private mutating func noteCreation(of type: String, _ call: FunctionCallExprSyntax) {
    makes.insert(
      Creation(name: type, arguments: Arguments(call), occasion: occasion, position: call.startOffset)
    )
  }

  private mutating func note(
    _ text: String,
    at node: some SyntaxProtocol,
    method: String? = nil,
    ending: Ending? = nil,
    kind: Kind = .other,
    registration: Registration? = nil
  ) {
    let condition = CompilationCondition(around: node)
    var deed = Deed(text: text, condition: condition, occasion: occasion, method: method, ending: ending, kind: kind)
    deed.registration = registration
    deeds.append(deed)
  }

  mutating func add(_ node: FunctionDeclSyntax) {
    guard let body = node.body else { return }
    methods[node.name.identifierText, default: InitialWork()].add(in: body)
  }

  /// The code of a function outside of types.
  mutating func add(function body: CodeBlockSyntax) {
    add(in: body)
    let statement = body.statements.count == 1 ? body.statements.first?.item : nil
    let result = statement?.as(ExprSyntax.self) ?? statement?.as(ReturnStmtSyntax.self)?.expression
    add(returnsNotifications: result?.isPublisherOfNotifications == true)
  }

  mutating func add(_ node: InitializerDeclSyntax, at place: Place) {
    occasion = Occasion(initializer: place)
    add(in: node)
    occasion = Occasion()
  }

  mutating func add(_ node: DeinitializerDeclSyntax) {
    guard let body = node.body else { return }
    for name in body.nodes(DeclReferenceExprSyntax.self) { endings.insert(.useOf(name.baseName.identifierText)) }
    for call in body.nodes(FunctionCallExprSyntax.self) {
      if call.givesSelf, let receiver = call.receiver { endings.insert(.returnTo(receiver)) }
      if let property = call.calledProperty { calledAtEnd.insert(property) }
      if call.calledExpression.trimmedText == "NotificationCenter.default.post" { postsAtEnd = true }
    }
  }

  /// A property, with its initial value if it has one.
  mutating func add(_ binding: PatternBindingSyntax) {
    guard let property = binding.pattern.boundNames.first else { return }
    propertyTypes[property] = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.identifierText
    guard let value = binding.initializer?.value else { return }
    keep(value, in: property)
    add(in: value)
  }

  private mutating func keep(_ value: ExprSyntax, in property: String) {
    if let type = value.createdType(for: propertyTypes[property]) {
      ownObjects[property] = type
      if let call = value.as(FunctionCallExprSyntax.self) { noteCreation(of: type, call) }
    } else if !value.is(NilLiteralExprSyntax.self) {
      others.insert(property)
    }
  }

  /// `action` is the closure around the code, if its only statement isn't its value.
  mutating func add(in node: some SyntaxProtocol, of action: ClosureExprSyntax? = nil) {
    // A function may never call a closure that it keeps; keeping it is a piece of work by itself.
    for node in node.nodes(ExprSyntax.self, skipping: [.memberBlock], entering: \.runsWhereItStands) {
      if let sequence = node.as(SequenceExprSyntax.self) { add(sequence) }
      if let call = node.as(FunctionCallExprSyntax.self) { add(call, in: action) }
    }
  }

  private mutating func add(_ action: ClosureExprSyntax) { add(in: action.statements, of: action) }

  private mutating func add(_ node: FunctionCallExprSyntax, in action: ClosureExprSyntax?) {
    if node.isForward { return }
    // `.store(in:)` is called on the result, and is examined by itself.
    if node.isStored { return }
    if let subscription = OwnSubscription(node) { return add(subscription, at: node) }
    let callee = node.calledExpression.trimmedText
    if ClosureTakers.hops.contains(callee), callee != "Task", let closure = node.trailingClosure { return add(closure) }
    if node.givesSelf {
      if InertFunctions.keepNothing(callee) { return }
      // The center doesn't retain an observer, and ends the registration with it.
      let selector = callee == "NotificationCenter.default.addObserver" ? node.nameOfSelector : nil
      let outer = occasion
      defer { occasion = outer }
      if selector != nil { occasion.isLater = true }
      return note(
        "gives itself to `\(callee)`",
        at: node,
        method: selector,
        ending: node.receiver.map { .returnTo($0) },
        kind: .registration,
        registration: Registration(node)
      )
    }
    switch node.calledExpression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.identifierText
      if name.isTypeName {
        noteCreation(of: name, node)
        if name == "Task" { note("starts a task", at: node) }
      } else if !InertFunctions.names.contains(name), !ClosureTakers.inPlace.contains(name) {
        note("calls `\(name)`", at: node, method: name)
      }
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.identifierText
      // A new object has nothing to cancel: `bag.forEach { $0.cancel() }`.
      if name == "cancel", node.arguments.isEmpty, access.base?.is(DeclReferenceExprSyntax.self) == true { return }
      guard let base = access.base, name != "init", !MutatingMethods.names.contains(name) || node.isOfParameter,
        !InertFunctions.logs(name, base.trimmedText)
      else { return }
      let isPublisher = base.is(FunctionCallExprSyntax.self) || base.isPublisherOfProperty
      if isPublisher, ["assign", "sink", "store"].contains(name) {
        return note("subscribes to a publisher", at: node)
      }
      let closures = node.closures
      if ["self", "self?", "Self", "super"].contains(base.trimmedText) {
        note("calls `\(name)`", at: node, method: name)
      } else if !closures.isEmpty, ClosureTakers.inPlace.contains(name) {
        // `feeds.forEach { $0.load() }`
        if node.isStatement(of: action) { closures.forEach { add($0) } }
      } else if !closures.isEmpty || node.isStatement(of: action) {
        if node.isOfLocalVariable { return }
        if let type = node.typeOfLocalObject {
          return note("calls `\(name)`", at: node, ending: .methodOfLocalObject(type, name))
        }
        let isRegistration = RegisteringMethods.contains(name)
        let mayEnd = isRegistration && !closures.contains(where: \.keepsSelf)
        let keeper = mayEnd && !closures.isEmpty ? node.keepingProperty : nil
        let kind = isRegistration ? Kind.registration : .other
        note("calls `\(name)`", at: node, ending: keeper.map { .useOf($0) }, kind: kind)
        if keeper != nil { add(closures, isLater: base.trimmedText == "NotificationCenter.default") }
      }
    default: return
    }
  }

  private mutating func add(_ subscription: OwnSubscription, at node: FunctionCallExprSyntax) {
    if subscription.keepsObject { return note("makes a subscription that keeps the object alive", at: node) }
    guard let publishers = subscription.unknownPublishers else { return note("subscribes to a publisher", at: node) }
    if !publishers.isEmpty { note("subscribes to a publisher", at: node, ending: .subscription(publishers)) }
    if subscription.waitsForUse { return }
    let awaited = subscription.includesProperty ? [] : publishers
    add(subscription.closures, isLater: subscription.deliversLater, waitingFor: awaited)
  }

  private mutating func add(
    _ closures: [ClosureExprSyntax],
    isLater: Bool,
    waitingFor publishers: [UnknownPublisher] = []
  ) {
    let outer = occasion
    occasion.isLater = outer.isLater || isLater
    occasion.publishers += publishers
    closures.forEach { add($0) }
    occasion = outer
  }

  private mutating func add(_ node: SequenceExprSyntax) {
    guard let (target, value) = ExprSyntax(node).assignment else { return }
    if let property = target.ownReference?.baseName.identifierText { keep(value, in: property) }
    // `player.delegate = self`
    guard value.isSelf, let base = target.as(MemberAccessExprSyntax.self)?.base, !base.isSelf else { return }
    note(
      "assigns itself to `\(target.trimmedText)`",
      at: node,
      ending: (base.ownReference?.baseName.identifierText).map {
        target.lastName() == "delegate" ? .delegateOfOwnObject($0) : .ownObject($0)
      },
      kind: .delegation
    )
  }
}

/// The work of creating objects, by type.
struct InitialDeeds {
  private let table: SymbolTable
  private var work: [TypeSymbol.ID: InitialWork] = [:]
  /// The work of functions outside of types, by name.
  private let functions: [String: InitialWork]
  private let weakRegistrations: Set<WeakRegistration>

  /// A method of a type that only adds its argument to a table of weak references.
  struct WeakRegistration: Sendable, Hashable {
    let type: TypeSymbol.ID
    let method: String
    let label: String?
  }

  /// Combines the work found in all files, each type's own file first.
  init(
    _ files: [[TypeSymbol.ID: InitialWork]],
    _ functions: [[String: InitialWork]],
    _ weakRegistrations: Set<WeakRegistration>,
    _ table: SymbolTable
  ) {
    self.table = table
    self.weakRegistrations = weakRegistrations
    self.functions = functions.reduce(into: [:]) { all, work in all.merge(work) { $0.union($1) } }
    for (file, work) in files.enumerated() {
      for (type, new) in work {
        let old = self.work[type, default: InitialWork()]
        self.work[type] = table.types[type].place.file == file ? new.union(old) : old.union(new)
      }
    }
  }

  /// The first piece of work, its type and its moment, when an object is created by one of these calls, in code compiled under a
  /// condition. An object that somebody keeps also does what others ask it to do later.
  func deed(
    of id: TypeSymbol.ID,
    madeWith arguments: [Arguments?],
    under condition: CompilationCondition,
    isKept: Bool
  ) -> (type: TypeSymbol.ID, text: String, moment: InitialWork.Moment)? {
    let texts = arguments.lazy.compactMap { text(of: id, madeWith: $0, under: condition, isKept: isKept, depth: 0) }
    if let text = texts.first {
      return (id, text, .initializer)
    }
    return table.lineage(of: id).lazy.compactMap { work[$0]?.deedAtEnd }.first.map { (id, $0, .end) }
  }

  /// The first piece of work of a function outside of types, or of an object that it makes; nil if the files don't declare
  /// the function.
  func deed(ofFunction name: String, under condition: CompilationCondition) -> String? {
    guard let work = functions[name] else { return nil }
    let surroundings = InitialWork.Surroundings(condition: condition, callbacks: nil) { _ in false }
    if let deed = work.deed(in: surroundings) { return deed }
    return work.creations(in: surroundings).lazy.compactMap { creation in
      table.types(named: creation.name).lazy.compactMap {
        text(of: $0, madeWith: creation.arguments, under: condition, isKept: false, depth: 1)
      }
      .first
    }
    .first
  }

  private func text(
    of id: TypeSymbol.ID,
    madeWith arguments: Arguments?,
    under condition: CompilationCondition,
    isKept: Bool,
    depth: Int
  ) -> String? {
    let scope = table.types[id].scope
    let surroundings = InitialWork.Surroundings(
      condition: condition,
      initializers: table.initializers(making: id, with: arguments).reduce(into: []) { $0.formUnion($1) },
      callbacks: callbacks(of: id),
      isKept: isKept
    ) { name in
      guard case .type(let type) = table.resolve(.named([name]), in: scope) else { return false }
      return table.types[type].kind == .class && table.lineage(of: type).allSatisfy(isIdleByItself)
    } isPure: { name in
      functions[name] != nil && deed(ofFunction: name, under: condition) == nil
    } keepsWeakly: { registration in
      keepsWeakly(registration, in: scope)
    } sendsEvents: { publisher in
      switch publisher {
      case .function(let name): functions[name]?.returnsNotifications == true
      case .property(let path): table.resolve(path, in: scope) == .external("PassthroughSubject")
      }
    } isIdle: { type, method in
      guard case .type(let type) = table.resolve(.named([type]), in: scope) else { return false }
      let alone = InitialWork.Surroundings(condition: condition, callbacks: nil) { _ in false }
      return work[type]?.isIdle(method, in: alone) == true
    }
    for type in table.lineage(of: id) {
      if let deed = work[type]?.deed(in: surroundings) { return deed }
    }
    guard depth < 4 else { return nil }
    return work[id]?.creations(in: surroundings).lazy.compactMap { creation in
      guard case .type(let other) = table.resolve(.named([creation.name]), in: scope), other != id,
        table.types[other].kind.isOfObjects
      else { return nil }
      return text(of: other, madeWith: creation.arguments, under: condition, isKept: isKept, depth: depth + 1)
    }
    .first
  }

  /// Whether each method that a registration may call only adds its argument to a table of weak references.
  private func keepsWeakly(_ registration: InitialWork.Registration, in scope: LookupScope) -> Bool {
    guard case .type(let center) = table.resolve(registration.center, in: scope) else { return false }
    let declaring = table.relatives(of: center).union([center]).filter { type in
      table.types[type].kind != .protocol
        && table.types[type].members[registration.method]?.contains { $0.label == registration.label } == true
    }
    return !declaring.isEmpty
      && declaring.allSatisfy { type in
        weakRegistrations.contains(
          WeakRegistration(type: type, method: registration.method, label: registration.label)
        )
      }
  }

  /// The methods by which others call an object of a class that has registered itself; nil if they aren't known.
  private func callbacks(of id: TypeSymbol.ID) -> [String]? {
    guard table.supertypes[id].allSatisfy(isIdleByItself) else { return nil }
    let protocols = table.supertypes[id].filter { table.types[$0].kind == .protocol }
    let methods = protocols.flatMap { table.types[$0].members.values.joined() }.filter { $0.kind == .function }.map(
      \.name
    )
    return methods.isEmpty ? nil : methods
  }

  /// Whether no other module calls an object because of what its class inherits.
  private func isIdleByItself(_ id: TypeSymbol.ID) -> Bool {
    table.foreignSupertypes(of: id).allSatisfy(IdleSupertypes.names.contains)
  }
}

extension ExpressionPath {
  /// `clock` of `clock.ticks` and `self.clock.ticks`
  fileprivate var firstOwnName: String? {
    switch (root, steps.first) {
    case (.name(let name), _), (.selfReference, .member(let name)?): name
    default: nil
    }
  }
}
