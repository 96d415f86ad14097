import Foundation
import Testing

@testable import PriceServer

/// Runs the built tool as a user does.
@Suite struct ToolTests {
  private let tool = Process()
  private let log = Pipe()

  /// Starts the server at a free port. Returns the port.
  private func start() throws -> UInt16 {
    tool.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "price-server")
    tool.arguments = ["--port", "0", "--interval", "0"]
    tool.standardError = log
    try tool.run()
    let line = String(decoding: log.fileHandleForReading.availableData, as: UTF8.self)
    let port = line.split(separator: "\n").first?.split(separator: " ").last.flatMap { UInt16($0) }
    return try #require(port)
  }

  @Test func ctrlCEndsAllConversations() async throws {
    let socket = try Socket(port: start())
    var lines = LineReader(socket)
    #expect(await socket.send("SET tea 3\nWATCH tea\n"))
    #expect(await lines.next() == "OK")
    #expect(await lines.next() == "tea 3")
    tool.interrupt()
    #expect(await lines.next() == nil)
    tool.waitUntilExit()
    #expect(tool.terminationReason == .exit && tool.terminationStatus == 0)
    let rest = String(decoding: try log.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(rest.hasSuffix("price-server: Ended\n"))
  }

  @Test func aLogWithoutReaderDoesNotEndIt() async throws {
    let socket = try Socket(port: start())
    try log.fileHandleForReading.close()
    var lines = LineReader(socket)
    #expect(await socket.send("SET tea 3\nGET tea\n"))
    #expect(await lines.next() == "OK")
    #expect(await lines.next() == "tea 3")
    tool.interrupt()
    #expect(await lines.next() == nil)
    tool.waitUntilExit()
    #expect(tool.terminationReason == .exit && tool.terminationStatus == 0)
  }
}
