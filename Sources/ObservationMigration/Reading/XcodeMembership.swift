import Foundation

/// Which Swift files belong to no target of the Xcode projects around them?
///
/// Such files are left over from earlier versions, and Xcode doesn't compile them. A project lists the names of its targets'
/// files. Nothing is said of packages, of projects with folders whose files belong to a target by themselves, and of
/// files that share their name with a listed one.
struct XcodeMembership {
  private enum Folder {
    case package, other
    case project(String)
  }

  private var folders: [String: Folder] = [:]
  /// The names of the files that targets compile.
  private var listed: Set<String> = []
  /// Whether the projects list all files of their targets.
  private var isKnown = true

  /// Notes the projects in a folder and the folders around it, up to the repository.
  mutating func visit(_ folder: URL) {
    let path = folder.path
    guard folders[path] == nil else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let found = names.filter { $0.hasSuffix(".xcodeproj") }.sorted()
    folders[path] = names.contains("Package.swift") ? .package : found.first.map { .project($0) } ?? .other
    for name in found { read(folder.appending(path: "\(name)/project.pbxproj")) }
    let outer = folder.deletingLastPathComponent()
    if path != "/", !names.contains(".git") { visit(outer) }
  }

  private mutating func read(_ file: URL) {
    guard let data = try? Data(contentsOf: file) else { return isKnown = false }
    let text = String(decoding: data, as: UTF8.self)
    if text.contains("PBXFileSystemSynchronized") { isKnown = false }
    // `/* Store.swift in Sources */`
    for part in text.components(separatedBy: " in Sources */") {
      if let start = part.range(of: "/* ", options: .backwards) { listed.insert(String(part[start.upperBound...])) }
    }
  }

  /// The project to none of whose targets a file belongs; nil if the file may belong to one, or to a package.
  func projectWithout(_ file: URL) -> String? {
    guard isKnown, !listed.contains(file.lastPathComponent) else { return nil }
    var project: String?
    var folder = file.deletingLastPathComponent()
    while let kind = folders[folder.path] {
      switch kind {
      case .package: return nil
      case .project(let name): project = project ?? name
      case .other: break
      }
      if folder.path == "/" { break }
      folder = folder.deletingLastPathComponent()
    }
    return listed.contains { $0.hasSuffix(".swift") } ? project : nil
  }
}
