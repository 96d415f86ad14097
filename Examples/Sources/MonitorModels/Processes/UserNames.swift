#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The names of users, each of which is looked up once.
struct UserNames: Sendable {
  private var names: [uid_t: String] = [:]

  /// The user's name, or number where there is no name.
  mutating func name(of user: uid_t) -> String {
    if let name = names[user] { return name }
    let name = Self.lookUp(user) ?? "\(user)"
    names[user] = name
    return name
  }

  private static func lookUp(_ user: uid_t) -> String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 * 1024)
    // The entry points into the buffer, and is read while that is in place.
    return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress,
        unsafe getpwuid_r(user, &entry, start, buffer.count, &found) == 0, unsafe found != nil,
        let name: UnsafeMutablePointer<CChar> = unsafe entry.pw_name
      else { return nil }
      return TerminalText.string(from: unsafe String(cString: name).utf8)
    }
  }
}
