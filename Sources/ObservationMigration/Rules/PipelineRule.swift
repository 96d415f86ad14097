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
      let use = PublishedUse(source, walk)
    else { return }
    do throws(Pipeline.Decline) {
      let conversion = try PipelineConversion(
        subscription,
        expression,
        object: object,
        model: use.owner,
        member: use.member,
        walk
      )
      guard walk.options.pipelines else {
        return decide(at: source, of: use, canBeConverted(conversion.summary), walk)
      }
      let edits = try PipelineRewriter(conversion, rule: id, walk).edits()
      facts.sites[conversion.owner.id] = conversion.site
      if let need = conversion.need { facts.needs.append((conversion.owner.id, need, walk.place(of: source))) }
      claim(source, walk)
      // The class that subscribes may stay as it is.
      walk.change(
        id,
        at: source,
        of: [use.owner],
        edits,
        importing: ["ObservationBridge"],
        isRisky: true,
        conversion.isObservation ? isObserved(property) : isStream(property)
      )
    } catch {
      decide(at: source, of: use, isDeclined(property, error.reason), walk)
    }
  }

  /// Leaves a subscription to a person, or as it is, if it's to be fed.
  private static func decide(at source: ExprSyntax, of use: PublishedUse, _ message: String, _ walk: Walk) {
    if walk.options.subjects { return }
    claim(source, walk)
    walk.decide(id, at: source, of: [use.owner], message)
  }

  /// The rule for publishers has nothing to add.
  private static func claim(_ source: ExprSyntax, _ walk: Walk) {
    walk.claim(source)
    if let access = source.as(MemberAccessExprSyntax.self) { walk.claim(access.declName) }
  }
}

extension PipelineRule {
  static func canBeConverted(_ summary: String) -> String {
    "A subscription that `--pipelines` converts to `\(summary)`; `--subjects` keeps it, fed by a subject."
  }

  static func isDeclined(_ property: String, _ reason: String) -> String {
    """
    This subscription can't be converted, because \(reason): write an observation, `withPropertyObservation(of: model, \
    \\.\(property)) { change in … }`, or a loop, `for await value in ObservationBridge(of: model) { $0.\(property) }`. \
    `--subjects` keeps it, fed by a subject.
    """
  }

  static func isObserved(_ property: String) -> String {
    "`\(property)` is observed: inside each change, after the value is stored, but not in changes that the closure makes itself."
  }

  static func isStream(_ property: String) -> String {
    "The values of `\(property)` are a stream: changes of one turn make one value."
  }
}
