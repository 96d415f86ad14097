import Foundation

/// A path that couldn't be searched, read or written, and the reason.
public struct FileProblem: Error, Hashable, Sendable {
  /// Why a file or folder was left out.
  public enum Reason: Hashable, Sendable {
    /// There is nothing at the path.
    case notFound
    /// The path is a symbolic link with this destination, and links aren't followed.
    case symbolicLink(destination: String)
    /// The path is neither a folder nor a file whose name ends in `.swift`.
    case notSwift
    /// No target of the Xcode project around the file contains it, so Xcode doesn't compile the file.
    case inNoTarget(project: String)
    /// The file isn't a regular file, but a pipe, a device or a socket.
    case notARegularFile
    /// The system refused; the value is its reason.
    case unreadable(String)
    /// The file has a byte at this place that isn't UTF-8.
    case notUTF8(line: Int, column: Int)
    /// The file is read-only.
    case readOnly
    /// The file has changed since it was read.
    case changedMeanwhile
    /// The system refused; the value is its reason.
    case unwritable(String)
  }

  /// The file or folder.
  public let path: String
  /// The problem.
  public let reason: Reason

  /// Files written before that couldn't be restored, and keep their new contents.
  public internal(set) var unrestored: [FileProblem] = []

  /// Whether a request couldn't be fulfilled; false for what a search leaves out by design: a symbolic link, or a file
  /// that belongs to no target.
  public let isError: Bool

  init(_ path: String, _ reason: Reason, isError: Bool = true) {
    self.path = path
    self.reason = reason
    self.isError = isError
  }
}

extension FileProblem: CustomStringConvertible {
  /// One line with the place, the problem and the remedy; one more for each file that couldn't be restored.
  public var description: String {
    let line = "\(place): \(isError ? "error" : "warning"): \(message)"
    return ([line] + unrestored.map { "\($0.place): error: \($0.restorationMessage)" }).joined(separator: "\n")
  }

  private var place: String {
    if case .notUTF8(let line, let column) = reason { "\(path):\(line):\(column)" } else { path }
  }

  /// The problem and its remedy.
  public var message: String {
    switch reason {
    case .notFound: "there is no such file or folder; check the spelling and the folder you are in"
    case .symbolicLink(let destination):
      "symbolic links aren't followed; give the path itself to migrate it: \(destination)"
    case .notSwift: "this is neither a folder nor a Swift file; give folders, or files whose names end in .swift"
    case .inNoTarget(let project):
      "this file is in no target of \(project), and was left out; give the file itself to migrate it"
    case .notARegularFile: "this isn't a regular file, and was left out"
    case .unreadable(let reason): "it can't be read (\(reason)); check its permissions"
    case .notUTF8: "this byte isn't UTF-8, and the file was left as it is; convert it to UTF-8 first"
    case .readOnly: "the file is read-only, and \(outcome); make it writable and run again"
    case .changedMeanwhile: "the file changed while it was being migrated, and \(outcome); run again"
    case .unwritable(let reason): "it can't be written (\(reason)), and \(outcome)"
    }
  }

  private var outcome: String {
    unrestored.isEmpty ? "nothing was written" : "not every file could be restored"
  }

  private var restorationMessage: String {
    let reason =
      switch reason {
      case .changedMeanwhile: "it has changed since"
      case .unwritable(let reason), .unreadable(let reason): reason
      case .readOnly: "it's read-only"
      default: "it's no longer the same file"
      }
    return "the file was migrated and couldn't be restored (\(reason)); restore it from version control"
  }
}

extension FileProblem {
  /// The system's reason for a failure, passed on by Foundation or found by asking the system again.
  package static func systemReason(_ error: any Error, path: String, access mode: Int32 = R_OK) -> String {
    let cocoa = error as NSError
    let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError ?? cocoa
    if underlying.domain == NSPOSIXErrorDomain { return systemReason(Int32(underlying.code)) }
    // The string outlives the call.
    if unsafe access(path, mode) != 0 { return systemReason(errno) }
    return error.localizedDescription
  }

  static func systemReason(_ code: Int32) -> String {
    // The text is copied before another call can replace it.
    unsafe String(cString: strerror(code))
  }
}
