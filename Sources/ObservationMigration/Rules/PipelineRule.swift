import SwiftSyntax

/// Subscriptions to `$property`.
enum PipelineRule: Rule {
  static let id: RuleID = "pipeline"
  static let summary =
    "A subscription to a property becomes an observation or a stream of ObservationBridge, on request."
  static let explanation = """
    With `--pipelines`, chains of `map`, `filter`, `compactMap`, `dropFirst`, `removeDuplicates`, `debounce`, `throttle` and
    `receive(on:)` the main queue, which end in `sink` or `assign` and are stored in a cancellable, are rewritten. Without it each
    of them needs a decision.

    A chain without a rate limit, a filter or `receive(on:)` becomes an observation of the property, with the value before and
    after each change. It runs inside the change, as the subscription did, but after the value is stored; with the public tracking
    backend in the next turn, once for several changes. An observation lasts as long as the `ObservationScope`, or the token, that takes
    the place of the cancellable.

    Any other chain becomes a loop over a stream, in a task that the class cancels when it is freed. Changes of one turn make one
    value, and the first value comes in the next turn. Time is measured as before; a debounced stream without `dropFirst` waits
    with its first value, too. `removeDuplicates` compares with the value that `dropFirst` has left out as well.

    Where a method empties the set of cancellables, as that of a reused cell does, it ends the observations and tasks as well.

    It declines where the class is not isolated to the main actor, `self` is held strongly, the cancellable is not private or is
    used in other ways, the values are not known to be `Sendable`, or an operator has no counterpart.
    """
  static let outcome = Finding.State.changed
  static let exampleOptions = MigrationOptions(pipelines: true)
  static let before = """
    import Combine
    import Dispatch

    @MainActor
    final class Search: ObservableObject {
      @Published var query = ""
      @Published private(set) var length = 0
      private(set) var searched: [String] = []
      private var cancellables = Set<AnyCancellable>()

      init() {
        $query
          .dropFirst()
          .map(\\.count)
          .assign(to: \\.length, on: self)
          .store(in: &cancellables)
        $query
          .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
          .removeDuplicates()
          .sink { [weak self] query in
            self?.searched.append(query)
          }
          .store(in: &cancellables)
      }
    }

    """
  static let after = """
    import Dispatch
    import Observation
    import ObservationBridge

    @Observable
    @MainActor
    final class Search {
      var query = ""
      private(set) var length = 0
      @ObservationIgnored private(set) var searched: [String] = []
      private let observations = ObservationScope()
      @ObservationIgnored private var tasks: [Task<Void, Never>] = []

      init() {
        observations.observe(self, \\.query) { [weak self] change in
          self?.length = change.new.count
        }
        let queryValues = ObservationBridge(
          of: self,
          options: .rateLimit(.debounce(ObservationDebounce(interval: .milliseconds(300), mode: .delayedFirst)))
        ) { $0.query }.removeDuplicates()
        tasks.append(Task { [weak self] in
          for await query in queryValues where !Task.isCancelled {
            self?.searched.append(query)
          }
        })
      }

      deinit {
        for task in tasks { task.cancel() }
      }
    }

    """

  static func inspect(_ item: CodeBlockItemSyntax, _ expression: ExprSyntax, _ inspection: Inspection) {
    guard let subscription = Subscription(expression),
      case .published(let object, let property, let source) = subscription.source,
      let (model, member) = published(property, of: object, inspection)
    else { return }
    // The rule for publishers has nothing to add.
    inspection.handled.insert(source.id)
    if let access = source.as(MemberAccessExprSyntax.self) { inspection.handled.insert(access.declName.id) }
    if case .assignPublished(_, let target) = subscription.end {
      inspection.handled.insert(target.id)
      if let access = target.parent?.as(MemberAccessExprSyntax.self) { inspection.handled.insert(access.id) }
    }
    do throws(Pipeline.Decline) {
      let conversion = try PipelineConversion(
        subscription,
        expression,
        object: object,
        model: model,
        member: member,
        inspection
      )
      // The class that subscribes may stay as it is.
      let subjects = [model]
      guard inspection.options.pipelines else {
        return inspection.decide(self, at: source, of: subjects, canBeConverted(conversion.summary))
      }
      inspection.result.pipelineSites[conversion.owner.id] = conversion.site
      inspection.propose(
        Proposal(
          rule: id,
          place: inspection.place(of: source),
          subjects: subjects,
          effect: .change,
          edits: try PipelineRewriter(conversion, inspection).edits(),
          message: conversion.isObservation ? isObserved(property) : isStream(property),
          isRisky: true,
          needsObservationBridge: true,
          pipelineNeed: conversion.need.map { (conversion.owner.id, $0) }
        )
      )
    } catch {
      inspection.decide(self, at: source, of: [model], isDeclined(property, error.reason))
    }
  }

  /// The candidate that publishes the property.
  private static func published(
    _ property: String,
    of object: ExprSyntax?,
    _ inspection: Inspection
  ) -> (TypeSymbol.ID, Member)? {
    let types: [TypeSymbol.ID]
    if let object, object.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind != .keyword(.self) {
      types = inspection.table.symbols(in: inspection.type(of: object))
    } else {
      guard !inspection.names.isLocal("$" + property) else { return nil }
      types = inspection.names.enclosingType.map { [$0] } ?? []
    }
    for id in types {
      guard let (member, scope) = inspection.table.members(property, of: id).first, member.hasAttribute("Published"),
        let owner = scope.types.last, inspection.models.isCandidate(owner)
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
