import Foundation
import ObservationMigration

/// An app and its migrated form, and how they differed when they ran.
struct ComparedApp {
  enum Failure {
    /// Views show something else, and no finding says so.
    case differences([AppOutcome.Difference])
    case doesNotCompile([String])
    case crash(String)
  }

  var app: GeneratedApp
  /// Who converted it; nil for the migration.
  let hand: HandMigration?
  let files: [SourceFile]
  /// The texts of ``files`` afterwards.
  let migrated: [String]
  let findings: [Finding]
  var failure: Failure?
  /// How often a text was up to date that hadn't been before, and how many texts were compared.
  var freshened = 0
  var comparisons = 0

  /// How it fails, for people.
  var failureDescription: String {
    switch failure {
    case .differences(let differences): differences.prefix(6).map(\.description).joined(separator: "\n")
    case .doesNotCompile(let errors): errors.joined(separator: "\n")
    case .crash(let output): "It ended: \(output)"
    case nil: ""
    }
  }

  /// For people.
  var description: String {
    var text = failureDescription + "\n\nChanges:\n"
    for (number, changes) in app.steps.enumerated() { text += "\(number + 1): \(changes.map(app.text))\n" }
    for (file, migrated) in zip(files, migrated) {
      text += "\n--- \(file.path)\n\(file.text)"
      if migrated != file.text { text += "\n--- \(file.path), migrated\n\(migrated)" }
    }
    text += "\nFindings:\n"
    for finding in findings where finding.rule != "imports" {
      text += "\(finding.file):\(finding.line): \(finding.state.rawValue): \(finding.message) [\(finding.rule)]\n"
    }
    // Without the suffixes that make names unique.
    return text.replacing(/_[0-9]+b/, with: "")
  }
}

extension GeneratedApp {
  fileprivate func text(_ change: Change) -> String {
    switch change {
    case .control(let number): return "control \(number)"
    case .action(let id, let action, let number):
      guard let property = property(id) else { return "nothing" }
      return PropertyText(property, model: "", suffix: "").actions[action] + ", n = \(number)"
    }
  }
}

/// What a run of both forms reports.
struct AppOutcome: Decodable {
  struct Output: Decodable {
    let shown: [String]?
    let current: [String]?

    fileprivate var description: String {
      "shows \(shown.map { "\($0)" } ?? "nothing"), would show \(current.map { "\($0)" } ?? "nothing")"
    }
  }

  struct Difference: Decodable, CustomStringConvertible {
    let step: Int
    let path: String
    let before: Output
    let after: Output

    var description: String {
      """
      after change \(step), \(path)
        before \(before.description)
        after  \(after.description)
      """
    }

    /// The properties whose texts differ.
    var properties: Set<String> {
      var names: Set<String> = []
      for (left, right) in [(before.shown, after.shown), (before.current, after.current)] {
        for text in Set(left ?? []).symmetricDifference(right ?? []) {
          names.formUnion(text.matches(of: /\bp[0-9]+/).map { String($0.0) })
        }
      }
      return names
    }
  }

  let app: Int
  let differences: [Difference]?
  let freshened: Int
  let same: Int
}
