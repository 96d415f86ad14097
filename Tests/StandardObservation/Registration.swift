@_spi(SwiftUI) import Observation
import Synchronization

/// One registration with the registrars of what a tracking has read, for the events of one change.
@available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
final class Registration: Sendable {
  private let options: ObservationTracking.Options
  private let onChange: @Sendable (borrowing ObservationTracking.Event) -> Void
  /// One for each object where deallocations are to be reported: the registrar of this toolchain reports none.
  private let trackings: [Observation.ObservationTracking]
  private let isCancelled = Atomic(false)

  init(
    _ reads: Reads?,
    _ options: ObservationTracking.Options,
    _ onChange: @escaping @Sendable (borrowing ObservationTracking.Event) -> Void
  ) {
    self.options = options
    self.onChange = onChange
    let lists = reads.map { options.contains(.deinit) ? $0.listsOfObjects : [$0.list] } ?? []
    trackings = lists.map { Observation.ObservationTracking($0) }
  }

  func install() {
    for tracking in trackings {
      let life = options.contains(.deinit) ? Life(self) : nil
      let willSet = { @Sendable (tracking: Observation.ObservationTracking) in self.willSet(tracking.changed) }
      let didSet = { @Sendable (tracking: Observation.ObservationTracking) in
        // Freed with this closure, which the registrar holds.
        withExtendedLifetime(life) { self.didSet(tracking.changed) }
      }
      Observation.ObservationTracking._installTracking(
        tracking,
        willSet: options.contains(.willSet) ? willSet : nil,
        didSet: didSet
      )
    }
  }

  /// Delivers what was noticed before this was installed: it doesn't use up the registration.
  func deliver(_ change: DirtyMark.Change) {
    switch change {
    case .willSet(let keyPath) where options.contains(.willSet):
      onChange(ObservationTracking.Event(kind: .willSet, changed: keyPath, registration: nil))
    case .didSet(let keyPath) where options.contains(.didSet):
      onChange(ObservationTracking.Event(kind: .didSet, changed: keyPath, registration: nil))
    case .willSet, .didSet: break
    }
  }

  private func willSet(_ changed: AnyKeyPath?) {
    onChange(ObservationTracking.Event(kind: .willSet, changed: changed, registration: self))
    if !options.contains(.didSet) { cancel() }
  }

  private func didSet(_ changed: AnyKeyPath?) {
    guard options.contains(.didSet) else { return }
    onChange(ObservationTracking.Event(kind: .didSet, changed: changed, registration: self))
    cancel()
  }

  func cancel() {
    // First: cancelling frees the closures, too.
    isCancelled.store(true, ordering: .releasing)
    for tracking in trackings { tracking.cancel() }
  }

  /// Ends with the closures that the registrar of one object holds.
  private final class Life: Sendable {
    private let registration: Registration

    init(_ registration: Registration) {
      self.registration = registration
    }

    deinit {
      if registration.isCancelled.load(ordering: .acquiring) { return }
      registration.onChange(ObservationTracking.Event(kind: .deinit, changed: nil, registration: nil))
    }
  }
}
