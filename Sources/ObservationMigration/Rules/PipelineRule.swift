import SwiftSyntax

/// Subscriptions to `$property`.
enum PipelineRule: FinishingRule {
  static let id: RuleID = "pipeline"

  struct Facts: RuleFacts {
    /// The classes of which subscriptions can be converted.
    var sites: [TypeSymbol.ID: PipelineSite] = [:]
    /// What such a class has to have for a converted subscription.
    var needs: [(owner: TypeSymbol.ID, need: PipelineSite.Need, place: Place)] = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(CodeBlockItemSyntax.self, inspect)
  }

  /// Adds what the classes have in common for their converted subscriptions.
  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    var needs: [TypeSymbol.ID: [PipelineSite.Need]] = [:]
    for (owner, need, place) in facts.needs where draft.changes(id, at: place) {
      needs[owner, default: []].append(need)
    }
    for (owner, needs) in needs.sorted(by: { $0.key < $1.key }) {
      guard let site = facts.sites[owner] else { continue }
      draft.add(site.edits(for: needs, isObservable: draft.decisions.converts(owner), id))
    }
  }

  private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let expression = item.item.as(ExprSyntax.self), let subscription = Subscription(expression),
      case .published(let object, let property, let source) = subscription.source,
      let (model, member) = published(property, of: object, walk)
    else { return }
    // The rule for publishers has nothing to add.
    walk.claim(source)
    if let access = source.as(MemberAccessExprSyntax.self) { walk.claim(access.declName) }
    if case .assignPublished(_, let target) = subscription.end {
      walk.claim(target)
      if let access = target.parent?.as(MemberAccessExprSyntax.self) { walk.claim(access) }
    }
    do throws(Pipeline.Decline) {
      let conversion = try PipelineConversion(
        subscription,
        expression,
        object: object,
        model: model,
        member: member,
        walk
      )
      // The class that subscribes may stay as it is.
      let subjects = [model]
      guard walk.options.pipelines else {
        return walk.decide(Self.id, at: source, of: subjects, canBeConverted(conversion.summary))
      }
      let edits = try PipelineRewriter(conversion, rule: id, walk).edits()
      facts.sites[conversion.owner.id] = conversion.site
      if let need = conversion.need { facts.needs.append((conversion.owner.id, need, walk.place(of: source))) }
      walk.change(
        id,
        at: source,
        of: subjects,
        edits,
        importing: ["ObservationBridge"],
        isRisky: true,
        conversion.isObservation ? isObserved(property) : isStream(property)
      )
    } catch {
      walk.decide(Self.id, at: source, of: [model], isDeclined(property, error.reason))
    }
  }

  /// The candidate that publishes the property.
  private static func published(
    _ property: String,
    of object: ExprSyntax?,
    _ walk: Walk
  ) -> (TypeSymbol.ID, Member)? {
    let types: [TypeSymbol.ID]
    if let object, object.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind != .keyword(.self) {
      types = walk.table.symbols(in: walk.type(of: object))
    } else {
      guard !walk.names.isLocal("$" + property) else { return nil }
      types = walk.names.enclosingType.map { [$0] } ?? []
    }
    for id in types {
      guard let (member, scope) = walk.table.members(property, of: id).first, member.hasAttribute("Published"),
        let owner = scope.types.last, walk.models.isCandidate(owner)
      else { continue }
      return (owner, member)
    }
    return nil
  }
}

extension PipelineRule {
  static func canBeConverted(_ summary: String) -> String {
    "A subscription that `--pipelines` converts to `\(summary)`."
  }

  static func isDeclined(_ property: String, _ reason: String) -> String {
    """
    This subscription can't be converted, because \(reason): write an observation, \
    `withPropertyObservation(of: model, \\.\(property)) { change in … }`, or a loop, \
    `for await value in ObservationBridge(of: model) { $0.\(property) }`.
    """
  }

  static func isObserved(_ property: String) -> String {
    "`\(property)` is observed: inside each change, after the value is stored."
  }

  static func isStream(_ property: String) -> String {
    "The values of `\(property)` are a stream: changes of one turn make one value."
  }
}
