import Foundation

/// Which Swift files belong to no target of the Xcode project around them, so that nothing compiles them?
///
/// Such a file isn't mentioned in a project at all. Nothing is said where something else may compile a file: a package, a
/// pod, a playground, another build system, a project that is generated, or one with folders that are part of a target.
struct XcodeMembership {
  private enum Folder {
    /// Something else may compile the files.
    case built
    case project(String)
    case other
  }

  private var folders: [String: Folder] = [:]
  /// The names of the Swift files that projects mention, in lower case: on a Mac, `store.swift` is `Store.swift`.
  private var mentioned: Set<String> = []
  /// Whether the projects mention all files of their targets.
  private var isKnown = true

  private static let builders: Set = [
    "BUCK", "BUILD", "BUILD.bazel", "MODULE.bazel", "Package.swift", "Project.swift", "WORKSPACE", "project.yml",
  ]

  /// Notes the projects in a folder and the folders around it, up to the repository.
  mutating func visit(_ folder: URL) {
    let path = folder.path
    guard folders[path] == nil else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let projects = names.filter { $0.hasSuffix(".xcodeproj") }.sorted()
    let isBuilt =
      folder.pathExtension == "playground"
      || names.contains { Self.builders.contains($0) || $0.hasSuffix(".podspec") || $0.hasSuffix(".playground") }
    folders[path] = isBuilt ? .built : projects.first.map { .project($0) } ?? .other
    for name in projects { read(folder.appending(path: "\(name)/project.pbxproj")) }
    if path != "/", !names.contains(".git") { visit(folder.deletingLastPathComponent()) }
  }

  private mutating func read(_ file: URL) {
    guard let data = try? Data(contentsOf: file) else { return isKnown = false }
    let text = String(decoding: data, as: UTF8.self)
    if text.contains("PBXFileSystemSynchronized") { isKnown = false }
    // `path = Store.swift;`, `path = "Sources/Store (iOS).swift";`, `/* Store.swift in Sources */`
    let names = text.components(separatedBy: ".swift").dropLast().compactMap { part in
      part.lastIndex { "\"*/=\n".contains($0) }.map { part[part.index(after: $0)...] }
    }
    if names.isEmpty { isKnown = false }
    for name in names { mentioned.insert(name.trimmingCharacters(in: .whitespaces).lowercased() + ".swift") }
  }

  /// The project around a file if the file belongs to no target; nil if something may compile the file.
  func projectWithout(_ file: URL) -> String? {
    guard isKnown, !mentioned.contains(file.lastPathComponent.lowercased()) else { return nil }
    var project: String?
    var folder = file.deletingLastPathComponent()
    while let kind = folders[folder.path] {
      switch kind {
      case .built: return nil
      case .project(let name): project = project ?? name
      case .other: break
      }
      if folder.path == "/" { break }
      folder = folder.deletingLastPathComponent()
    }
    return project
  }
}
