import SwiftSyntax

/// The edits that make an observation or a stream of one subscription.
///
/// They are made around the body of the closure, so that what other rules change inside stays possible.
struct PipelineRewriter {
  private let subscription: Subscription
  private let statement: ExprSyntax
  private let pipeline: Pipeline
  private let owner: PipelineOwner
  private let model: TypeSymbol.ID
  private let member: Member
  private let storage: (name: String, declaration: VariableDeclSyntax)?
  /// `self`, or the object that publishes.
  private let object: String
  private let inspection: Inspection
  private let indentation: String
  private let newline: String
  /// How far the class indents its members.
  private let step: String

  /// Whether it becomes an observation of the property; else it becomes a loop over a stream.
  let isObservation: Bool

  init(
    _ subscription: Subscription,
    _ statement: ExprSyntax,
    object: ExprSyntax?,
    model: TypeSymbol.ID,
    member: Member,
    _ inspection: Inspection
  ) throws(Pipeline.Decline) {
    self.subscription = subscription
    self.statement = statement
    self.model = model
    self.member = member
    self.inspection = inspection
    self.object = object.map { inspection.text($0) } ?? "self"
    indentation = inspection.source.indentation(at: statement.startOffset)
    newline = inspection.source.newline
    pipeline = try Pipeline(subscription.operators, of: member.name)

    guard let id = inspection.names.enclosingType, let owner = inspection.pipelineOwners[id],
      statement.isDirectly(in: owner.node)
    else { throw Pipeline.Decline(reason: "it does not stand in a method of a class") }
    self.owner = owner
    step = owner.step
    guard owner.isOnMainActor, inspection.table.isOnMainActor(model) else {
      throw Pipeline.Decline(reason: "the class is not isolated with `@MainActor`")
    }
    guard object.map({ ExpressionPath($0) != nil && !inspection.text($0).contains("?") }) ?? true else {
      throw Pipeline.Decline(reason: "the object is no plain expression")
    }
    switch subscription.storage {
    case .set(let place), .single(let place):
      guard let storage = owner.privateStorage(place) else {
        throw Pipeline.Decline(reason: "what keeps it is no private property of the class")
      }
      self.storage = storage
    case nil:
      guard case .assignPublished = subscription.end else {
        throw Pipeline.Decline(reason: "it is not stored")
      }
      storage = nil
    }
    let isEndPlain: Bool
    switch subscription.end {
    case .sink: isEndPlain = !pipeline.isMapped || pipeline.dropsFirst
    case .assign(_, let target):
      guard target.trimmedDescription == "self" else {
        throw Pipeline.Decline(reason: "it assigns to another object than `self`")
      }
      isEndPlain = true
    case .assignPublished: isEndPlain = true
    }
    let needsType = if case .sink = subscription.end { !pipeline.dropsFirst } else { false }
    isObservation = pipeline.isPlain && isEndPlain && (!needsType || Self.writtenType(of: member) != nil)
    if case .single(_)? = subscription.storage, let storage {
      let use = owner.use(of: storage.name)
      guard use.assignments == 1, !use.isUsedOtherwise, isObservation || !use.isReset,
        storage.declaration.bindings.first?.typeAnnotation?.type.trimmedDescription == "AnyCancellable?"
      else { throw Pipeline.Decline(reason: "`\(storage.name)` is used for more than this") }
    }
    if !isObservation {
      guard inspection.table.isSendable(member, in: inspection.table.types[model].scope) else {
        throw Pipeline.Decline(reason: "its values are not known to be `Sendable`")
      }
    }
    if case .sink(let closure) = subscription.end { try check(closure) }
  }

  /// The types that have to convert.
  var subjects: [TypeSymbol.ID] {
    inspection.models.isCandidate(owner.id) && owner.id != model ? [model, owner.id] : [model]
  }

  /// What it becomes, in a line.
  var summary: String {
    isObservation
      ? "observations.observe(\(object), \\.\(member.name)) { change in … }"
      : "for await value in \(pipeline.stream(of: object)) { … }"
  }

  // MARK: - Edits

  func edits() throws(Pipeline.Decline) -> [Edit] {
    let edits =
      switch subscription.end {
      case .sink(let closure): isObservation ? observation(closure) : try loop(closure)
      case .assign(let property, _), .assignPublished(let property, _): assignment(to: property)
      }
    return try edits + declarations()
  }

  private func edit(_ range: Range<Int>, _ text: String) -> Edit {
    Edit(range: range, replacement: text, rule: PipelineRule.id)
  }

  /// `observations.observe(…)`, or `token = observe(…)`.
  private var observe: String {
    if case .single(let place)? = subscription.storage {
      return "\(inspection.text(place)) = observe(\(object), \\.\(member.name))"
    }
    return "observations.observe(\(object), \\.\(member.name))"
  }

