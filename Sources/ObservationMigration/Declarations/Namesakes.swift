/// Which of the types of one name does a file mean, if several targets of a repository declare such a type?
///
/// The iOS and the macOS app of a repository may each have an `AppDelegate`. Two declarations belong to different targets if
/// neither stands in the other's folder, or in a folder inside, and they aren't for different platforms. A file that
/// mentions the name means the declaration in the nearest folder. If one of the files is as near to another declaration,
/// their uses can't be distinguished, and they are taken for one type.
struct Namesakes: Sendable {
  private typealias Declaration = (file: Int, condition: CompilationCondition)

  /// For each of these names, the targets that files mean.
  private var targets: [String: [Int: Int]] = [:]

  init(_ surveys: [FileSurvey]) {
    var declarations: [String: [Declaration]] = [:]
    for (file, survey) in surveys.enumerated() {
      for declaration in survey.declarations where declaration.outer == nil && !declaration.isPrivate {
        guard ![.extension, .typealias].contains(declaration.kind) else { continue }
        declarations[declaration.name[0], default: []].append((file, declaration.condition))
      }
    }
    declarations = declarations.filter { $1.count > 1 }
    if declarations.isEmpty { return }
    let folders = surveys.map { $0.folder.split(separator: "/") }
    for (name, declarations) in declarations {
      let groups = Self.groups(of: declarations, folders)
      if groups.count > 1 { targets[name] = Self.targets(of: groups, mentionedAs: name, surveys, folders) }
    }
  }

  /// The number of the target whose type of a name, perhaps with nested names, a file means; nil if there are no namesakes.
  func target(of name: String, in file: Int) -> Int? {
    targets.isEmpty ? nil : targets[String(name.prefix { $0 != "." })]?[file]
  }

  /// The declarations of each target.
  private static func groups(of declarations: [Declaration], _ folders: [[Substring]]) -> [[Declaration]] {
    declarations.reduce(into: []) { groups, declaration in
      let folder = folders[declaration.file]
      func isSeparate(_ other: Declaration) -> Bool {
        let otherFolder = folders[other.file]
        return !folder.starts(with: otherFolder) && !otherFolder.starts(with: folder)
          && !other.condition.excludes(declaration.condition)
      }
      let joined = groups.filter { !$0.allSatisfy(isSeparate) }
      groups.removeAll { !$0.allSatisfy(isSeparate) }
      groups.append(joined.flatMap(\.self) + [declaration])
    }
  }

  /// The target that each mentioning file means; nil if a file may mean several.
  private static func targets(
    of groups: [[Declaration]],
    mentionedAs name: String,
    _ surveys: [FileSurvey],
    _ folders: [[Substring]]
  ) -> [Int: Int]? {
    var targets: [Int: Int] = [:]
    for (file, survey) in surveys.enumerated() where survey.mentionedTypes.contains(name.hashValue) {
      let nearness = groups.map { group in
        group.map { zip(folders[file], folders[$0.file]).prefix { $0 == $1 }.count }.max() ?? 0
      }
      let nearest = nearness.max()
      guard nearness.count(where: { $0 == nearest }) == 1 else { return nil }
      targets[file] = nearness.firstIndex { $0 == nearest }
    }
    return targets
  }
}
