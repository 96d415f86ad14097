import Foundation

/// The contents of all Swift files of some paths, and the paths that couldn't be read.
///
/// Folders are searched recursively, in the order of their entries' names. Folders of other people's code
/// (``excludedFolders``), and files that belong to no target of the Xcode project around them, are left out, unless given
/// explicitly. Symbolic links are reported, never followed.
public struct SourceSearch: Sendable {
  /// The names of folders that aren't searched: build products, version control, and other people's packages.
  public static let excludedFolders: Set = [
    ".build", ".git", ".swiftpm", "Carthage", "DerivedData", "Pods", "checkouts", "node_modules", "vendor",
  ]

  /// The files in the order of the search, each once.
  public private(set) var files: [SourceFile] = []
  /// The paths left out, in the order of the search, with files in no target at the end.
  public private(set) var problems: [FileProblem] = []

  private var seen: Set<String> = []
  private var givenFiles: Set<String> = []
  private var membership = XcodeMembership()

  /// Searches and reads files.
  ///
  /// - Parameter paths: Folders and Swift files, absolute or relative to the current folder.
  /// - Complexity: O(size of the folders); all files are held in memory.
  public init(of paths: [String]) {
    // A slash at the end of a path to a link means the link's destination.
    for path in paths { visit(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, name: nil) }
    files.removeAll { file in
      guard !givenFiles.contains(Self.place(of: file.path)),
        let project = membership.projectWithout(URL(filePath: file.path).standardizedFileURL)
      else { return false }
      problems.append(FileProblem(file.path, .inNoTarget(project: project), isError: false))
      return true
    }
  }

  /// A path without detours.
  private static func place(of path: String) -> String { URL(filePath: path).standardizedFileURL.path() }

  /// Visits an entry by its name in the searched folder, or, without a name, a given path.
  private mutating func visit(_ path: String, name: String?) {
    let isGiven = name == nil
    guard let type = type(of: path, isGiven: isGiven) else { return }
    switch type {
    case .typeDirectory:
      if let name, Self.excludedFolders.contains(name) {
        // `Pods/Pods.xcodeproj` compiles pods in development, which stand elsewhere.
        return membership.visit(URL(filePath: path).standardizedFileURL)
      }
      search(path)
    case .typeSymbolicLink:
      // Links to uninteresting files aren't reported.
      guard isGiven || path.hasSuffix(".swift") || leadsToFolder(path) else { return }
      let destination = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "?"
      problems.append(FileProblem(path, .symbolicLink(destination: destination), isError: isGiven))
    case _ where !path.hasSuffix(".swift"):
      if isGiven { problems.append(FileProblem(path, .notSwift)) }
    case .typeRegular:
      if isGiven { givenFiles.insert(Self.place(of: path)) }
      read(path)
    default:
      problems.append(FileProblem(path, .notARegularFile))
    }
  }

  private mutating func type(of path: String, isGiven: Bool) -> FileAttributeType? {
    do {
      return try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    } catch {
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      // A file that vanished during the search was not asked for.
      if isGiven || !isMissing {
        let reason = isMissing ? FileProblem.Reason.notFound : .unreadable(FileProblem.systemReason(error, path: path))
        problems.append(FileProblem(path, reason))
      }
      return nil
    }
  }

  private func leadsToFolder(_ path: String) -> Bool {
    let destination = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: destination)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  private mutating func search(_ folder: String) {
    membership.visit(URL(filePath: folder).standardizedFileURL)
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
      for name in names.sorted() { visit(prefix + name, name: name) }
    } catch {
      problems.append(FileProblem(folder, .unreadable(FileProblem.systemReason(error, path: folder))))
    }
  }

  private mutating func read(_ path: String) {
    guard seen.insert(Self.place(of: path)).inserted else { return }
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      if let text = String(validating: data, as: UTF8.self) {
        files.append(SourceFile(path: path, text: text))
      } else {
        let (line, column) = Self.firstInvalidByte(of: data)
        problems.append(FileProblem(path, .notUTF8(line: line, column: column)))
      }
    } catch {
      problems.append(FileProblem(path, .unreadable(FileProblem.systemReason(error, path: path))))
    }
  }

  /// Line and column, both from 1, of the first byte that isn't UTF-8.
  private static func firstInvalidByte(of data: Data) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    var decoder = UTF8()
    var bytes = data.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += UTF8.width(scalar)
      }
    }
    return (line, column)
  }
}
