import Foundation

/// The folder that the process works in, from which relative paths lead.
package enum CurrentFolder {
  /// A path without detours, relative to this folder if it leads into it; otherwise without the slash at its start, as patches
  /// name files.
  package static func path(to path: String) -> String {
    let file = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    let current = URL(filePath: FileManager.default.currentDirectoryPath).standardizedFileURL.path(
      percentEncoded: false
    )
    let folder = current.hasSuffix("/") ? current : current + "/"
    return String(file.hasPrefix(folder) ? file.dropFirst(folder.count) : file.drop { $0 == "/" })
  }
}
