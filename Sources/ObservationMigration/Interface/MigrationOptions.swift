import Foundation

/// What to migrate, and how.
public struct MigrationOptions: Sendable, Hashable {
  /// The oldest systems for the sources, overriding ``deploymentTargets``.
  ///
  /// Before iOS 17 and macOS 14 there is no `@Observable`: every type is refused.
  public var minimumVersions: [DeploymentTarget.Platform: Int]
  /// The deployment targets of the projects, as found by ``DeploymentTarget/stated(for:)``.
  public var deploymentTargets: [DeploymentTarget]
  /// The oldest Xcode that builds the sources; nil if unknown.
  ///
  /// From Xcode 27 on, `@State` is a macro, which evaluates the initial value at a declaration once (TN3211).
  public var minimumXcode: Int?
  /// Whether Combine pipelines of known kinds become observations and streams of `ObservationBridge`.
  public var pipelines: Bool
  /// Whether subjects feed the remaining Combine pipelines: a property whose publisher is used gets a subject, and
  /// sends each value to the subject.
  public var subjects: Bool
  /// Whether classes become `@ObservableModel` instead of `@Observable`, including classes that are `@Observable`
  /// already.
  public var models: Bool
  /// Whether the sources are built with main-actor isolation by default (SE-0466), so that classes need no attribute.
  public var defaultsToMainActor: Bool
  /// Superclasses of other modules, by name, that aren't an `ObservableObject` and announce no changes.
  public var plainSuperclasses: Set<String> = []
  /// The only rules to apply; all if empty. Types needing another rule stay as they are.
  public var onlyRules: Set<RuleID>
  /// Rules not to apply. Types needing such a rule stay as they are.
  public var skipRules: Set<RuleID>
  /// The only types to convert, by name (`Draft` or `Editor.Draft`); all if empty.
  public var onlyTypes: Set<String>
  /// Types not to convert, by name.
  public var skipTypes: Set<String>

  /// Creates options; by default all types and rules, without pipelines, subjects and own models.
  public init(
    minimumIOS: Int? = nil,
    deploymentTargets: [DeploymentTarget] = [],
    minimumXcode: Int? = nil,
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
    self.minimumXcode = minimumXcode
    self.pipelines = pipelines
    self.subjects = subjects
    self.models = models
    self.defaultsToMainActor = defaultsToMainActor
    self.onlyRules = onlyRules
    self.skipRules = skipRules
    self.onlyTypes = onlyTypes
    self.skipTypes = skipTypes
  }

  /// The oldest iOS for the sources; nil if unknown.
  public var minimumIOS: Int? {
    get { minimumVersions[.iOS] }
    set { minimumVersions[.iOS] = newValue }
  }

  /// Whether each Xcode that builds the sources evaluates the initial value at the declaration of a `@State` once.
  var hasLazyState: Bool { minimumXcode.map { $0 >= 27 } ?? false }

  /// The systems for a file; nil if unknown.
  func deploymentTarget(of file: SourceFile) -> DeploymentTarget? {
    if !minimumVersions.isEmpty { return DeploymentTarget(versions: minimumVersions) }
    guard !deploymentTargets.isEmpty else { return nil }
    let path = URL(filePath: file.path).standardizedFileURL.path(percentEncoded: false)
    return deploymentTargets.filter { $0.folder.map(path.hasPrefix) ?? true }
      .max { ($0.folder?.count ?? 0) < ($1.folder?.count ?? 0) }
  }

  func allows(_ rule: RuleID) -> Bool {
    (onlyRules.isEmpty || onlyRules.contains(rule)) && !skipRules.contains(rule)
  }

  /// Whether to convert a type, by its name with or without enclosing types.
  func selects(_ type: String) -> Bool {
    let names = [type, type.split(separator: ".").last.map(String.init) ?? type]
    return (onlyTypes.isEmpty || names.contains(where: onlyTypes.contains))
      && !names.contains(where: skipTypes.contains)
  }
}
