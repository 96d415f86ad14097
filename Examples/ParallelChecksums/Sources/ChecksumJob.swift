import ObservationModels
import Synchronization

/// The checksums of some files. Several threads compute them and store them here, and any thread may observe what has been stored.
@ObservableModel
final class ChecksumJob: Sendable {
  let files: [InputFile]
  private let state = Mutex(State())

  private struct State {
    var next = 0
    var reading: [Int: Int] = [:]
    var early: [Int: ChecksumResult] = [:]
    var results: [ChecksumResult] = []
    var bytes = 0
    var end: JobEnd?
  }

  init(_ files: [InputFile]) {
    self.files = files
    if files.isEmpty { stop(.finished) }
  }

  // MARK: What can be observed

  /// The results of the first files, in the order in which the files were named.
  var results: [ChecksumResult] {
    access(keyPath: \.results)
    return state.withLock { $0.results }
  }

  /// The files that a thread is reading, and how many bytes of each it has read.
  var reading: [(file: InputFile, bytes: Int)] {
    access(keyPath: \.reading)
    return state.withLock { $0.reading }.sorted { $0.key < $1.key }.map { (files[$0.key], $0.value) }
  }

  /// How many bytes have been read, of all files.
  var bytes: Int {
    access(keyPath: \.bytes)
    return state.withLock { $0.bytes }
  }

  /// How the job has ended; nil before that. Nothing changes afterwards.
  var end: JobEnd? {
    access(keyPath: \.end)
    return state.withLock { $0.end }
  }

  /// Computed once for each change of the results, however many observations read it.
  var totals: Totals {
    derived(\.totals) { Totals(results) }
  }

  // MARK: What threads do

  /// Computes checksums until no file is left, or the job has ended.
  func work() {
    while let index = begin() {
      let result = files[index].checksum { bytes in read(bytes, of: index) }
      if let result { finish(index, result) }
    }
  }

  /// Ends the job. The results that threads are working on are dropped.
  func stop(_ end: JobEnd) {
    withMutation(keyPath: \.end) {
      state.withLock { if $0.end == nil { $0.end = end } }
    }
  }

  /// Takes the next file that no thread has taken.
  func begin() -> Int? {
    withMutation(keyPath: \.reading) {
      state.withLock { state in
        guard state.next < files.count, state.end == nil else { return nil }
        defer { state.next += 1 }
        state.reading[state.next] = 0
        return state.next
      }
    }
  }

  /// Counts what a thread has read. Returns whether to go on.
  func read(_ bytes: Int, of index: Int) -> Bool {
    // Observations of both properties are notified once.
    withObservationTransaction {
      withMutation(keyPath: \.reading) {
        state.withLock { $0.reading[index, default: 0] += bytes }
      }
      return withMutation(keyPath: \.bytes) {
        state.withLock { state in
          state.bytes += bytes
          return state.end == nil
        }
      }
    }
  }

  func finish(_ index: Int, _ result: ChecksumResult) {
    withObservationTransaction {
      withMutation(keyPath: \.reading) {
        _ = state.withLock { $0.reading.removeValue(forKey: index) }
      }
      let isComplete = withMutation(keyPath: \.results) {
        state.withLock { state in
          guard state.end == nil else { return false }
          state.early[index] = result
          while let result = state.early.removeValue(forKey: state.results.count) { state.results.append(result) }
          return state.results.count == files.count
        }
      }
      if isComplete { stop(.finished) }
    }
  }
}

/// How a job ends.
enum JobEnd: Equatable, Sendable {
  case finished
  /// By Ctrl-C, or by another program.
  case interrupted
  /// Nobody reads the output any more.
  case outputClosed
  case outputFailed(reason: String)
}

/// The checksum of one file, or why there is none.
struct ChecksumResult: Equatable, Sendable {
  var path: String
  var outcome: Outcome

  enum Outcome: Equatable, Sendable {
    case checksum(SHA256.Digest, bytes: Int)
    case failure(reason: String)
  }
}

/// The numbers of files, failures and bytes in some results.
struct Totals: Equatable, Sendable {
  var files = 0
  var failures = 0
  var bytes = 0

  init(_ results: some Sequence<ChecksumResult>) {
    for result in results {
      files += 1
      switch result.outcome {
      case .checksum(_, let size): bytes += size
      case .failure: failures += 1
      }
    }
  }
}
