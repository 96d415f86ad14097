/// Systems without `@Observable`.
enum DeploymentTargetRule: Rule {
  static let id: RuleID = "deployment-target"

  static func conclude(_ facts: [NoFacts], _ project: Project) -> [Proposal] {
    project.models.candidates.compactMap { type in
      let versions = [project.options.minimumIOS, project.table.types[type].availableFrom]
      guard let version = versions.lazy.compactMap(\.self).first(where: { $0 < MigrationOptions.oldestIOS }) else {
        return nil
      }
      return project.objection(id, to: type, .refused, isTooOld("\(version)"))
    }
  }
}

extension DeploymentTargetRule {
  static func isTooOld(_ version: String) -> String {
    "iOS \(version) has no `@Observable`: raise the deployment target to \(MigrationOptions.oldestIOS)."
  }
}
