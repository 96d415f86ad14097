import SwiftSyntax

/// The places in a class for the shared needs of its converted subscriptions: a property, the end in its deinit,
/// and the statements that empty its set of cancellables.
struct PipelineSite: Sendable {
  enum Need: Sendable, Hashable {
    case scope
    case tasks
    /// A task in a property, cancelled with the class.
    case task(property: String)
    /// `subscriptions`, for subscriptions that stay.
    case subscriptions

    /// The name of the new property; nil without one.
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
  /// The position of new statements in the deinit, with the lines around them if there is no deinit yet.
  let end: (offset: Int, before: [String], indentation: String, after: [String])?
  /// The ends of the statements that end all subscriptions of a set, with separators. The statements may be removed.
  private let resets: [(offset: Int, separator: String)]
  private let newline: String

  /// - Returns: Nil if the class has no lines for a property.
  init?(_ owner: PipelineOwner, _ walk: Walk) {
    let source = walk.source
    let variables = owner.node.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    guard let anchor = owner.storages.first?.declaration ?? variables.first, source.isFirstInLine(anchor.startOffset)
    else { return nil }
    // Above the comments of the cancellable, which may be removed with it.
    property = (
      source.lineStart(of: anchor.utf8RangeWithComments.lowerBound), source.indentation(at: anchor.startOffset)
    )
    end = Self.end(of: owner, source)
    newline = source.newline
    resets = owner.storages.flatMap { storage in
      storage.ends.map { statement in
        let range = statement.item.utf8Range
        // A comment may follow.
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

  /// The edits for the needs of some subscriptions, in order. `isObservable` tells whether the class is, or will be.
  func edits(for needs: [Need], isObservable: Bool) -> [Edit] {
    let attribute = isObservable ? "@ObservationIgnored " : ""
    var lines: [String] = []
    var endings: [String] = []
    var resetting: [String] = []
    var met: Set<Need> = []
    for need in needs where met.insert(need).inserted {
      switch need {
      case .scope:
        lines.append("private let observations = ObservationScope()")
        resetting.append("observations.cancelAll()")
      case .tasks:
        lines.append(attribute + "private var tasks: [Task<Void, Never>] = []")
        endings.append("for task in tasks { task.cancel() }")
        resetting += ["for task in tasks { task.cancel() }", "tasks.removeAll()"]
      case .subscriptions: lines.append(attribute + "private var subscriptions = Set<AnyCancellable>()")
      case .task(let property): endings.append("\(property)?.cancel()")
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
}

/// The needs of classes for the subscriptions that one rule converts in a file.
struct PipelineNeeds {
  private var sites: [TypeSymbol.ID: PipelineSite] = [:]
  private var all: [(owner: TypeSymbol.ID, need: PipelineSite.Need, place: Place, edit: Edit?)] = []

  /// Notes the need of a subscription, in case the subscription is changed, and `edit` made.
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

  /// Adds the shared needs of the converted subscriptions to their classes.
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
  fileprivate var hasConditionalDeinit: Bool {
    let types: Set<SyntaxKind> = [.classDecl, .structDecl, .enumDecl, .actorDecl]
    return decl.is(IfConfigDeclSyntax.self) && !decl.nodes(DeinitializerDeclSyntax.self, skipping: types).isEmpty
  }
}
