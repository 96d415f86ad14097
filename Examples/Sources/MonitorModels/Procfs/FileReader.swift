#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Reads small files into one buffer, which is used again for each.
  struct FileReader: Sendable {
    /// Why a file can't be read.
    struct Failure: Error {
      let code: CInt

      var reason: String {
        // The text belongs to the C library and is copied at once.
        unsafe String(cString: strerror(code))
      }
    }

    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    /// Reads a file to its end.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - directory: What a relative path starts from.
    ///   - isOneRecord: Whether the system gives all of the file at once where there is room for it, so that no further call has to
    ///     find the end.
    /// - Throws: The code of the call that failed.
    /// - Returns: Its bytes. Let go of them before the next call, which otherwise has to copy the buffer.
    mutating func read(
      _ path: String,
      in directory: CInt = AT_FDCWD,
      isOneRecord: Bool = false
    ) throws(Failure) -> ArraySlice<UInt8> {
      // The pointer to the path is used during the call only.
      let file = unsafe openat(directory, path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw Failure(code: errno) }
      defer { close(file) }
      var count = 0
      while true {
        if count == buffer.count { buffer.append(contentsOf: [UInt8](repeating: 0, count: buffer.count)) }
        // The part behind what was read is free.
        let result = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe readBytes(file, into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
        }
        if result < 0 {
          if errno != EINTR { throw Failure(code: errno) }
          continue
        }
        count += result
        if result == 0 || isOneRecord && count < buffer.count { return buffer[..<count] }
      }
    }

    /// The user that a file belongs to; nil if there is no such file.
    func owner(_ path: String, in directory: CInt) -> uid_t? {
      var status = stat()
      // It fills the variable during the call.
      return unsafe fstatat(directory, path, &status, 0) == 0 ? status.st_uid : nil
    }
  }

  // A name of its own: within the type `read` is the method. It writes at most as many bytes as there are.
  private func readBytes(_ file: CInt, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(file, bytes.baseAddress, bytes.count)
  }
#endif
