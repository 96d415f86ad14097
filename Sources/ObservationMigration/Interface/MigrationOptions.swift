import Foundation

/// What to migrate, and how.
public struct MigrationOptions: Sendable, Hashable {
  /// The oldest systems that the sources are built for, instead of what ``deploymentTargets`` says.
  ///
  /// Before iOS 17 and macOS 14 there is no `@Observable`: every type is refused.
  public var minimumVersions: [DeploymentTarget.Platform: Int]

  /// The deployment targets that projects state, as ``DeploymentTarget/stated(for:)`` finds them.
  public var deploymentTargets: [DeploymentTarget]

  /// Whether Combine pipelines of known kinds become observations and streams of `ObservationBridge`.
  public var pipelines: Bool

  /// Whether the remaining Combine pipelines are fed by subjects: a property whose publisher is used gets one, and
  /// sends each of its values to it.
  public var subjects: Bool

  /// Whether classes become `@ObservableModel` instead of `@Observable`, those included that are `@Observable` already.
  public var models: Bool

  /// Whether the sources are built with the main actor as their default isolation (SE-0466): classes are isolated to it without
  /// an attribute.
  public var defaultsToMainActor: Bool

  /// Superclasses of other modules that are known to announce no changes and to be no `ObservableObject`, by name.
  public var plainSuperclasses: Set<String> = []

  /// The only rules to apply; all if empty. A type that needs another one stays as it is.
  public var onlyRules: Set<RuleID>

  /// Rules not to apply. A type that needs one of them stays as it is.
  public var skipRules: Set<RuleID>

  /// The only types to convert, by name (`Draft` or `Editor.Draft`); all if empty.
  public var onlyTypes: Set<String>

  /// Types not to convert, by name.
  public var skipTypes: Set<String>

  /// Creates options; by default all types and rules, without pipelines, subjects and own models.
  public init(
    minimumIOS: Int? = nil,
    deploymentTargets: [DeploymentTarget] = [],
    pipelines: Bool = false,
    subjects: Bool = false,
    models: Bool = false,
    defaultsToMainActor: Bool = false,
    onlyRules: Set<RuleID> = [],
    skipRules: Set<RuleID> = [],
    onlyTypes: Set<String> = [],
    skipTypes: Set<String> = []
  ) {
    minimumVersions = minimumIOS.map { [.iOS: $0] } ?? [:]
    self.deploymentTargets = deploymentTargets
    self.pipelines = pipelines
    self.subjects = subjects
    self.models = models
    self.defaultsToMainActor = defaultsToMainActor
    self.onlyRules = onlyRules
    self.skipRules = skipRules
    self.onlyTypes = onlyTypes
    self.skipTypes = skipTypes
  }

  /// The oldest iOS that the sources are built for; nil if nothing says so.
  public var minimumIOS: Int? {
    get { minimumVersions[.iOS] }
    set { minimumVersions[.iOS] = newValue }
  }

  /// The systems that a file is built for; nil if nothing says so.
  func deploymentTarget(of file: SourceFile) -> DeploymentTarget? {
    if !minimumVersions.isEmpty { return DeploymentTarget(versions: minimumVersions) }
    guard !deploymentTargets.isEmpty else { return nil }
    let path = URL(filePath: file.path).standardizedFileURL.path(percentEncoded: false)
    return deploymentTargets.filter { $0.folder.map(path.hasPrefix) ?? true }
      .max { ($0.folder?.count ?? 0) < ($1.folder?.count ?? 0) }
  }
}

extension MigrationOptions {
  /// Whether a rule may be applied.
  func allows(_ rule: RuleID) -> Bool {
    (onlyRules.isEmpty || onlyRules.contains(rule)) && !skipRules.contains(rule)
  }

  /// Whether a type is to be converted, by its name with or without what it is nested in.
  func selects(_ type: String) -> Bool {
    let names = [type, type.split(separator: ".").last.map(String.init) ?? type]
    return (onlyTypes.isEmpty || names.contains(where: onlyTypes.contains))
      && !names.contains(where: skipTypes.contains)
  }
}
