import SwiftSyntax

/// Where a class gets what its converted subscriptions have in common, whichever of them are converted: a property, the end
/// in its deinit, and the same where its set of cancellables is emptied.
struct PipelineSite: Sendable {
  /// What one subscription needs of its class.
  enum Need: Sendable, Hashable {
    /// `observations`
    case scope
    /// `tasks`
    case tasks
    /// A task in a property, which is cancelled with the class.
    case task(property: String)
    /// `subscriptions`, for those that stay.
    case subscriptions

    /// The name of what the class gets; nil if it has it.
    var member: String? {
      switch self {
      case .scope: "observations"
      case .tasks: "tasks"
      case .subscriptions: "subscriptions"
      case .task: nil
      }
    }
  }

  private enum End: Sendable {
    /// Lines of the deinit that there is.
    case existing(offset: Int, indentation: String)
    case missing(offset: Int, indentation: String, step: String)
  }

  /// A statement that ends all subscriptions of a set.
  private struct Reset: Sendable {
    let range: Range<Int>
    /// What divides statements there.
    let separator: String
  }

  private let property: (offset: Int, indentation: String)
  private let end: End?
  private let resets: [Reset]
  private let newline: String

  /// - Returns: Nil if the class has no lines for a property.
  init?(_ owner: PipelineOwner, _ walk: Walk) {
    let source = walk.source
    let variables = owner.node.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    guard let anchor = owner.storages.first?.declaration ?? variables.first, source.isFirstInLine(anchor.startOffset)
    else { return nil }
    // Above the comments that speak of the cancellable, which may go with it.
    property = (
      source.lineStart(of: anchor.utf8RangeWithComments.lowerBound), source.indentation(at: anchor.startOffset)
    )
    end = Self.end(of: owner, source)
    newline = source.newline
    resets = owner.storages.flatMap { storage in
      storage.ends.map { statement in
        let range = statement.item.utf8Range
        // A comment may stand behind it.
        let rest = source[range.upperBound..<source.nextLineStart(of: range.upperBound)]
        let isAlone =
          source.isFirstInLine(range.lowerBound)
          && (rest.allSatisfy(\.isWhitespace) || rest.drop(while: \.isWhitespace).hasPrefix("//"))
        let separator = isAlone ? source.newline + source.indentation(at: range.lowerBound) : "; "
        return Reset(range: range, separator: separator)
      }
    }
  }

  private static func end(of owner: PipelineOwner, _ source: SourceText) -> End? {
    let members = owner.node.memberBlock.members
    if let node = members.lazy.compactMap({ $0.decl.as(DeinitializerDeclSyntax.self) }).first {
      guard let brace = node.body?.leftBrace, let first = node.body?.statements.first,
        source.isFirstInLine(first.startOffset)
      else { return nil }
      return .existing(
        offset: source.nextLineStart(of: brace.startOffset),
        indentation: source.indentation(at: first.startOffset)
      )
    }
    let brace = owner.node.memberBlock.rightBrace.startOffset
    guard source.isFirstInLine(brace), !members.contains(where: \.hasConditionalDeinit) else { return nil }
    return .missing(
      offset: source.lineStart(of: brace),
      indentation: source.indentation(at: brace) + owner.step,
      step: owner.step
    )
  }

  /// Whether tasks can be cancelled with the class.
  var canEndTasks: Bool { end != nil }

  /// The edits for what some of its subscriptions need, in their order. `isObservable` tells whether the class is, or will be.
  func edits(for needs: [Need], isObservable: Bool) -> [Edit] {
    let attribute = isObservable ? "@ObservationIgnored " : ""
    var lines: [String] = []
    var endings: [String] = []
    var resetting: [String] = []
    for need in needs {
      switch need {
      case .scope where !resetting.contains(Self.scopeReset):
        lines.append("private let observations = ObservationScope()")
        resetting.append(Self.scopeReset)
      case .tasks where !endings.contains(Self.tasksEnd):
        lines.append(attribute + "private var tasks: [Task<Void, Never>] = []")
        endings.append(Self.tasksEnd)
        resetting += [Self.tasksEnd, "tasks.removeAll()"]
      case .subscriptions: lines.append(attribute + "private var subscriptions = Set<AnyCancellable>()")
      case .task(let property) where !endings.contains("\(property)?.cancel()"):
        endings.append("\(property)?.cancel()")
      default: break
      }
    }
    let start = property.offset..<property.offset
    let texts =
      lines.map { (start, property.indentation + $0 + newline) } + ending(endings)
      + resets.compactMap { reset($0, resetting) }
    return texts.map { Edit($0, with: $1) }
  }

  private static let scopeReset = "observations.cancelAll()"
  private static let tasksEnd = "for task in tasks { task.cancel() }"

  private func ending(_ statements: [String]) -> [(Range<Int>, String)] {
    guard let end, !statements.isEmpty else { return [] }
    switch end {
    case .existing(let offset, let indentation):
      return [(offset..<offset, statements.map { indentation + $0 + newline }.joined())]
    case .missing(let offset, let indentation, let step):
      let lines = ["", indentation + "deinit {"] + statements.map { indentation + step + $0 } + [indentation + "}"]
      return [(offset..<offset, lines.map { $0 + newline }.joined())]
    }
  }

  /// Behind the statement, which may go.
  private func reset(_ reset: Reset, _ statements: [String]) -> (Range<Int>, String)? {
    guard !statements.isEmpty else { return nil }
    let end = reset.range.upperBound
    return (end..<end, reset.separator + statements.joined(separator: reset.separator))
  }
}

extension MemberBlockItemSyntax {
  /// Whether it is an `#if` with a deinit in it.
  fileprivate var hasConditionalDeinit: Bool {
    guard let conditional = decl.as(IfConfigDeclSyntax.self) else { return false }
    return conditional.clauses.contains { clause in
      guard case .decls(let list)? = clause.elements else { return false }
      return list.contains { $0.decl.is(DeinitializerDeclSyntax.self) || $0.hasConditionalDeinit }
    }
  }
}
