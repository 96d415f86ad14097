#if STANDARD_TRACKING_STAND_IN
  import StandardObservation
  import TestSupport
  import Testing

  @testable import ObservationBridge

  /// What the standard backend makes of registrations for one change.
  @Suite struct StandardTrackingTests {
    private let counter = SharedCounter()
    private let log = Log<Int>()

    @Test(arguments: [ObservationOptions.didSet, .willSet, [.willSet, .didSet, .deinit], [.willSet, .immediate]])
    func aRegistrationThatHasReportedNothingEnds(options: ObservationOptions) {
      let token = withPortableContinuousObservation(options: options) { @Sendable [counter] _ in _ = counter.first }
      #expect(counter.registrationCount > 0)
      token.cancel()
      #expect(counter.registrationCount == 0)
    }

    /// It is noticed by the library, which reports it inside the pass that did not make it.
    @Test func aChangeByAnotherThreadWhileAPassReadsLeadsToAnother() async {
      let executor = ManualExecutor()
      let token = await ManualActor(executor).observing { [counter, log] _ in
        let value = counter.first
        log.append(value)
        DirtyMark.watchReadsSoFar()
        if value == 1 { Thread.run { counter.first = 2 } }
      }
      counter.first = 1
      executor.runAll()
      #expect(log.elements == [0, 1, 2])
      token.cancel()
    }

    @Test func itsOwnChangesWhileAPassReadsDoNot() async {
      let executor = ManualExecutor()
      let token = await ManualActor(executor).observing { [counter, log] _ in
        log.append(counter.first)
        DirtyMark.watchReadsSoFar()
        counter.first += 10
      }
      counter.first = 1
      executor.runAll()
      #expect(log.elements == [0, 1])
      token.cancel()
    }

    /// Between the reading and the registration of a pass that follows a change by another thread.
    @Test(arguments: [ObservationOptions.didSet, .willSet, [.didSet, .confirming]])
    func aChangeThatNobodyNoticesIsReadALittleLater(options: ObservationOptions) async {
      let executor = ManualExecutor()
      let token = await ManualActor(executor).observing(options) { [counter, log] _ in
        let value = counter.first
        log.append(value)
        if value == 1 { Thread.run { counter.first = 2 } }
      }
      executor.runAll()
      counter.first = 1
      await eventually {
        executor.runAll()
        return log.elements.last == 2
      }
      token.cancel()
    }

    @Test func withConfirmingItIsReadAtOnceAndNoMoreOften() async {
      let executor = ManualExecutor()
      let token = await ManualActor(executor).observing([.didSet, .confirming]) { [counter, log] _ in
        log.append(counter.first)
      }
      executor.runAll()
      #expect(log.elements == [0, 0])
      counter.first = 1
      executor.runAll()
      #expect(log.elements == [0, 0, 1, 1])
      token.cancel()
    }

    /// What is changed after the first report, and before the pass, is not reported.
    @Test func everythingMayHaveChangedInACoalescedPass() async {
      let executor = ManualExecutor()
      let matches = Log<[Bool]>()
      let token = await ManualActor(executor).observing([.didSet, .immediate]) { [counter] event in
        _ = (counter.first, counter.second)
        matches.append([event.matches(\SharedCounter.first), event.matches(\SharedCounter.second)])
      }
      counter.first = 1
      executor.runAll()
      #expect(matches.elements == [[false, false], [true, true]])
      token.cancel()
    }
  }
#endif
