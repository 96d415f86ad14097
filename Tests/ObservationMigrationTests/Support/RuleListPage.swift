import Foundation
import ObservationMigration

/// The pages of the guide that are made of the rules: one for each, and the list of them.
enum RuleListPage {
  static let folder = "Sources/ObservationMigration/Documentation.docc"

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The texts by path.
  static var pages: [String: String] {
    var pages = ["\(folder)/RuleList.md": list]
    for rule in Rules.all { pages["\(folder)/Rules/Rule-\(rule.id).md"] = page(of: rule) }
    return pages
  }

  /// The page of a rule as it's committed.
  static func committedPage(of rule: RuleID) throws -> String {
    try String(contentsOf: root.appending(path: "\(folder)/Rules/Rule-\(rule).md"), encoding: .utf8)
  }

  private static var list: String {
    """
    # The rules

    What each rule does, why, and an example: a whole file before and after.

    ## Overview

    The name of a rule stands at the end of each line of a report, and can be given to `--only` and `--skip`.
    `observation-migrate rules` lists them, `observation-migrate rules published` explains one.

    ## Topics

    ### Rules that rewrite or report

    \(links(to: Rules.all.filter { $0.outcome == .changed }))

    ### Rules that leave a decision to you

    \(links(to: Rules.all.filter { $0.outcome == .needsDecision }))

    ### Rules that leave something as it is

    \(links(to: Rules.all.filter { $0.outcome == .refused }))

    """
  }

  private static func links(to rules: [RuleGuide]) -> String {
    rules.map { "- <doc:Rule-\($0.id)>" }.joined(separator: "\n")
  }

  private static func page(of rule: RuleGuide) -> String {
    let options =
      rule.exampleOptions.pipelines ? ", with `--pipelines`" : rule.exampleOptions.subjects ? ", with `--subjects`" : ""
    let heading =
      switch rule.outcome {
      case .changed: "Becomes\(options):"
      case .needsDecision: "Needs a decision. What to write:"
      case .refused where rule.before == rule.after: "Is refused, and stays."
      case .refused: "Is refused. What to write:"
      }
    // At the start of a line, DocC takes an @ for a directive.
    let summary = (rule.summary.hasPrefix("@") ? "\\" : "") + rule.summary
    var text = "# \(rule.id)\n\n\(summary)\n\n## Overview\n\n\(rule.explanation)\n"
    if advice.contains(rule.id.rawValue) {
      text += "\nWhere it leaves a decision to you: <doc:Decisions#\(rule.id)>.\n"
    }
    text += "\n### Example\n\n\(block(rule.before))\n\(heading)\n"
    if rule.before != rule.after { text += "\n" + block(rule.after) }
    return text
  }

  /// The rules that have a section in the page on decisions.
  private static let advice: Set<String> = {
    let page = try? String(contentsOf: root.appending(path: "\(folder)/Decisions.md"), encoding: .utf8)
    return Set((page ?? "").split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) })
  }()

  private static func block(_ code: String) -> String {
    "```swift\n\(code)```\n"
  }
}
