import SwiftSyntax

extension PublisherUseRule {
  /// Subscriptions to `$property`.
  enum Pipelines {
    static let id: RuleID = "pipeline"

    static func convert(_ item: CodeBlockItemSyntax, _ walk: Walk, _ needs: inout PipelineNeeds) {
      guard let expression = item.item.as(ExprSyntax.self), let subscription = Subscription(expression),
        case .published(let object, let property, let source) = subscription.source,
        let use = PublishedUse(source, walk)
      else { return }
      do throws(Pipeline.Decline) {
        let conversion = try PipelineConversion(subscription, expression, of: object, use, walk)
        guard walk.options.pipelines else {
          let message =
            """
            A subscription that `--pipelines` converts to `\(conversion.summary)`; `--subjects` keeps it, with its values from \
            a subject.
            """
          return leave(source, of: use, because: message, walk)
        }
        let edits = try PipelineRewriter(conversion, walk).edits()
        let name = source.as(MemberAccessExprSyntax.self).map { ExprSyntax($0.declName) } ?? source
        let effects = walk.project.pipelines.effects(of: use.key, at: walk.place(of: name))
        let isRisky = effects.countsValues || effects.isAwaited || effects.usesProperty
        let decision = UseOfPublisher(kind: .subscription, feeds: walk.options.subjects, showsTiming: isRisky)
        guard decision.outcome == .rewritten else { return }
        if let need = conversion.need, let site = conversion.site {
          needs.add(need, of: conversion.owner.id, site, at: walk.place(of: source))
        }
        walk.claim(whole: source)
        let message =
          if !conversion.isObservation {
            "The subscription is now an async stream. It delivers only the last of several changes in one turn."
          } else if walk.options.observesSynchronously(in: walk.project.files[walk.file]) {
            """
            The subscription is now an observation. It runs synchronously after each change, except changes made by its \
            own closure.
            """
          } else {
            """
            The subscription is now an observation. On systems before 27 it runs soon after the change, once for several \
            changes in one turn, and not for changes made by its own closure.
            """
          }
        // The subscribing class may stay unconverted.
        walk.change(
          id,
          at: source,
          of: [use.owner],
          edits,
          importing: ["ObservationBridge"],
          isRisky: isRisky,
          sharing: walk.noteOfClass(message),
          effects.usesProperty ? message + use.key.noteOfOldValue : message
        )
      } catch {
        leave(source, of: use, because: declined(subscription, to: property, error.reason), walk)
      }
    }

    /// Leaves a subscription to a person, or to the publisher, which may be fed.
    private static func leave(_ source: ExprSyntax, of use: PublishedUse, because reason: String, _ walk: Walk) {
      let outcome = UseOfPublisher(kind: .subscription, feeds: walk.options.subjects, obstacle: reason).outcome
      guard case .blocked(let reason) = outcome else { return }
      walk.claim(whole: source)
      walk.decide(id, at: source, of: [use.owner], reason)
    }

    private static func declined(_ subscription: Subscription, to property: String, _ reason: String) -> String {
      let names = subscription.operators.map(\.name)
      let advice =
        if case .assignPublished(let target, _) = subscription.end {
          "Make `\(target)` a computed property, or keep the subscription with `--subjects`."
        } else if let rateLimit = ["debounce", "throttle"].first(where: names.contains) {
          """
          Write a loop, `for await value in ObservationBridge(of: model, options: .\(rateLimit)(…)) { $0.\(property) }`, \
          or keep it with `--subjects`.
          """
        } else if ["combineLatest", "merge", "zip"].contains(where: names.contains) {
          "Write a loop over `ObservationBridge { … }` that reads all of the values, or keep it with `--subjects`."
        } else {
          """
          Write an observation, `withPropertyObservation(of: model, \\.\(property)) { change in … }`, or keep it with \
          `--subjects`.
          """
        }
      return "`--pipelines` can't convert this subscription, because \(reason). \(advice)"
    }
  }
}

extension MigrationOptions {
  /// Whether observations of a file's models run inside each change: always for this package's own models, for others on
  /// systems from 27.
  fileprivate func observesSynchronously(in file: SourceFile) -> Bool {
    if models { return true }
    guard let versions = deploymentTarget(of: file)?.versions.values, !versions.isEmpty else { return false }
    return versions.allSatisfy { $0 >= 27 }
  }
}