  private func assignment(to property: String) -> [Edit] {
    let range = statement.utf8Range
    let inner = indentation + step
    if isObservation {
      var text = ""
      if !pipeline.dropsFirst { text = "self.\(property) = \(pipeline.sample(of: object))" + newline + indentation }
      let value = pipeline.sample(ofValue: "change.new", property: member.name)
      text +=
        "\(observe) { [weak self] change in\(newline)\(inner)self?.\(property) = \(value)\(newline)\(indentation)}"
      return [edit(range, text)]
    }
    let head = loopHead(capture: " [weak self]", value: "value")
    let text =
      head + newline + inner + step + "self?.\(property) = value" + newline + inner + "}" + newline + indentation
    return [edit(range, text + loopEnd)]
  }

  /// The closure stays; what it is given comes from an observation.
  private func observation(_ closure: ClosureExprSyntax) -> [Edit] {
    let head = statement.startOffset..<closure.leftBrace.startOffset
    let tail = closure.utf8Range.upperBound..<statement.utf8Range.upperBound
    if pipeline.dropsFirst {
      let value = pipeline.sample(ofValue: "change.new", property: member.name)
      return [edit(head, observe + " ")] + takingChange(closure, value) + [edit(tail, "")]
        + reindentation(of: closure, to: indentation)
    }
    let type = Self.writtenType(of: member) ?? ""
    let name = "\(member.name)DidChange"
    let end = newline + indentation
    return [
      edit(head, "let \(name): @MainActor (\(type)) -> Void = "),
      edit(tail, end + "\(name)(\(pipeline.sample(of: object)))" + end + observe + " { \(name)($0.new) }"),
    ] + reindentation(of: closure, to: indentation)
  }

  /// `{ value in` becomes `{ change in` and `let value = change.new`.
  private func takingChange(_ closure: ClosureExprSyntax, _ value: String) -> [Edit] {
    guard let parameter = closure.valueParameter else {
      let finder = ShorthandFinder(viewMode: .sourceAccurate)
      finder.walk(closure.statements)
      return finder.places.map { edit($0.utf8Range, value.replacing("change.", with: "$0.")) }
    }
    guard parameter.text != "_" else { return [] }
    let end = closure.signature?.inKeyword.utf8Range.upperBound ?? closure.leftBrace.utf8Range.upperBound
    let first = closure.statements.first
    let isInline = first.map { !inspection.source.isFirstInLine($0.startOffset) } ?? false
    let separator = isInline ? " " : newline + indentation + step
    return [
      edit(parameter.utf8Range, "change"),
      edit(end..<end, separator + "let \(parameter.text) = \(value)" + (isInline ? ";" : "")),
    ]
  }

  /// The body of the closure becomes that of a loop.
  private func loop(_ closure: ClosureExprSyntax) throws(Pipeline.Decline) -> [Edit] {
    let shorthands = ShorthandFinder(viewMode: .sourceAccurate)
    if closure.valueParameter == nil { shorthands.walk(closure.statements) }
    let value = closure.valueParameter?.text ?? (shorthands.places.isEmpty ? "_" : "value")
    let capture = closure.signature?.capture.map { " " + inspection.text($0) } ?? ""
    let head = loopHead(capture: capture, value: value)
    let start = closure.signature?.inKeyword.utf8Range.upperBound ?? closure.leftBrace.utf8Range.upperBound
    let returns = try closure.ownReturns()
    return [edit(statement.startOffset..<start, head)]
      + shorthands.places.map { edit($0.utf8Range, value) }
      + returns.map { edit($0.utf8Range, "continue") }
      + reindentation(of: closure, to: indentation + step)
      + [
        edit(
          closure.rightBrace.startOffset..<statement.utf8Range.upperBound,
          "}" + newline + indentation + loopEnd
        )
      ]
  }

  private func loopHead(capture: String, value: String) -> String {
    let count = inspection.streamCounts[member.name, default: 0] + 1
    inspection.streamCounts[member.name] = count
    let name = "\(member.name)Values" + (count > 1 ? "\(count)" : "")
    let stream = pipeline.stream(of: object, newline: newline + indentation, step: step)
    var text = "let \(name) = \(stream)" + newline + indentation
    if case .single(let place)? = subscription.storage {
      let place = inspection.text(place)
      text += "\(place)?.cancel()" + newline + indentation + "\(place) = Task {\(capture) in"
    } else {
      text += "tasks.append(Task {\(capture) in"
    }
    if capture.isEmpty { text.removeLast(3) }
    return text + newline + indentation + step + "for await \(value) in \(name) {"
  }

  private var loopEnd: String {
    if case .single(_)? = subscription.storage { return "}" }
    return "})"
  }

