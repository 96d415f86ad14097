/// Systems without `@Observable`.
enum DeploymentTargetRule: Rule {
  static let id: RuleID = "deployment-target"
  static let summary = "Below iOS 17 there is no @Observable, and everything is refused."
  static let explanation = """
    With `--minimum-ios` below 17 every type is refused, as is a class that its `@available` offers to older systems than that.
    Raise the deployment target first, or use a back-port of Observation.
    """
  static let outcome = Finding.State.refused
  static let before = """
    import Combine

    @available(iOS 15, *)
    final class Tour: ObservableObject {
      @Published var step = 0
    }

    """
  static let after = before
}

extension DeploymentTargetRule {
  static func isTooOld(_ version: String) -> String {
    "iOS \(version) has no `@Observable`: raise the deployment target to \(MigrationOptions.oldestIOS)."
  }
}
