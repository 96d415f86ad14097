import Foundation
import ObservationMigration

/// The page of the guide that is made of the rules.
enum RuleListPage {
  static let path = "Sources/ObservationMigration/Documentation.docc/RuleList.md"

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static var text: String {
    """
    # The rules

    What each rule does, why, and an example: a whole file before and after.

    ## Overview

    The name of a rule stands at the end of each line of a report, and can be given to `--only` and `--skip`.
    `observation-migrate rules` lists them, `observation-migrate rules published` explains one.


    """ + Rules.all.map(section).joined(separator: "\n")
  }

  private static func section(_ rule: RuleGuide) -> String {
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
    var text = "## \(rule.id)\n\n\(summary)\n\n\(rule.explanation)\n\n\(block(rule.before))\n\(heading)\n"
    if rule.before != rule.after { text += "\n" + block(rule.after) }
    return text
  }

  private static func block(_ code: String) -> String {
    "```swift\n\(code)```\n"
  }
}
