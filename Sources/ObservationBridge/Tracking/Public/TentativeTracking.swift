import CObservationRuntime

/// The public backend's knowledge of an observer's earlier readings.
enum ReadingHistory {
  /// This is the first reading.
  case none
  case unknown
  /// The earlier readings have read registrar models, and perhaps no standard model.
  case registrarModels

  /// The history of a derived value that this thread has claimed and is about to compute.
  static func of(_ derived: GraphNode) -> ReadingHistory {
    if derived.version == 0 { return .none }
    return derived.firstDependency != nil ? .registrarModels : .unknown
  }
}

/// A tracking of the public backend that is expected to read no standard model; on the stack of its thread.
///
/// The thread's innermost tracking is taken for this one without asking, because a question is itself a read, which
/// would have to be registered. Before the first pass of another observation, or any other read that must be ended
/// later, the tracking gets a cancellation probe, and is an ordinary tracking from then on.
@safe
struct TentativeTracking {
  private(set) var probe: CancellationProbe?
  /// The registration, if a standard model was read.
  var dependencies: PublicDependencies?

  /// Runs `body` as the innermost tracking of this thread.
  static func run(_ tracking: StackReference<TentativeTracking>, _ body: () -> Void) {
    let mark = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: tracking.address) | isTentative)
    let outer = unsafe ob_this_thread().pointee.probe
    unsafe ob_this_thread().pointee.probe = mark
    let outerList = unsafe ob_this_thread().pointee.own_list
    unsafe ob_this_thread().pointee.own_list = ob_current_list_mark()
    body()
    unsafe ob_this_thread().pointee.own_list = outerList
    unsafe ob_this_thread().pointee.probe = outer
  }

  /// Set in the address of the innermost tracking if the tracking is tentative.
  private static let isTentative: UInt = 1

  /// The innermost tracking of this thread, if it is tentative.
  private static var current: StackReference<TentativeTracking>? {
    let mark = unsafe UInt(bitPattern: ob_this_thread().pointee.probe)
    // Set only by `run`, which is still on this thread's stack.
    return mark & isTentative == 0
      ? nil : unsafe StackReference(UnsafeMutableRawPointer(bitPattern: mark & ~isTentative))
  }

  /// Whether the innermost tracking of this thread is tentative.
  static var isInnermost: Bool { unsafe UInt(bitPattern: ob_this_thread().pointee.probe) & isTentative != 0 }

  /// Makes this thread's innermost tracking an ordinary one, which can be ended and asked.
  static func endCurrent() {
    guard let tracking = current else { return }
    let probe = CancellationProbe()
    probe.read()
    tracking.value.probe = probe
    unsafe ob_this_thread().pointee.probe = UnsafeRawPointer(Unmanaged.passUnretained(probe).toOpaque())
    unsafe ob_this_thread().pointee.own_list = nil
  }
}
