import SwiftSyntax

/// Classes that are built for systems without `@Observable`.
enum DeploymentTargetRule: Rule {
  static let id: RuleID = "deployment-target"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.onTypes { node, walk, _ in
      guard let type = walk.names.enclosingType, walk.models.isCandidate(type),
        // The first of several declarations, each for a platform, counts.
        walk.place(of: node.name) == walk.table.types[type].place,
        let message = obstacle(node.attributes.firstSystems, walk)
      else { return }
      walk.propose(walk.project.objection(id, to: type, .refused, message))
    }
  }

  /// Why a class can't be converted on the oldest systems that it supports; nil if it can.
  private static func obstacle(_ firstSystems: [DeploymentTarget.Platform: Int], _ walk: Walk) -> String? {
    guard let target = walk.options.deploymentTarget(of: walk.project.files[walk.file]) else {
      let platforms = DeploymentTarget(versions: firstSystems).platformsTooOld
      if platforms.isEmpty { return nil }
      return """
        `@available` offers the class from \(list(platforms) { firstSystems[$0] ?? 0 }), which has no `@Observable`: \
        raise it to \(list(platforms, \.oldestVersion)), or remove it if the deployment target is newer.
        """
    }
    // A class may be available on fewer systems than its module.
    let platforms = target.platformsTooOld.filter { (firstSystems[$0] ?? 0) < $0.oldestVersion }
    if platforms.isEmpty { return nil }
    let versions = list(platforms) { target.versions[$0] ?? 0 }
    guard !target.files.isEmpty else {
      return "\(versions) has no `@Observable`: raise the deployment target to \(list(platforms, \.oldestVersion))."
    }
    let options = platforms.map { "`\($0.option) \($0.oldestVersion)`" }.listed
    return """
      The deployment target is \(versions) (\(target.files.joined(separator: ", "))), which has no `@Observable`: raise \
      it to \(list(platforms, \.oldestVersion)), or pass \(options).
      """
  }

  private static func list(
    _ platforms: [DeploymentTarget.Platform],
    _ version: (DeploymentTarget.Platform) -> Int
  ) -> String {
    platforms.map { "\($0.rawValue) \(version($0))" }.listed
  }
}

extension AttributeListSyntax {
  /// The first system of each platform, according to `@available`.
  fileprivate var firstSystems: [DeploymentTarget.Platform: Int] {
    var versions: [DeploymentTarget.Platform: Int] = [:]
    for case .attribute(let attribute) in self where attribute.name == "available" {
      guard case .availability(let arguments) = attribute.arguments else { continue }
      for argument in arguments {
        guard case .availabilityVersionRestriction(let restriction) = argument.argument,
          let platform = DeploymentTarget.Platform(rawValue: restriction.platform.text),
          let version = restriction.version
        else { continue }
        versions[platform] = Int(version.major.text)
      }
    }
    return versions
  }
}
