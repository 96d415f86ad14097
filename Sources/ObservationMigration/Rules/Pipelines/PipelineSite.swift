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

  private let property: (offset: Int, indentation: String)
  /// Where statements of the deinit are added, with the lines around them if there is none yet.
  private let end: (offset: Int, before: [String], indentation: String, after: [String])?
  /// Behind the statements that end all subscriptions of a set, with what divides statements there. The statements may go.
  private let resets: [(offset: Int, separator: String)]
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
        return (range.upperBound, isAlone ? source.newline + source.indentation(at: range.lowerBound) : "; ")
      }
    }
  }

  private static func end(
    of owner: PipelineOwner,
    _ source: SourceText
  ) -> (offset: Int, before: [String], indentation: String, after: [String])? {
    let members = owner.node.memberBlock.members
    if let node = members.lazy.compactMap({ $0.decl.as(DeinitializerDeclSyntax.self) }).first {
      guard let brace = node.body?.leftBrace, let first = node.body?.statements.first,
        source.isFirstInLine(first.startOffset)
      else { return nil }
      return (source.nextLineStart(of: brace.startOffset), [], source.indentation(at: first.startOffset), [])
    }
    let brace = owner.node.memberBlock.rightBrace.startOffset
    guard source.isFirstInLine(brace), !members.contains(where: \.hasConditionalDeinit) else { return nil }
    let indentation = source.indentation(at: brace) + owner.step
    let lines = ["", indentation + "deinit {"]
    return (source.lineStart(of: brace), lines, indentation + owner.step, [indentation + "}"])
  }

  /// Whether tasks can be cancelled with the class.
  var canEndTasks: Bool { end != nil }

  /// The edits for what some of its subscriptions need, in their order. `isObservable` tells whether the class is, or will be.
  func edits(for needs: [Need], isObservable: Bool) -> [Edit] {
    let attribute = isObservable ? "@ObservationIgnored " : ""
    let subscriptions = attribute + "private var subscriptions = Set<AnyCancellable>()"
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
      case .subscriptions where !lines.contains(subscriptions): lines.append(subscriptions)
      case .task(let property) where !endings.contains("\(property)?.cancel()"):
        endings.append("\(property)?.cancel()")
      default: break
      }
    }
    func edit(_ offset: Int, _ text: String) -> Edit { Edit(offset..<offset, with: text) }
    var edits = lines.map { edit(property.offset, property.indentation + $0 + newline) }
    if let end, !endings.isEmpty {
      let lines = end.before + endings.map { end.indentation + $0 } + end.after
      edits.append(edit(end.offset, lines.map { $0 + newline }.joined()))
    }
    if !resetting.isEmpty {
      edits += resets.map { edit($0.offset, $0.separator + resetting.joined(separator: $0.separator)) }
    }
    return edits
  }

  private static let scopeReset = "observations.cancelAll()"
  private static let tasksEnd = "for task in tasks { task.cancel() }"
}

/// What classes have to have for their converted subscriptions, as one rule converts them in a file.
struct PipelineNeeds {
  private var sites: [TypeSymbol.ID: PipelineSite] = [:]
  private var all: [(owner: TypeSymbol.ID, need: PipelineSite.Need, place: Place, edit: Edit?)] = []

  /// Notes what a subscription at a place needs if it is changed there, and `edit` is made.
  mutating func add(
    _ need: PipelineSite.Need,
    of owner: TypeSymbol.ID,
    _ site: PipelineSite,
    at place: Place,
    _ edit: Edit? = nil
  ) {
    all.append((owner, need, place, edit))
    sites[owner] = site
  }

  /// Adds what the classes have in common for their converted subscriptions.
  func finish(_ rule: RuleID, _ draft: inout FileDraft) {
    let edits = draft.edits.edits
    let made = all.filter { draft.changes(rule, at: $0.place) && ($0.edit.map(edits.contains) ?? true) }
    for (owner, needs) in Dictionary(grouping: made, by: \.owner).sorted(by: { $0.key < $1.key }) {
      guard let site = sites[owner] else { continue }
      draft.add(site.edits(for: needs.map(\.need), isObservable: draft.decisions.converts(owner)), of: rule)
    }
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
