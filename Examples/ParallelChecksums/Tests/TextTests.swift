import ObservationBridgeTesting
import Testing

@testable import ParallelChecksums

@MainActor @Suite struct TextTests {
  @Test func progressHasALinePerFileAndOneForAll() {
    let job = ChecksumJob([InputFile(path: "/nowhere", size: 0), InputFile(path: "a/movie.mp4", size: 4_000_000)])
    #expect(
      ProgressText(of: job, after: 0).lines(60) == ["░░░░░░░░░░░░░░░   0 % 0 of 2 files, 0 B/s, 0 s left"]
    )
    #expect(job.begin() == 0 && job.begin() == 1 && job.begin() == nil)
    job.finish(0, ChecksumResult(path: "/nowhere", outcome: .failure(reason: "")))
    #expect(job.read(1_500_000, of: 1))
    #expect(
      ProgressText(of: job, after: 0.5).lines(60) == [
        "█████▋░░░░░░░░░  37 % a/movie.mp4",
        "█████▋░░░░░░░░░  37 % 1 of 2 files, 3.0 MB/s, 1 s left",
      ]
    )
  }

  @Test func linesFitIntoTheTerminalAndCannotMoveTheCursor() {
    let job = ChecksumJob([InputFile(path: "very/long/path/\u{1B}[2J\n/name.txt", size: 10)])
    #expect(job.begin() == 0 && job.read(10, of: 0))
    for width in 20...60 {
      for line in ProgressText(of: job, after: 1).lines(width) {
        #expect(line.count <= width && !line.contains { $0.isNewline || $0 == "\u{1B}" })
      }
    }
    #expect(ProgressText(of: job, after: 1).lines(40)[0] == "██████████ 100 % …g/path/?[2J?/name.txt")
  }

  @Test func thereAreNoMoreLinesThanTheTerminalCanReplace() {
    let job = ChecksumJob((0..<9).map { InputFile(path: "file \($0)", size: 1) })
    for number in 0..<9 { #expect(job.begin() == number) }
    let progress = ProgressText(of: job, after: 1)
    #expect(progress.lines(60, rows: 11).count == 9)
    #expect(progress.lines(60, rows: 5).map { $0.suffix(6) } == ["file 0", "file 1", "s left"])
    #expect(progress.lines(60, rows: 1).count == 1)
  }

  @Test func progressIsDrawnTwentyTimesASecondAtMost() async {
    let clock = ManualClock()
    let job = ChecksumJob([InputFile(path: "a", size: 4000)])
    let report = Report(on: job, Console(errors: -1, terminal: nil), .text, clock: clock)
    let texts = SequenceRecorder(report.progressTexts)
    #expect(await texts.waitUntil(timeout: .seconds(60)) { $0.last?.contains("0 of 1 files, 0 B/s") == true } != nil)
    // Many pieces in an interval are drawn once, at its end.
    clock.advance(by: .milliseconds(20))
    #expect(job.begin() == 0)
    for _ in 0..<20 { #expect(job.read(100, of: 0)) }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(29))
    #expect(texts.snapshot().count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(
      await texts.waitUntil(timeout: .seconds(60)) {
        $0.last?.hasSuffix(" 50 % 0 of 1 files, 100 kB/s, 1 s left") == true
      } != nil
    )
    #expect(texts.snapshot().count == 2)
    job.stop(.interrupted)
    #expect(await texts.waitUntilFinished(timeout: .seconds(60)))
    #expect(throws: Never.self) { try clock.checkIdle() }
  }

  @Test func resultsAreWrittenAsSha256sumDoes() {
    let digest = SHA256().finish()
    let results = ["a b", "new\nline\\"].map { ChecksumResult(path: $0, outcome: .checksum(digest, bytes: 0)) }
    let (output, complaints) = Format.text.lines(results)
    #expect(output == ["\(digest)  a b", "\\\(digest)  new\\nline\\\\"] && complaints.isEmpty)
  }

  @Test func scriptsGetJSON() {
    let results = [
      ChecksumResult(path: "a", outcome: .checksum(SHA256().finish(), bytes: 0)),
      ChecksumResult(path: "b\"", outcome: .failure(reason: "No such file or directory")),
    ]
    let (output, complaints) = Format.json.lines(results)
    #expect(
      output == [
        #"{"bytes":0,"path":"a","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}"#,
        #"{"error":"No such file or directory","path":"b\""}"#,
      ]
    )
    #expect(complaints.isEmpty)
    #expect(
      Format.json.totals(Totals(results), of: 3, seconds: 0.5)
        == #"{"bytes":0,"done":2,"failed":1,"files":3,"seconds":0.5}"#
    )
    #expect(Format.text.totals(Totals(results), of: 3, seconds: 0.5) == "2 of 3 files, 1 failed, 0 B")
  }

  @Test func amountsHaveTwoDigitsOrMore() {
    #expect(
      [0, 999, 1000, 9_949_999, 9_950_000, 123_456_789, 999_600_000].map { "\(ByteCount($0))" } == [
        "0 B", "999 B", "1.0 kB", "9.9 MB", "10 MB", "123 MB", "1.0 GB",
      ]
    )
  }

  @Test func wrongOptionsAreNamed() {
    func message(_ arguments: String...) -> String? {
      do throws(OptionError) {
        _ = try Options(parsing: arguments)
        return nil
      } catch { return error.message }
    }
    #expect(message() == "No file is named.")
    #expect(message("--colour", "a") == "There is no option \"--colour\".")
    #expect(message("--threads", "0", "a") == "The option --threads needs a number from 1 to 256, not \"0\".")
    #expect(message("--threads") == "The option --threads needs a number from 1 to 256, not \"\".")
    #expect(message("--json", "--", "--colour") == nil)
  }
}
