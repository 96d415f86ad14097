import CObservationRuntime
import Observation
import Synchronization

/// The registrar of up to 24 cancellation probes, with a property for each.
///
/// The probes that one thread makes share a registrar, because a registrar takes five allocations. Sharing also makes
/// the lists of nested trackings shorter: when an inner tracking ends, the library merges its list into that of the outer
/// one by copying the latter, which has an entry for each registrar.
final class ProbeRegistrar: Observable, Sendable {
  /// A property for a single probe. No later probe gets it, since a registration may stay with the property.
  struct Slot: Sendable {
    private let owner: ProbeRegistrar
    private let index: UInt8

    fileprivate init(of owner: ProbeRegistrar, at index: UInt8) {
      (self.owner, self.index) = (owner, index)
    }

    /// The only slot of a new registrar.
    static var unshared: Slot { Slot(of: ProbeRegistrar(), at: 0) }

    /// Registers the probe with the tracking that is active.
    func read() {
      owner.registrar.access(owner, keyPath: ProbeRegistrar.marks[Int(index)])
    }

    /// Ends the registrations of the trackings that have read the probe.
    func change() {
      owner.registrar.withMutation(of: owner, keyPath: ProbeRegistrar.marks[Int(index)]) {}
    }

    /// Asks whether a tracking is active, and whether it has read the probe.
    func ask() -> ob_probe_answer {
      ProbePlace.ask { owner.registrar.access(owner, keyPath: ProbeRegistrar.questions[Int(index)]) }
    }

    /// Lets no further probe have the registrar.
    func stopSharing() {
      owner.isShared.store(false, ordering: .relaxed)
    }
  }

  /// Gives out the slots of one registrar after the other. Used by one thread.
  struct Slots {
    private(set) var current: ProbeRegistrar?
    private var count: UInt8 = 0

    mutating func next() -> Slot {
      if count < capacity, let current, current.isShared.load(ordering: .relaxed) {
        count += 1
        return Slot(of: current, at: count - 1)
      }
      let new = ProbeRegistrar()
      (current, count) = (new, 1)
      return Slot(of: new, at: 0)
    }

    /// Releases a registrar that isn't shared any longer.
    mutating func releaseUnshared() {
      if current?.isShared.load(ordering: .relaxed) == false { current = nil }
    }
  }

  /// Small, because the registrar lives as long as any of its probes, and has one lock. 24 elements fill a dictionary.
  private static let capacity: UInt8 = 24

  private let registrar = ObservationRegistrar()
  private let isShared = Atomic(true)

  private subscript(place: ProbePlace) -> Void { () }

  private static let marks = (0..<capacity).map { \ProbeRegistrar[ProbePlace(index: $0, isMark: true)] }
  private static let questions = (0..<capacity).map { \ProbeRegistrar[ProbePlace(index: $0, isMark: false)] }
}

/// The argument of the key path of a probe's property. To add a read, the library compares its key path with the key
/// paths in the list of the innermost tracking. So a read of a question finds out whether a tracking is active, and
/// whether its list has the mark of the same probe.
struct ProbePlace: Hashable, Sendable {
  let index: UInt8
  /// Whether this is the property whose change ends the registrations of a probe. A question never changes.
  let isMark: Bool

  /// Runs `read`, which reads a question.
  @inline(__always)
  static func ask(_ read: () -> Void) -> ob_probe_answer {
    threadContext.probe_answer = ob_probe_answer(isAsked: true, isTracked: false, hasMark: false)
    read()
    threadContext.probe_answer.isAsked = false
    return threadContext.probe_answer
  }

  // The hash is that of the mark and of the question, so that the library compares them. The runtime asks for `hashValue`
  // when it hashes a key path. The default implementation makes a hasher for it, which took 3 % of a start.
  var hashValue: Int {
    if !isMark { threadContext.probe_answer.isTracked = true }
    return Int(index)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hashValue)
  }

  // A question is equal to its mark while a thread asks: otherwise, the library would add it to the list of the mark, and
  // could find it there before the mark when it's asked the next time.
  static func == (one: ProbePlace, other: ProbePlace) -> Bool {
    if one.index != other.index { return false }
    if one.isMark == other.isMark { return true }
    if !threadContext.probe_answer.isAsked { return false }
    threadContext.probe_answer.hasMark = true
    return true
  }
}
