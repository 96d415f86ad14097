import CObservationRuntime

/// What leads to the property of a cancellation probe, as the argument of a subscript: the library hashes and compares it, which calls the code below.
///
/// To note a read, the library compares its key path with those that are in the list of the innermost tracking already. So a read of
/// ``question(to:)`` tells whether anything is tracked, and whether ``mark(of:)`` is in that list.
struct ProbePlace: Hashable, Sendable {
  private let slot: UInt8
  private let isMark: Bool

  /// The property whose change ends the registrations of a probe.
  static func mark(of slot: UInt8) -> ProbePlace { ProbePlace(slot: slot, isMark: true) }

  /// A property that never changes.
  static func question(to slot: UInt8) -> ProbePlace { ProbePlace(slot: slot, isMark: false) }

  /// Runs `read`, which reads a question.
  static func ask(_ read: () -> Void) -> ob_probe_answer {
    ob_probe_answer_set(ob_probe_answer(isAsked: true, isTracked: false, hasMark: false))
    read()
    let answer = ob_probe_answer_get()
    ob_probe_answer_set(ob_probe_answer())
    return answer
  }

  // A question has the hash of its mark, so that they are compared.
  func hash(into hasher: inout Hasher) {
    var answer = ob_probe_answer_get()
    answer.isTracked = true
    ob_probe_answer_set(answer)
    hasher.combine(slot)
  }

  static func == (one: ProbePlace, other: ProbePlace) -> Bool {
    if one.slot != other.slot { return false }
    if one.isMark == other.isMark { return true }
    let isAsked = ob_probe_answer_get().isAsked
    if isAsked { ob_probe_answer_set(ob_probe_answer(isAsked: true, isTracked: true, hasMark: true)) }
    // What asks isn't added to a list that has the mark.
    return isAsked
  }
}
