import Foundation
import SwiftParser
import SwiftSyntax

extension DeploymentTarget {
  /// The deployment targets stated by projects: for each file, by the nearest folder above that has a `Package.swift`
  /// or an Xcode project, with the `.xcconfig` files inside.
  ///
  /// Among several targets and configurations of one project, the oldest system counts, because the target of each file
  /// isn't known.
  ///
  /// - Parameter files: The sources.
  /// - Returns: One deployment target for each folder with a project that states one, in the order of the files.
  /// - Complexity: O(number of folders + size of the project files)
  public static func stated(for files: [SourceFile]) -> [DeploymentTarget] {
    var search = DeploymentTargetSearch()
    for file in files { search.visit(URL(filePath: file.path).standardizedFileURL.deletingLastPathComponent()) }
    return search.found
  }

  /// The versions stated by a package's manifest: `platforms: [.iOS(.v17), .macOS("14.0")]`.
  init(ofPackage manifest: String) {
    self.init(versions: [:])
    for node in Parser.parse(source: manifest).nodes(LabeledExprSyntax.self) where node.label?.text == "platforms" {
      for element in node.expression.as(ArrayExprSyntax.self)?.elements ?? [] {
        guard let call = element.expression.as(FunctionCallExprSyntax.self),
          let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
          let platform = Platform(rawValue: name), let argument = call.arguments.first?.expression
        else { continue }
        // `.v10_15`, or `"10.15"`.
        versions[platform] = Int(argument.trimmedText.drop { !$0.isNumber }.prefix { $0.isNumber })
      }
    }
  }

  /// The oldest versions stated by the settings of an Xcode project or an `.xcconfig` file.
  init(ofSettings text: String) {
    let settings: [(name: String, platform: Platform)] = [
      ("IPHONEOS", .iOS), ("MACOSX", .macOS), ("TVOS", .tvOS), ("XROS", .visionOS), ("WATCHOS", .watchOS),
    ]
    self.init(versions: [:])
    for line in text.split(whereSeparator: \.isNewline) where line.contains("_DEPLOYMENT_TARGET") {
      let name = line.drop { $0.isWhitespace }
      guard let equals = name.firstIndex(of: "="),
        let setting = settings.first(where: { name.hasPrefix($0.name + "_DEPLOYMENT_TARGET") }),
        let version = Int(
          name[name.index(after: equals)...].drop { $0.isWhitespace || $0 == "\"" }.prefix { $0.isNumber }
        )
      else { continue }
      versions[setting.platform] = min(version, versions[setting.platform] ?? version)
    }
  }
}

private struct DeploymentTargetSearch {
  private(set) var found: [DeploymentTarget] = []
  private var seen: Set<String> = []

  mutating func visit(_ start: URL) {
    var folder = start
    while seen.insert(folder.path(percentEncoded: false)).inserted {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
      let projects = names.filter { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") }.sorted()
      if !projects.isEmpty {
        let target = target(in: folder, projects)
        if !target.versions.isEmpty { found.append(target) }
        return
      }
      let outer = folder.deletingLastPathComponent().standardizedFileURL
      // The root of the file system, or of a repository.
      if outer == folder || names.contains(".git") { return }
      folder = outer
    }
  }

  private func target(in folder: URL, _ projects: [String]) -> DeploymentTarget {
    var target = DeploymentTarget(versions: [:], folder: folder.path(percentEncoded: false))
    let hasSettings = projects.contains { $0.hasSuffix(".xcodeproj") }
    for name in projects + (hasSettings ? settingsFiles(in: folder, depth: 4) : []) {
      let path = name.hasSuffix(".xcodeproj") ? "\(name)/project.pbxproj" : name
      guard let data = try? Data(contentsOf: folder.appending(path: path)) else { continue }
      let text = String(decoding: data, as: UTF8.self)
      let stated =
        name == "Package.swift" ? DeploymentTarget(ofPackage: text) : DeploymentTarget(ofSettings: text)
      if stated.versions.isEmpty { continue }
      target.versions.merge(stated.versions, uniquingKeysWith: min)
      target.files.append(name)
    }
    return target
  }

  /// The `.xcconfig` files of a folder and its subfolders, without folders of other people's code.
  private func settingsFiles(in folder: URL, depth: Int) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return names.sorted().flatMap { name -> [String] in
      if name.hasSuffix(".xcconfig") { return [name] }
      let isSearched = depth > 1 && !name.contains(".") && !SourceSearch.excludedFolders.contains(name)
      return isSearched ? settingsFiles(in: folder.appending(path: name), depth: depth - 1).map { "\(name)/\($0)" } : []
    }
  }
}
