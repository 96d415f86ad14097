import SwiftSyntax

/// A convertible subscription, and its replacement.
struct PipelineConversion {
  enum Keeper {
    /// The property of the class for all its observations or tasks.
    case shared
    /// A property for one subscription, with the range of its type.
    case property(place: String, type: Range<Int>)
  }

  /// The object that gets the values.
  struct Target {
    /// `self`, or the object as written.
    var expression = "self"
    var capture = " [weak self]"
    /// The object inside the closure.
    var captured = "self?"
  }

  let subscription: Subscription
  let statement: ExprSyntax
  let pipeline: Pipeline
  let owner: PipelineOwner
  let site: PipelineSite?
  let function: Syntax
  let member: Member
  let keeper: Keeper
  let target: Target
  /// `self`, or the object that publishes.
  let object: String
  /// The type of the property, if written or inferred from a literal.
  let writtenType: String
  /// Whether it becomes an observation of the property, not a loop over a stream.
  let isObservation: Bool

  init(
    _ subscription: Subscription,
    _ statement: ExprSyntax,
    of object: ExprSyntax?,
    _ use: PublishedUse,
    _ walk: Walk
  ) throws(Pipeline.Decline) {
    let model = use.owner
    self.subscription = subscription
    self.statement = statement
    member = use.member
    self.object = object.map { walk.text($0) } ?? "self"
    pipeline = try Pipeline(subscription.operators, of: member.name)
    guard let id = walk.names.enclosingType, let owner = walk.pipelineOwner(id, around: statement),
      let function = owner.function(around: statement)
    else { throw Pipeline.Decline(reason: "it isn't in a method of a class") }
    self.owner = owner
    self.function = function
    if let type = [id, model].first(where: { !walk.table.isOnMainActor($0) }) {
      throw Pipeline.Decline(reason: "`\(walk.table.types[type].name)` isn't isolated with `@MainActor`")
    }
    // The object is evaluated more than once.
    guard object.map({ ExpressionPath($0)?.isOfMembers == true && !walk.text($0).contains("?") }) ?? true else {
      throw Pipeline.Decline(reason: "the object isn't a plain expression")
    }
    if walk.table.isEquatable(member, in: walk.table.types[model].scope),
      walk.project.reach.isUsedAsEvent(member, of: model, walk.table)
    {
      let reason = "`\(member.name)` never becomes nil again, and an observation doesn't notice an equal value"
      throw Pipeline.Decline(reason: reason)
    }
    try Self.checkComments(statement, subscription)
    try Self.checkObjects(in: subscription, walk)
    target = try Self.target(of: subscription.end, walk)
    writtenType = Self.writtenType(of: use, seenFrom: id, walk) ?? ""

    var isObservation = pipeline.isPlain
    if case .sink = subscription.end, !pipeline.dropsFirst, pipeline.isMapped || writtenType.isEmpty {
      isObservation = false
    }
    // A method of that name, such as `NSObject` has, hides the function.
    if case .single = subscription.storage, owner.mayHaveMember("observe", walk, function) {
      isObservation = false
    }
    self.isObservation = isObservation
    guard isObservation || walk.table.isSendable(member, in: walk.table.types[model].scope) else {
      throw Pipeline.Decline(reason: "its values aren't known to be `Sendable`")
    }
    keeper = try Self.keeper(of: subscription, owner, isObservation: isObservation, walk)
    site = PipelineSite(owner, walk)
    try checkSite(walk)
    if case .sink(let closure) = subscription.end { try check(closure) }
  }

  /// The property that its class needs.
  var need: PipelineSite.Need? {
    switch keeper {
    case .shared: isObservation ? .scope : .tasks
    case .property(let place, _): isObservation ? nil : .task(property: place.replacing("self.", with: ""))
    }
  }

  var summary: String {
    isObservation
      ? "observations.observe(\(object), \\.\(member.name)) { change in … }"
      : "for await value in \(pipeline.stream(of: object)) { … }"
  }

  private static func keeper(
    of subscription: Subscription,
    _ owner: PipelineOwner,
    isObservation: Bool,
    _ walk: Walk
  ) throws(Pipeline.Decline) -> Keeper {
    let storage: SubscriptionStorage?
    switch subscription.storage {
    case .set(let place), .single(let place):
      guard let found = owner.privateStorage(place, isLocal: walk.names.isLocal(place.trimmedText)) else {
        throw Pipeline.Decline(reason: "it isn't stored in a private property of the class")
      }
      storage = found
      if case .single = subscription.storage {
        guard found.isSingle, found.assignments == 1, !found.isUsedOtherwise, isObservation || !found.isReset,
          let type = found.declaration.bindings.first?.typeAnnotation?.type
        else { throw Pipeline.Decline(reason: "`\(found.name)` is used for other things as well") }
        return .property(place: walk.text(place), type: type.utf8Range)
      }
      guard !found.isUsedOtherwise, found.assignments == 0, !found.isReset else {
        throw Pipeline.Decline(reason: "`\(found.name)` is used in other ways")
      }
    case nil:
      guard case .assignPublished(let property, _) = subscription.end else {
        throw Pipeline.Decline(reason: "it isn't stored")
      }
      if walk.table.types[owner.id].storedProperty(property)?.isObserved == true {
        throw Pipeline.Decline(reason: "an assignment runs the observers of `\(property)`, which `assign(to:)` doesn't")
      }
      storage = nil
    }
    // All subscriptions of the class share the set's replacement.
    if let other = owner.storages.first(where: { !$0.ends.isEmpty && $0.name != storage?.name }) {
      throw Pipeline.Decline(reason: "`\(other.name)` is emptied, which would end this one as well")
    }
    return .shared
  }

