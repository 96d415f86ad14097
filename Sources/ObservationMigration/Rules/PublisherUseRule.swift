import SwiftSyntax

/// The conversion of the uses of publishers, `$property` and `objectWillChange`; `UseOfPublisher` decides.
enum PublisherUseRule: Rule {
  struct Facts: RuleFacts {
    var pipelines = PipelineNeeds()
    var assignments = PipelineNeeds()
    var feeding = Feeding.Facts()
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(CodeBlockItemSyntax.self, inspect)
    visits.on(FunctionCallExprSyntax.self) { node, walk, facts -> Void in
      Reception.convert(node, walk)
      Assignment.convert(node, walk, &facts.assignments)
    }
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts -> Void in
      inspect(ExprSyntax(node), node.baseName, walk, &facts)
    }
    visits.on(MemberAccessExprSyntax.self) { node, walk, facts -> Void in
      inspect(ExprSyntax(node), node.declName.baseName, walk, &facts)
    }
    visits.on(KeyPathPropertyComponentSyntax.self) { node, walk, facts -> Void in
      let name = node.declName.baseName
      let isFed = feed(PublishedUse(node, walk), at: name, isWrittenTo: false, walk, &facts.feeding)
      if !isFed { Remainder.inspect(node, walk) }
    }
    Feeding.register(&visits)
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    Feeding.conclude(facts.map(\.feeding), project)
  }

  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    facts.pipelines.finish(Pipelines.id, &draft)
    facts.assignments.finish(Assignment.id, &draft)
  }

  private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    if Forwarding.convert(item, walk) == .removed { return .whole }
    Pipelines.convert(item, walk, &facts.pipelines)
    return .none
  }

  /// A name, alone or behind a period.
  private static func inspect(_ node: ExprSyntax, _ name: TokenSyntax, _ walk: Walk, _ facts: inout Facts) {
    if name.text == "objectWillChange" { Feeding.convertPublisher(node, name, walk) }
    guard name.projectedProperty != nil else { return }
    let isWrittenTo = node.parent?.is(InOutExprSyntax.self) == true
    let isFed = feed(PublishedUse(node, walk), at: name, isWrittenTo: isWrittenTo, walk, &facts.feeding)
    if !isFed { Remainder.inspect(node, walk) }
  }

  /// Feeds the publisher of a property if a subject can take its place.
  private static func feed(
    _ use: PublishedUse?,
    at name: TokenSyntax,
    isWrittenTo: Bool,
    _ walk: Walk,
    _ facts: inout Feeding.Facts
  ) -> Bool {
    var value = UseOfPublisher(kind: .value, feeds: walk.options.subjects, isKnown: use != nil)
    value.isWrittenTo = isWrittenTo
    guard value.outcome == .fed, let use else { return false }
    facts.uses.append(SubjectUse(use, at: name, walk))
    facts.noteNames(around: name)
    return true
  }
}

extension PropertyKey {
  /// Why it matters that code gets a value after the change.
  var noteOfOldValue: String {
    " The code that gets the values may use `\(name)`, which has the new value by then; before, it still had the old one."
  }
}
