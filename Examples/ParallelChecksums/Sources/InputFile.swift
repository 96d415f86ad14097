import Foundation

/// A file as the command line names it, or as a folder contains it.
struct InputFile: Equatable, Sendable {
  var path: String
  /// What the system says before the file is read; 0 for a pipe.
  var size = 0

  /// Replaces each folder by the regular files below it, in the order of their names.
  static func files(at paths: [String]) -> [InputFile] {
    paths.flatMap { path in
      var isFolder: ObjCBool = false
      // The address is used during the call.
      let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return exists && isFolder.boolValue ? files(in: path) : [InputFile(path: path, size: size(of: path))]
    }
  }

  /// A folder that can't be listed stands for its files: reading it fails with the reason.
  private static func files(in folder: String) -> [InputFile] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return [InputFile(path: folder)]
    }
    let prefix = folder.hasSuffix("/") ? folder : "\(folder)/"
    return names.sorted().map { prefix + $0 }.flatMap { path -> [InputFile] in
      switch attributes(path)?[.type] as? FileAttributeType {
      case .typeDirectory: files(in: path)
      case .typeRegular: [InputFile(path: path, size: size(of: path))]
      default: []
      }
    }
  }

  /// Reads the file to its end. Returns nil if `read`, which is told the size of each piece, asks to stop.
  func checksum(read: (Int) -> Bool) -> ChecksumResult? {
    // The path is copied by the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return failure }
    defer { close(descriptor) }
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    var bytes = 0
    while true {
      // It fills at most the whole buffer.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe readBytes(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return failure }
      if count == 0 { return ChecksumResult(path: path, outcome: .checksum(hash.finish(), bytes: bytes)) }
      hash.update(buffer[..<count])
      bytes += count
      guard read(count) else { return nil }
    }
  }

  /// Why the last call of the system has failed.
  private var failure: ChecksumResult {
    // The text belongs to the C library and is copied at once.
    ChecksumResult(path: path, outcome: .failure(reason: unsafe String(cString: strerror(errno))))
  }

  private static func size(of path: String) -> Int {
    attributes(path)?[.size] as? Int ?? 0
  }

  private static func attributes(_ path: String) -> [FileAttributeKey: Any]? {
    try? FileManager.default.attributesOfItem(atPath: path)
  }
}

// A name of its own: within the type `read` is a parameter.
private func readBytes(_ descriptor: CInt, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, bytes.baseAddress, bytes.count)
}
