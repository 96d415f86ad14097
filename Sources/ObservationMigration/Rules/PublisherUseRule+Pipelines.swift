import SwiftSyntax

extension PublisherUseRule {
  /// Subscriptions to `$property`.
  enum Pipelines {
    enum Message {}

    static let id: RuleID = "pipeline"

    static func convert(_ item: CodeBlockItemSyntax, _ walk: Walk, _ needs: inout PipelineNeeds) {
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
          return leave(source, of: use, because: Message.canBeConverted(conversion.summary), walk)
        }
        let edits = try PipelineRewriter(conversion, walk).edits()
        if let need = conversion.need, let site = conversion.site {
          needs.add(need, of: conversion.owner.id, site, at: walk.place(of: source))
        }
        walk.claim(whole: source)
        let message =
          conversion.isObservation
          ? Message.isObserved(isSynchronous: walk.options.observesSynchronously(in: walk.project.files[walk.file]))
          : Message.isStream
        // The class that subscribes may stay as it is.
        walk.change(
          id,
          at: source,
          of: [use.owner],
          edits,
          importing: ["ObservationBridge"],
          isRisky: true,
          sharing: walk.noteOfClass(message),
          message
        )
      } catch {
        leave(source, of: use, because: Message.isDeclined(property, error.reason, subscription), walk)
      }
    }

    /// Leaves a subscription that isn't rewritten to a person, or to its publisher, which may be fed.
    private static func leave(_ source: ExprSyntax, of use: PublishedUse, because reason: String, _ walk: Walk) {
      let outcome = UseOfPublisher(kind: .subscription, feeds: walk.options.subjects, obstacle: reason).outcome
      guard case .blocked(let reason) = outcome else { return }
      walk.claim(whole: source)
      walk.decide(id, at: source, of: [use.owner], reason)
    }
  }
}

extension PublisherUseRule.Pipelines.Message {
  static func canBeConverted(_ summary: String) -> String {
    "A subscription that `--pipelines` converts to `\(summary)`; `--subjects` keeps it, fed by a subject."
  }

  static func isDeclined(_ property: String, _ reason: String, _ subscription: Subscription) -> String {
    let names = subscription.operators.map(\.name)
    let rateLimit = ["debounce", "throttle"].first(where: names.contains)
    let others = ["combineLatest", "merge", "zip"].filter(names.contains)
    let advice =
      if case .assignPublished(let target, _) = subscription.end {
        "Make `\(target)` a computed property, or keep the subscription with `--subjects`."
      } else if let rateLimit {
        """
        Write a loop, `for await value in ObservationBridge(of: model, options: .\(rateLimit)(…)) { $0.\(property) }`, or keep it with \
        `--subjects`.
        """
      } else if !others.isEmpty {
        "Write a loop over `ObservationBridge { … }` that reads all of the values, or keep it with `--subjects`."
      } else {
        """
        Write an observation, `withPropertyObservation(of: model, \\.\(property)) { change in … }`, or keep it with `--subjects`.
        """
      }
    return "`--pipelines` can't convert this subscription, because \(reason). \(advice)"
  }

  static func isObserved(isSynchronous: Bool) -> String {
    isSynchronous
      ? """
      The subscription is now an observation. It runs synchronously after each change, except changes made by its own closure.
      """
      : """
      The subscription is now an observation. On systems before 27 it runs soon after the change, once for several changes in one \
      turn, and not for changes made by its own closure.
      """
  }

  static let isStream = """
    The subscription is now an async stream. It delivers only the last of several changes in one turn.
    """
}

extension MigrationOptions {
  /// Whether observations of a file's models run inside each change: those of this package's own models do everywhere, others on systems
  /// from 27.
  fileprivate func observesSynchronously(in file: SourceFile) -> Bool {
    if models { return true }
    guard let versions = deploymentTarget(of: file)?.versions.values, !versions.isEmpty else { return false }
    return versions.allSatisfy { $0 >= 27 }
  }
}
