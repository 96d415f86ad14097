#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The processes that have a folder in `/proc`, which is open for as long as this lives.
  @safe
  struct ProcessIDs: ~Copyable {
    // Safe: it is open from `init` to `deinit`, and nobody else has it.
    private let directory: OpaquePointer

    /// Nil if the folder can't be opened; `errno` tells why.
    init?(_ path: String) {
      guard let directory = unsafe opendir(path) else { return nil }
      unsafe self.directory = directory
    }

    deinit {
      unsafe closedir(directory)
    }

    /// What the paths of the processes' files start from.
    var descriptor: CInt {
      unsafe dirfd(directory)
    }

    /// The next process; nil when there are no more.
    mutating func next() -> Int32? {
      // An entry is valid until the next call.
      while let entry = unsafe readdir(directory) {
        let pid = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Self.number($0) }
        if let pid { return pid }
      }
      return nil
    }

    /// The number that a name, which ends with a zero, stands for.
    private static func number(_ name: UnsafeRawBufferPointer) -> Int32? {
      var value: Int32 = 0
      for index in name.indices {
        // Within the bounds, which a release build does not check.
        let byte = unsafe name[index]
        if byte == 0 { break }
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), value < Int32.max / 10 - 1 else { return nil }
        value = value * 10 + Int32(byte - UInt8(ascii: "0"))
      }
      return value == 0 ? nil : value
    }
  }
#endif
