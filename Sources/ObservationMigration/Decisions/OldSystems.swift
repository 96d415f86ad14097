/// A step of the plan: classes stay that are built for systems without `@Observable`.
enum OldSystems {
  /// What is reported.
  enum Message {}

  static let id: RuleID = "deployment-target"

  static func objections(_ project: Project) -> [Proposal] {
    project.models.candidates.compactMap { type in
      let symbol = project.table.types[type]
      return obstacle(symbol, project.options.deploymentTarget(of: project.files[symbol.place.file])).map {
        project.objection(id, to: type, .refused, $0)
      }
    }
  }

  /// Why a class can't be converted on the oldest systems that have it; nil if it can.
  private static func obstacle(_ symbol: TypeSymbol, _ target: DeploymentTarget?) -> String? {
    guard let target else {
      let available = DeploymentTarget(versions: symbol.availableFrom)
      return available.platformsTooOld.isEmpty ? nil : Message.availabilityIsTooOld(available)
    }
    // A class may be available on fewer systems than its module.
    let platforms = target.platformsTooOld.filter { (symbol.availableFrom[$0] ?? 0) < $0.oldestVersion }
    return platforms.isEmpty ? nil : Message.targetIsTooOld(target, on: platforms)
  }
}

extension OldSystems.Message {
  static func targetIsTooOld(_ target: DeploymentTarget, on platforms: [DeploymentTarget.Platform]) -> String {
    let versions = list(platforms) { target.versions[$0] ?? 0 }
    guard !target.files.isEmpty else {
      return "\(versions) has no `@Observable`: raise the deployment target to \(list(platforms, \.oldestVersion))."
    }
    let options = platforms.map { "`\($0.option) \($0.oldestVersion)`" }.listed
    return """
      The deployment target is \(versions) (\(target.files.joined(separator: ", "))), which has no `@Observable`: raise it to \
      \(list(platforms, \.oldestVersion)), or pass \(options).
      """
  }

  static func availabilityIsTooOld(_ available: DeploymentTarget) -> String {
    let platforms = available.platformsTooOld
    return """
      `@available` offers the class from \(list(platforms) { available.versions[$0] ?? 0 }), which has no `@Observable`: raise it to \
      \(list(platforms, \.oldestVersion)), or remove it if the deployment target is newer.
      """
  }

  private static func list(
    _ platforms: [DeploymentTarget.Platform],
    _ version: (DeploymentTarget.Platform) -> Int
  ) -> String {
    platforms.map { "\($0.rawValue) \(version($0))" }.listed
  }
}
