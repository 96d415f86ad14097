import Foundation
import Testing

@Suite struct RecordedMessagesTests {
  /// Sections that no test reads any longer would stay unnoticed.
  @Test(.disabled(if: RecordedMessages.isRecording, "the sections are just being written")) func eachSectionIsOfATest()
    throws
  {
    let headings = try RecordedMessages.headings()
    #expect(headings.count > 20)
    let tests = RecordedMessages.folder.deletingLastPathComponent()
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path(percentEncoded: false))
    where path.hasSuffix("Tests.swift") {
      let suite = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      let text = String(decoding: try Data(contentsOf: tests.appending(path: path)), as: UTF8.self)
      for heading in headings[suite] ?? [] {
        let function = heading.prefix { $0 != "(" }
        #expect(text.contains("func \(function)("), "\(suite).txt has a section \"\(heading)\".")
      }
    }
  }
}
