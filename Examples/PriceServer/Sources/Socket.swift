import Dispatch
import Foundation

/// A connection. A task that waits for it holds no thread.
final class Socket: Sendable {
  fileprivate let descriptor: CInt

  fileprivate init(_ descriptor: CInt) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    set(SO_KEEPALIVE, 1)  // A client whose cable has been pulled is noticed some time.
    set(SO_SNDBUF, 16 * 1024)  // The system buffers no more for a client that is slow.
  }

  deinit {
    close(descriptor)
  }

  /// Connects to a server on this machine.
  convenience init(port: UInt16) throws(SocketError) {
    let descriptor = try Self.make()
    self.init(descriptor)
    let (status, reason) = unsafe withAddress(port: port) { unsafe Foundation.connect(descriptor, $0, $1) }
    // Otherwise it will be connected when it can be written.
    if status != 0, reason != EINPROGRESS { throw SocketError("Can't connect to port \(port)", reason) }
  }

  /// Waits for bytes. Returns none at the end, however that comes.
  func receive() async -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      // It fills at most the whole buffer.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard canRetry(errno) else { return [] }
      await wait(for: DispatchSource.makeReadSource(fileDescriptor: descriptor))
    }
  }

  /// Waits until the system has taken all of a text. Returns false if the connection has ended.
  func send(_ text: String) async -> Bool {
    var rest = Array(text.utf8)[...]
    while true {
      guard let count = sendAtOnce(rest) else { return false }
      rest = rest.dropFirst(count)
      if rest.isEmpty { return true }
      await wait(for: DispatchSource.makeWriteSource(fileDescriptor: descriptor))
    }
  }

  /// Sends a text if the system takes it without waiting.
  func sendAtOnce(_ text: String) -> Bool {
    sendAtOnce(Array(text.utf8)[...]) == text.utf8.count
  }

  /// Ends the connection in both directions. Whatever waits for it goes on.
  func shutDown() {
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  /// Returns nil if the connection has ended.
  private func sendAtOnce(_ bytes: ArraySlice<UInt8>) -> Int? {
    // As many bytes as there are. The end of a connection is an error, and no signal.
    let count = unsafe bytes.withUnsafeBytes { unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, noSignal) }
    return count >= 0 ? count : canRetry(errno) ? 0 : nil
  }

  fileprivate func canRetry(_ error: CInt) -> Bool {
    error == EAGAIN || error == EWOULDBLOCK || error == EINTR
  }

  fileprivate func set(_ option: CInt, _ value: CInt) {
    var value = value
    // The address is used during the call.
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Waits until a source reports the descriptor once.
  fileprivate func wait(for source: any DispatchSourceProtocol, untilCancelled: Bool = false) async {
    let source = SharedSource(source: source)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.source.setEventHandler { source.source.cancel() }
        // Only after this has been called may the descriptor be closed.
        source.source.setCancelHandler { continuation.resume() }
        source.source.activate()
      }
    } onCancel: {
      if untilCancelled { source.source.cancel() }
    }
  }

  // Dispatch says that its sources may be used on any thread.
  private struct SharedSource: @unchecked Sendable {
    let source: any DispatchSourceProtocol
  }

  fileprivate static func make() throws(SocketError) -> CInt {
    #if os(Linux)
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    if descriptor < 0 { throw SocketError("Can't make a socket", errno) }
    return descriptor
  }
}

/// A port of this machine where clients connect.
final class Listener: Sendable {
  private let socket: Socket
  let port: UInt16

  init(port: UInt16) throws(SocketError) {
    let descriptor = try Socket.make()
    socket = Socket(descriptor)
    socket.set(SO_REUSEADDR, 1)
    let (status, reason) = unsafe withAddress(port: port) { unsafe bind(descriptor, $0, $1) }
    if status != 0 { throw SocketError("Can't listen on port \(port)", reason) }
    if listen(descriptor, 1024) != 0 { throw SocketError("Can't listen on port \(port)", errno) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // An address of the kind that the socket was bound to, of that size.
    _ = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &size) }
    }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// Waits for the next client. Returns nil if the task has been cancelled.
  func accept() async -> Socket? {
    while !Task.isCancelled {
      let descriptor = Foundation.accept(socket.descriptor, nil, nil)
      if descriptor >= 0 { return Socket(descriptor) }
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
        // The connection waits in the system's queue until another one is closed.
        try? await Task.sleep(for: .milliseconds(100))
      } else {
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor)
        await socket.wait(for: source, untilCancelled: true)
      }
    }
    return nil
  }
}

/// What the system says when it can't do something with a socket.
struct SocketError: Error, Equatable {
  var message: String

  init(_ problem: String, _ number: CInt) {
    // The text belongs to the C library and is copied at once.
    message = "\(problem): \(unsafe String(cString: strerror(number)))"
  }
}

/// Splits what a client sends into lines.
struct LineReader {
  /// A client that sends longer lines isn't listened to, since they would have to be stored.
  private static let limit = 1000

  private let socket: Socket
  private var bytes: [UInt8] = []

  init(_ socket: Socket) {
    self.socket = socket
  }

  /// The next line without its end; nil if there is none.
  mutating func next() async -> String? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard bytes.count <= Self.limit else { return nil }
      let more = await socket.receive()
      if more.isEmpty { return nil }
      bytes += more
    }
  }
}

#if os(Linux)
  private let noSignal = CInt(MSG_NOSIGNAL)
#else
  private let noSignal: CInt = 0  // The program ignores the signal.
#endif

/// Calls a function of the system with an address of this machine. Returns its result, and the error.
private func withAddress(
  port: UInt16,
  _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> (status: CInt, error: CInt) {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
  // One kind of address is a case of the other.
  let status = unsafe withUnsafePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  return (status, errno)
}
