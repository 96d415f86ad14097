import CObservationRuntime
import Observation

/// The registrar of one or more cancellation probes, with a property for each.
///
/// Observations share one because each registrar costs five allocations. It also matters to a pass that starts an observation for each of 1,600 rows: the
/// library merges the list of an inner tracking into that of the outer one by copying the latter, which has an entry for each registrar.
final class ProbeRegistrar: Observable, Sendable {
  /// One property of a registrar. It's given to one probe only: a registration that another thread makes too late to be ended stays with it.
  struct Slot: Sendable {
    fileprivate let registrar: ProbeRegistrar
    private let index: UInt8

    fileprivate init(_ registrar: ProbeRegistrar, _ index: UInt8) {
      (self.registrar, self.index) = (registrar, index)
    }

    /// A slot of a registrar that no other probe has.
    static var ofItsOwn: Slot { Slot(ProbeRegistrar(), 0) }

    func read() {
      registrar.registrar.access(registrar, keyPath: ProbeRegistrar.marks[Int(index)])
    }

    func change() {
      registrar.registrar.withMutation(of: registrar, keyPath: ProbeRegistrar.marks[Int(index)]) {}
    }

    func ask() -> ob_probe_answer {
      ProbePlace.ask {
        registrar.registrar.access(registrar, keyPath: ProbeRegistrar.questions[Int(index)])
      }
    }
  }

  /// Hands out the slots of one registrar after another; for one thread.
  struct Slots {
    private var registrar = ProbeRegistrar()
    private var count = 0

    mutating func next() -> Slot {
      if count == ProbeRegistrar.capacity { self = Slots() }
      defer { count += 1 }
      return Slot(registrar, UInt8(count))
    }
  }

  /// Few: a registrar stays as long as any of its probes, and has one lock.
  private static let capacity = 16

  private let registrar = ObservationRegistrar()

  private subscript(place: ProbePlace) -> Void { () }

  // Made once, since they don't belong to an instance.
  private static let marks = (0..<capacity).map { \ProbeRegistrar[.mark(of: UInt8($0))] }
  private static let questions = (0..<capacity).map { \ProbeRegistrar[.question(to: UInt8($0))] }
}
