#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes to a file descriptor.
struct FileOutput: Sendable {
  let descriptor: CInt

  static let standard = FileOutput(descriptor: STDOUT_FILENO)
  static let error = FileOutput(descriptor: STDERR_FILENO)

  var isTerminal: Bool {
    isatty(descriptor) == 1
  }

  /// How a write ended.
  enum Outcome: Equatable {
    case written
    /// Nobody reads what is written: no reason to complain.
    case readerGone
    case failed(reason: String)
  }

  /// Writes all bytes, if it can.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>) -> Outcome {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe writeBytes(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Someone made the terminal non-blocking: wait until it takes more.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // One request, as the second argument says.
        unsafe poll(&request, 1, -1)
      } else if errno == EPIPE || errno == EIO {
        // EIO is what a terminal answers that was closed.
        return .readerGone
      } else if errno != EINTR {
        // The text belongs to the C library and is copied at once.
        return .failed(reason: unsafe String(cString: strerror(errno)))
      }
    }
    return .written
  }
}

// A name of its own: within the type `write` is the method. It reads as many bytes as there are.
private func writeBytes(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