  /// Brings the lines of a closure, behind its first, to where they belong when its brace closes at an indentation.
  private func reindentation(of closure: ClosureExprSyntax, to wanted: String) -> [Edit] {
    let brace = closure.rightBrace.startOffset
    let current = inspection.source.indentation(at: brace)
    guard inspection.source.isFirstInLine(brace), wanted != current,
      !closure.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .multilineStringQuote })
    else { return [] }
    var edits: [Edit] = []
    var line = inspection.source.nextLineStart(of: closure.leftBrace.startOffset)
    while line <= brace {
      let byte = inspection.source.bytes[line]
      if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        guard inspection.source.indentation(at: line).hasPrefix(current) else { return [] }
        edits.append(edit(line..<line + current.utf8.count, wanted))
      }
      line = inspection.source.nextLineStart(of: line)
    }
    return edits
  }

  // MARK: - Declarations

  /// The property that takes the place of the cancellable, and the end of tasks.
  private func declarations() throws(Pipeline.Decline) -> [Edit] {
    let single: VariableDeclSyntax? = if case .single(_)? = subscription.storage { storage?.declaration } else { nil }
    guard let anchor = single ?? owner.anchor else {
      throw Pipeline.Decline(reason: "the class has no place for what keeps it")
    }
    if case .single(_)? = subscription.storage, let type = anchor.bindings.first?.typeAnnotation?.type {
      let edits = [edit(type.utf8Range, isObservation ? "PortableObservationToken?" : "Task<Void, Never>?")]
      return isObservation ? edits : edits + (try cancelling("\(storage?.name ?? "")?.cancel()"))
    }
    let symbol = inspection.table.types[owner.id]
    for name in [isObservation ? "observations" : "tasks"] where symbol.members[name] != nil {
      throw Pipeline.Decline(reason: "the class has a member `\(name)`")
    }
    // Above the comments that speak of the cancellable, which may go with it.
    let start = inspection.source.lineStart(of: anchor.utf8RangeWithComments.lowerBound)
    let indentation = inspection.source.indentation(at: anchor.startOffset)
    let attribute = inspection.models[owner.id] == .model ? "@ObservationIgnored " : ""
    let text =
      isObservation
      ? "private let observations = ObservationScope()" : attribute + "private var tasks: [Task<Void, Never>] = []"
    let edits = [edit(start..<start, indentation + text + newline)]
    return isObservation ? edits : edits + (try cancelling("for task in tasks { task.cancel() }"))
  }

  /// A statement in the class's deinit, which is added where there is none.
  private func cancelling(_ statement: String) throws(Pipeline.Decline) -> [Edit] {
    let members = owner.node.memberBlock.members
    if let node = members.lazy.compactMap({ $0.decl.as(DeinitializerDeclSyntax.self) }).first {
      guard let brace = node.body?.leftBrace,
        let first = node.body?.statements.first, inspection.source.isFirstInLine(first.startOffset)
      else { throw Pipeline.Decline(reason: "its deinit has no lines to add one to") }
      let start = inspection.source.nextLineStart(of: brace.startOffset)
      return [edit(start..<start, inspection.source.indentation(at: first.startOffset) + statement + newline)]
    }
    let brace = owner.node.memberBlock.rightBrace
    guard inspection.source.isFirstInLine(brace.startOffset) else {
      throw Pipeline.Decline(reason: "the class has no lines to add a deinit to")
    }
    let inner = inspection.source.indentation(at: brace.startOffset) + step
    let start = inspection.source.lineStart(of: brace.startOffset)
    let lines = ["", inner + "deinit {", inner + step + statement, inner + "}"]
    return [edit(start..<start, lines.map { $0 + newline }.joined())]
  }

  // MARK: - Closures

  private func check(_ closure: ClosureExprSyntax) throws(Pipeline.Decline) {
    let captures = closure.signature?.capture?.items.map { inspection.text($0) } ?? []
    if closure.statements.contains(where: \.mentionsSelf), !captures.contains(where: { $0.hasSuffix("self") }) {
      throw Pipeline.Decline(reason: "it holds `self` strongly")
    }
    if captures.contains("self") { throw Pipeline.Decline(reason: "it holds `self` strongly") }
    let finder = ShorthandFinder(viewMode: .sourceAccurate)
    finder.walk(closure.statements)
    if finder.isNested, closure.valueParameter == nil {
      throw Pipeline.Decline(reason: "`$0` stands in a closure inside")
    }
    if closure.valueParameter == nil, closure.signature?.parameterClause != nil {
      throw Pipeline.Decline(reason: "its closure takes no plain parameter")
    }
    if !isObservation { _ = try closure.ownReturns() }
  }

  /// The text of a property's type, where it's written or follows from a literal.
  private static func writtenType(of member: Member) -> String? {
    if let text = member.typeText { return text }
    guard let value = member.value, value.steps.isEmpty, case .type(.named(let names, _)) = value.root else {
      return nil
    }
    return names.joined(separator: ".")
  }
}

extension ExprSyntax {
  /// Whether it's a statement of a method or an initializer of a class, outside closures, not static or nonisolated.
  fileprivate func isDirectly(in node: ClassDeclSyntax) -> Bool {
    var current = parent
    while let syntax = current, syntax.id != node.id {
      if syntax.is(ClosureExprSyntax.self) || syntax.is(AccessorBlockSyntax.self)
        || syntax.is(DeinitializerDeclSyntax.self)
      {
        return false
      }
      if let function = syntax.as(FunctionDeclSyntax.self),
        function.modifiers.hasStatic || function.modifiers.has("nonisolated")
      {
        return false
      }
      if let initializer = syntax.as(InitializerDeclSyntax.self), initializer.modifiers.has("nonisolated") {
        return false
      }
      current = syntax.parent
    }
    return current != nil
  }
}