  private func checkSite(_ walk: Walk) throws(Pipeline.Decline) {
    guard let need else { return }
    guard let site else { throw Pipeline.Decline(reason: "the class has no place to store the observation") }
    if need != .scope, site.end == nil {
      throw Pipeline.Decline(reason: "the class has no line of its own where a deinit could be added")
    }
    guard let name = need.member else { return }
    if !walk.table.members(name, of: owner.id).isEmpty {
      throw Pipeline.Decline(reason: "the class already has a member `\(name)`")
    }
  }

  private static func target(of end: Subscription.End, _ walk: Walk) throws(Pipeline.Decline) -> Target {
    guard case .assign(_, let object) = end, object.trimmedText != "self" else { return Target() }
    let text = walk.text(object)
    let isNotPlain = Pipeline.Decline(reason: "the object that it assigns to isn't a plain expression")
    guard let path = ExpressionPath(object), path.isOfMembers, !text.contains("?") else { throw isNotPlain }
    switch path.root {
    case .selfReference:
      return Target(expression: text, captured: "self?." + text.dropFirst("self.".count))
    case .name(let name) where walk.names.isLocal(name):
      guard path.steps.isEmpty, !text.hasSuffix("!") else { throw isNotPlain }
      return Target(expression: text, capture: " [\(name)]", captured: text)
    case .name(let name) where walk.isGlobal(name):
      return Target(expression: text, capture: "", captured: text)
    case .name:
      return Target(expression: text, captured: "self?." + text)
    case .type: throw isNotPlain
    }
  }

  private func check(_ closure: ClosureExprSyntax) throws(Pipeline.Decline) {
    if closure.keepsSelf { throw Pipeline.Decline(reason: "it holds `self` strongly") }
    if closure.valueParameter == nil, closure.shorthands == nil {
      throw Pipeline.Decline(reason: "`$0` is used in a nested closure")
    }
    if closure.valueParameter == nil, closure.signature?.parameterClause != nil {
      throw Pipeline.Decline(reason: "its closure doesn't have a plain parameter")
    }
    if !isObservation { _ = try closure.ownReturns() }
  }

  /// The type of the property as written in the subscribing class; nil if it has another meaning there.
  private static func writtenType(of use: PublishedUse, seenFrom owner: TypeSymbol.ID, _ walk: Walk) -> String? {
    let (model, member, table) = (use.owner, use.member, walk.table)
    if var text = member.typeText {
      guard let type = member.type else { return nil }
      let meant = table.resolve(type, in: table.types[model].scope)
      guard owner == model || (meant == table.resolve(type, in: table.types[owner].scope) && meant.isKnown)
      else { return nil }
      if text.hasSuffix("!") { text = text.dropLast() + "?" }
      return text
    }
    guard let value = member.value, value.steps.isEmpty, case .type(.named(let names, _)) = value.root else {
      return nil
    }
    return names.joined(separator: ".")
  }

  /// The closures of operators run outside the actor, so they can't use its objects.
  private static func checkObjects(in subscription: Subscription, _ walk: Walk) throws(Pipeline.Decline) {
    for step in subscription.operators {
      guard let argument = step.argument else { continue }
      let usesObject = argument.tokens(viewMode: .sourceAccurate).contains { token in
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self),
          reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id,
          walk.names.isLocal(token.identifierText),
          case .type(let id) = walk.type(of: ExprSyntax(reference))
        else { return false }
        return walk.table.types[id].kind == .class
      }
      if usesObject { throw Pipeline.Decline(reason: "the closure of `\(step.name)` uses an object") }
    }
  }

  /// The replacement has no place for comments among the operators.
  private static func checkComments(_ statement: ExprSyntax, _ subscription: Subscription) throws(Pipeline.Decline) {
    var kept: Range<Int>?
    if case .sink(let closure) = subscription.end {
      // From the brace, or the parameters, on.
      kept = closure.statements.position.utf8Offset..<closure.utf8Range.upperBound
    }
    let hasComment = statement.tokens(viewMode: .sourceAccurate).contains { token in
      let isKept = kept?.contains(token.startOffset) == true
      let isFirst = token.id == statement.firstToken(viewMode: .sourceAccurate)?.id
      let isLast = token.id == statement.lastToken(viewMode: .sourceAccurate)?.id
      return !isKept && (!isFirst && token.leadingTrivia.hasComment || !isLast && token.trailingTrivia.hasComment)
    }
    if hasComment { throw Pipeline.Decline(reason: "there is a comment between its operators") }
  }
}

extension PipelineOwner {
  /// Whether a member, or a local name, may hide a global function.
  fileprivate func mayHaveMember(_ name: String, _ walk: Walk, _ function: Syntax) -> Bool {
    let table = walk.table
    if !table.members(name, of: id).isEmpty || walk.names(in: function).contains(name) { return true }
    // The superclass may be unknown; known ones are those of user interface frameworks.
    return table.lineage(of: id).flatMap(table.foreignSupertypes).contains(where: KnownSupertypes.isOfUserInterface)
  }
}
