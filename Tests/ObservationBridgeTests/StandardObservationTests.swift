#if STANDARD_TRACKING_STAND_IN
  import Observation
  import StandardObservation
  import TestSupport
  import Testing

  @testable import ObservationBridge

  /// What Swift 6.4's tracking does, by the stand-in for it.
  @Suite(.plainModels("about the standard library")) struct StandardObservationTests {
    private let counter = SharedCounter()
    private let log = Log<String>()

    private func track(
      _ options: ObservationTracking.Options,
      _ apply: (SharedCounter) -> Void = { _ = ($0.first, $0.second) }
    ) {
      withObservationTracking(options: options) {
        apply(counter)
      } onChange: { [log] event in
        log.append(name(of: event.kind))
      }
    }

    @Test func anEventIsReportedOnce() {
      for options in [ObservationTracking.Options.willSet, .didSet] {
        track(options)
        counter.first += 1
        counter.second += 1
      }
      #expect(log.elements == ["willSet", "didSet"])
      #expect(counter.registrationCount == 0)
    }

    @Test func bothEventsOfTheFirstChangeCome() {
      track([.willSet, .didSet])
      counter.first += 1
      counter.second += 1
      #expect(log.elements == ["willSet", "didSet"])
      #expect(counter.registrationCount == 0)
    }

    @Test func theEventBeforeTheStoreCanCancelTheOneAfterIt() {
      withObservationTracking(options: [.willSet, .didSet]) {
        _ = counter.first
      } onChange: { [log] event in
        log.append(name(of: event.kind))
        if event.kind == .willSet { event.cancel() }
      }
      counter.first += 1
      #expect(log.elements == ["willSet"])
      #expect(counter.registrationCount == 0)
    }

    @Test func anEventTellsWhetherItIsAboutAProperty() {
      for _ in 0..<2 {
        withObservationTracking(options: .didSet) {
          _ = (counter.first, counter.second)
        } onChange: { [log] event in
          log.append("\(event.matches(\SharedCounter.first)) \(event.matches(\SharedCounter.second))")
        }
      }
      counter.second += 1
      #expect(log.elements == ["false true", "false true"])
    }

    @Test func theDeallocationOfEachObjectIsReportedAndUsesNothingUp() {
      var one: SharedCounter? = SharedCounter()
      var other: SharedCounter? = SharedCounter()
      track([.didSet, .deinit]) { _ = ($0.first, one?.first, other?.first) }
      one = nil
      other = nil
      counter.first += 1
      #expect(log.elements == ["deinit", "deinit", "didSet"])
    }

    @Test func innerReadsAreTheOuterOnesAsWell() {
      track(.didSet) { counter in
        withObservationTracking(options: .didSet) {
          _ = counter.first
        } onChange: { [log] _ in
          log.append("inner")
        }
      }
      counter.first += 1
      #expect(log.elements.sorted() == ["didSet", "inner"])
    }

    @Test func changesByOtherThreadsMeanwhileAreReportedAtTheEnd() {
      track(.didSet) { counter in
        _ = counter.first
        DirtyMark.watchReadsSoFar()
        Thread.run { counter.first = 1 }
        #expect(log.elements == [])
      }
      #expect(log.elements == ["didSet"])
      counter.first = 2
      #expect(log.elements == ["didSet", "didSet"])
    }

    @Test func whatItChangesItselfMeanwhileIsNot() {
      track(.didSet) { counter in
        _ = counter.first
        DirtyMark.watchReadsSoFar()
        counter.first = 1
      }
      #expect(log.elements == [])
    }

    /// As between the last look at the mark and the registration.
    @Test func unmarkedChangesByOtherCodeAreLost() {
      track([.willSet, .didSet]) { counter in
        _ = counter.first
        Thread.run { counter.first = 1 }
      }
      #expect(log.elements == [])
    }

    @Test func optionsAreASet() {
      var options: ObservationTracking.Options = [.willSet, .didSet]
      #expect(options.remove(.willSet) == .willSet)
      #expect(options.remove(.deinit) == nil)
      #expect(options == .didSet)
      #expect(options.insert(.didSet).inserted == false)
      #expect(options.union(.deinit).symmetricDifference(.didSet) == .deinit)
      #expect(options.intersection(.willSet) == ObservationTracking.Options())
    }
  }

  private func name(of kind: ObservationTracking.Event.Kind) -> String {
    switch kind {
    case .initial: "initial"
    case .willSet: "willSet"
    case .didSet: "didSet"
    case .deinit: "deinit"
    default: "unknown"
    }
  }
#endif
