/// A rule that goes over the edits of a file once it is known which types convert.
protocol FinishingRule: Rule {
  /// When it does. Rules that finish in one step don't depend on each other.
  static var finishingStep: FinishingStep { get }

  /// Adds to what changes in a file. Files in which nothing changes are left alone.
  static func finish(_ facts: Facts, _ draft: inout FileDraft)
}

/// When a rule goes over the edits of a file.
enum FinishingStep: CaseIterable {
  /// What the changes need beside them, and what is to be said of them.
  case additions
  /// What nothing uses after the changes.
  case remnants
  /// What the file has to import after all of that.
  case imports
}

extension FinishingRule {
  static var finishingStep: FinishingStep { .additions }

  /// Finishes a file with the facts that it has kept of it.
  static func finish(_ walked: WalkedFile, _ draft: inout FileDraft) {
    finish(walked.facts(of: Self.self), &draft)
  }
}
