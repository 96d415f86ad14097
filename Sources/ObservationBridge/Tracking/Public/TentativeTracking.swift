import CObservationRuntime

/// What the public backend knows of an observer's earlier readings.
enum ReadingHistory {
  case unknown
  /// They have read registrar models, and perhaps no standard ones.
  case registrarModels

  /// The history of a derived value that this thread has claimed and is about to compute.
  static func of(_ derived: GraphNode) -> ReadingHistory {
    derived.version != 0 && derived.firstDependency != nil ? .registrarModels : .unknown
  }
}

/// A tracking of the public backend that isn't expected to read any standard model; on the stack of the thread that runs it.
///
/// The innermost tracking of the thread is taken for this one without asking, because a question is itself a read, and then something has
/// to be
/// registered. If anything is about to read that must be ended later, such as the first pass of another observation, the tracking gets a
/// cancellation probe first, and is an ordinary one from then on.
@safe
struct TentativeTracking {
  private(set) var probe: CancellationProbe?
  /// What has been registered, if anything was read.
  var dependencies: PublicDependencies?

  /// Runs `body` as the innermost tracking of this thread.
  static func run(_ tracking: UnsafeMutablePointer<TentativeTracking>, _ body: () -> Void) {
    let mark = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: tracking) | isTentative)
    let outer = unsafe ob_probe_exchange(mark)
    let outerList = unsafe ob_own_list_exchange(ob_current_list_mark())
    body()
    _ = unsafe ob_own_list_exchange(outerList)
    _ = unsafe ob_probe_exchange(outer)
  }

  /// Set in the address that marks the innermost tracking if that is tentative.
  private static let isTentative: UInt = 1

  /// The innermost tracking of this thread, if it is tentative.
  private static var current: UnsafeMutablePointer<TentativeTracking>? {
    let mark = unsafe UInt(bitPattern: ob_probe_current())
    // Set by `run` alone, which is still on this thread's stack.
    return mark & isTentative == 0 ? nil : unsafe UnsafeMutablePointer(bitPattern: mark & ~isTentative)
  }

  /// Whether the innermost tracking of this thread is tentative.
  static var isInnermost: Bool { unsafe UInt(bitPattern: ob_probe_current()) & isTentative != 0 }

  /// Makes the innermost tracking of this thread an ordinary one, which can be ended and asked.
  static func endCurrent() {
    guard let tracking = unsafe current else { return }
    let probe = CancellationProbe()
    probe.read()
    unsafe tracking.pointee.probe = probe
    _ = unsafe ob_probe_exchange(Unmanaged.passUnretained(probe).toOpaque())
    _ = unsafe ob_own_list_exchange(nil)
  }
}
