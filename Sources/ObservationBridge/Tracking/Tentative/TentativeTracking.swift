import CObservationRuntime
import Observation
import Synchronization

/// What is known of an observer's earlier readings.
enum ReadingHistory {
  /// This is the first reading.
  case none
  case unknown
  /// The earlier readings have read registrar models, and perhaps no standard model.
  case registrarModels

  /// The history of a derived value claimed by this thread, about to be computed.
  static func of(_ derived: GraphNode) -> ReadingHistory {
    if derived.version == 0 { return .none }
    return derived.firstDependency != nil ? .registrarModels : .unknown
  }
}

/// A tracking that is expected to read no standard model; on the stack of its thread. Only the exact backend needs none.
///
/// `onChange` of the standard library's `withObservationTracking(_:onChange:)` is an autoclosure, which the library
/// evaluates only if a standard model was read. If none was, the tracking costs little and leaves nothing.
///
/// The thread's innermost tracking is taken for this one without asking, because a question is itself a read, which
/// would have to be registered. Before the first pass of another observation, or any other read that must be ended
/// later, the tracking gets a cancellation probe, and is an ordinary tracking from then on.
@safe
struct TentativeTracking {
  private(set) var probe: PublicDependencies?
  /// The registration with the public backend, if a standard model or the probe was read.
  var dependencies: PublicDependencies?

  // MARK: Conditions

  /// Whether a reading is expected to read registrar models alone, and may be tracked tentatively.
  static func isPossible(
    for observer: ObserverNode,
    after previous: PlatformDependencies?,
    _ history: ReadingHistory
  ) -> Bool {
    switch history {
    case .unknown: return false
    // The history first: a question to a tracking costs much more.
    case .none: return CodeHistory.of(observer.code) == .registrarModels && isPossibleHere
    case .registrarModels:
      // Without registrations, the earlier tentative readings have read no standard model.
      guard let previous else { return isPossibleHere }
      return previous.mayReadNoStandardModel && !previous.isDueForRecheck
        && CodeHistory.of(observer.code) != .needsProbes && isPossibleHere
    }
  }

  /// Whether a reading that is expected to read registrar models alone may be tracked tentatively.
  static var isPossibleHere: Bool {
    guard UnendableRegistration.mayBeMore, !Tracking.isExact,
      !(hasUserInterface.load(ordering: .relaxed) && ChangePlace.current == .main)
    else { return false }
    return PublicTracking.isInnermost || (PublicTracking.isOutside && !TrackingAsker.isTracking)
  }

  /// Whether a user interface framework may track inside passes on the main thread, as UIKit does for a layout.
  static let hasUserInterface: Atomic<Bool> = {
    #if canImport(Darwin)
      Atomic(true)
    #else
      Atomic(false)
    #endif
  }()

  // MARK: Running

  static func run(_ tracking: StackReference<TentativeTracking>, _ body: () -> Void) {
    let (outer, outerList) = (threadContext.probe, threadContext.own_list)
    threadContext.probe = UInt(bitPattern: unsafe tracking.address) | isTentative
    threadContext.own_list = ob_current_list()
    body()
    (threadContext.probe, threadContext.own_list) = (outer, outerList)
  }

  /// Set in the address of the innermost tracking if the tracking is tentative.
  private static let isTentative: UInt = 1

  /// The innermost tracking of this thread, if it is tentative.
  private static var current: StackReference<TentativeTracking>? {
    let mark = threadContext.probe
    // Set only by `run`, which is still on this thread's stack.
    return mark & isTentative == 0
      ? nil : unsafe StackReference(UnsafeMutableRawPointer(bitPattern: mark & ~isTentative))
  }

  static var isInnermost: Bool { threadContext.probe & isTentative != 0 }

  /// Gives this thread's innermost tracking a probe, so that the tracking can be ended and asked.
  static func endCurrent() {
    guard let tracking = current else { return }
    let probe = PublicDependencies(nil, nil)
    probe.read()
    tracking.value.probe = probe
    threadContext.probe = UInt(bitPattern: ObjectIdentifier(probe))
    threadContext.own_list = 0
  }
}

/// Registrations with standard models that only a change of a property ends: tentative readings have made them.
final class UnendableRegistration: Sendable {
  /// With this number of such registrations, no reading is tracked tentatively.
  static let limit: UInt = 128

  static let count = Atomic<UInt>(0)

  /// Whether there may be more. Always in an explored run, which mustn't depend on other code.
  static var mayBeMore: Bool { count.load(ordering: .relaxed) < limit || ExploredRun.current != nil }

  init() {
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }
}
