import ObservationModels

/// What the user sees of a job. The job knows nothing of it: each part observes what it shows.
@MainActor
struct Report {
  let job: ChecksumJob
  let console: Console
  let format: Format
  private let clock: any Clock<Duration>
  private let elapsed: () -> Duration

  init(
    on job: ChecksumJob,
    _ console: Console,
    _ format: Format,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.job = job
    self.console = console
    self.format = format
    self.clock = clock
    elapsed = Self.stopwatch(clock)
  }

  /// Reports until the job ends, and says how it ended.
  func run() async -> JobEnd {
    async let shown: Void = showProgress()
    await printResults()
    await shown
    if let failure = console.failure { return failure }
    let totals = format.totals(job.totals, of: job.files.count, seconds: seconds)
    if format == .json { console.print([totals]) } else { console.note(totals) }
    return console.failure ?? job.end ?? .finished
  }

  /// The bar, and a line for each file that is being read: redrawn twenty times a second at most, and only if the text differs.
  private func showProgress() async {
    guard console.showsProgress else { return }
    for await text in progressTexts { console.show(text) }
    console.show([])
  }

  var progressTexts: ObservationBridge<[String]> {
    ObservationBridge.untilFinished(options: .throttle(.milliseconds(50)), clock: clock) {
      job.end == nil ? .next(progress) : .finish
    }
  }

  /// A line for each file. Nothing is buffered: a loop that is slow gets several files at once.
  private func printResults() async {
    let results = ObservationBridge.untilFinished {
      // The end is read first because it's stored last: the results are complete then.
      job.end == nil ? .next(job.results) : .last(job.results)
    }
    var printed = 0
    for await results in results {
      let (lines, problems) = format.lines(results.dropFirst(printed))
      printed = results.count
      problems.forEach(console.complain)
      console.print(lines)
      if let failure = console.failure { job.stop(failure) }
    }
  }

  private var progress: [String] {
    let size = console.size
    return ProgressText(of: job, after: seconds).lines(size.columns, rows: size.rows)
  }

  private var seconds: Double {
    elapsed() / .seconds(1)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
