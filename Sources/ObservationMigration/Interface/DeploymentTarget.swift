/// The oldest systems that sources are built for.
public struct DeploymentTarget: Sendable, Hashable {
  /// A platform with `@Observable` since some version of its system.
  public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// iPhone and iPad.
    case iOS
    /// iPad apps on the Mac.
    case macCatalyst
    /// The Mac.
    case macOS
    /// Apple TV.
    case tvOS
    /// Apple Vision.
    case visionOS
    /// Apple Watch.
    case watchOS

    /// The oldest version with `@Observable`.
    public var oldestVersion: Int {
      switch self {
      case .iOS, .macCatalyst, .tvOS: 17
      case .macOS: 14
      case .watchOS: 10
      case .visionOS: 1
      }
    }
  }

  /// The oldest version of each platform that the sources are built for.
  public var versions: [Platform: Int]
  /// The paths of the files with these versions, such as `Package.swift`; empty if an option states the versions.
  public var files: [String]
  /// The absolute path of the folder to which the target applies; nil for all files.
  public var folder: String?

  /// Creates a deployment target.
  public init(versions: [Platform: Int], files: [String] = [], folder: String? = nil) {
    self.versions = versions
    self.files = files
    self.folder = folder
  }

  /// The platforms whose oldest version has no `@Observable`.
  public var platformsTooOld: [Platform] {
    Platform.allCases.filter { platform in versions[platform].map { $0 < platform.oldestVersion } ?? false }
  }

  /// `iOS 15, macOS 13`
  public var versionList: String {
    Platform.allCases.compactMap { platform in versions[platform].map { "\(platform.rawValue) \($0)" } }
      .joined(separator: ", ")
  }
}

extension DeploymentTarget.Platform {
  /// The option that overrides the project.
  package var option: String { "--minimum-\(rawValue.lowercased())" }
}
