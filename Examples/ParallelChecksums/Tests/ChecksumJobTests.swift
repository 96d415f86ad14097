import Foundation
import ObservationModels
import Testing

@testable import ParallelChecksums

@MainActor @Suite struct ChecksumJobTests {
  @Test func digestsAreThoseOfTheStandard() {
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    )
    #expect(digest(String(repeating: "a", count: 64)) == digest(String(repeating: "a", count: 64), pieces: 7))
  }

  @Test func eachResultIsSeenOnceAndInOrderWhicheverThreadIsFirst() async throws {
    let folder = try Folder(files: 40)
    let job = ChecksumJob(InputFile.files(at: [folder.path]))
    #expect(job.files.count == 40)
    for _ in 0..<4 { Thread.detachNewThread { job.work() } }
    var seen: [ChecksumResult] = []
    let results = ObservationBridge.untilFinished { job.end == nil ? .next(job.results) : .last(job.results) }
    for await results in results {
      #expect(results.starts(with: seen))
      seen = results
    }
    #expect(seen.map(\.path) == job.files.map(\.path))
    #expect(job.end == .finished && job.reading.isEmpty)
    #expect(job.totals == Totals(seen) && job.totals.bytes == job.bytes)
    #expect(job.bytes == (0..<40).reduce(0) { $0 + $1 * 1000 })
  }

  @Test func totalsAreComputedOncePerChange() {
    let job = ChecksumJob([InputFile(path: "/nowhere")])
    var totals: [Totals] = []
    let observations = ObservationScope()
    observations.observe(job, options: .immediate) { job in totals.append(job.totals) }
    job.work()
    #expect(totals.map(\.files) == [0, 1] && totals.map(\.failures) == [0, 1])
  }

  @Test func aJobWithoutFilesIsFinished() {
    #expect(ChecksumJob([]).end == .finished)
  }

  @Test func nothingIsAddedAfterTheEnd() throws {
    let folder = try Folder(files: 2)
    let job = ChecksumJob(InputFile.files(at: [folder.path]))
    job.stop(.interrupted)
    job.work()
    job.stop(.finished)
    #expect(job.end == .interrupted && job.results.isEmpty && job.bytes == 0)
  }

  private func digest(_ text: String, pieces: Int = 1_000_000) -> String {
    var hash = SHA256()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      hash.update(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    return hash.finish().description
  }
}

/// A folder that lives as long as its object, with files of 0, 1000, 2000 and so on bytes.
final class Folder {
  let path: String

  init(files: Int) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    path = url.path
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for number in 0..<files {
      let name = String(format: "%03d", number)
      try Data(repeating: UInt8(number), count: number * 1000).write(to: url.appending(path: name))
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
