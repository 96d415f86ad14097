import Testing

@testable import ObservationBridge

@Suite struct SampleTurnsTests {
  @Test func allPassesBeforeATurnShareItsSample() {
    var turns = SampleTurns()
    #expect(turns.request() == true)
    #expect(turns.request() == false)
    #expect(turns.begin() == true)
    #expect(turns.end() == .nothing)
    #expect(turns.request() == true, "the next pass asks anew")
  }

  @Test func aPassThatEndsWhileASampleIsTakenGetsAnother() {
    var turns = SampleTurns()
    _ = turns.request()
    _ = turns.begin()
    #expect(turns.request() == false)
    #expect(turns.end() == .takeAnother)
    #expect(turns.begin() == true)
    #expect(turns.end() == .nothing)
  }

  @Test func whoeverMakesItCanTakeTheFirstTurn() {
    var turns = SampleTurns(isDue: true)
    #expect(turns.request() == false)
    #expect(turns.begin() == true)
    #expect(turns.begin() == false, "a second turn finds nothing to do")
    #expect(turns.end() == .nothing)
  }

  @Test func theEndWaitsForWhatWasAskedFor() {
    var turns = SampleTurns()
    _ = turns.request()
    #expect(turns.finish() == false)
    #expect(turns.begin() == true)
    #expect(turns.end() == .finish)
    #expect(turns.request() == false)
    #expect(turns.begin() == false)
  }

  @Test func theEndWhileASampleIsTakenWaitsForWhatWasAskedForMeanwhile() {
    var turns = SampleTurns()
    _ = turns.request()
    _ = turns.begin()
    _ = turns.request()
    #expect(turns.finish() == false)
    #expect(turns.end() == .takeAnother)
    _ = turns.begin()
    #expect(turns.end() == .finish)
  }

  @Test func recordingEndsAtOnceWithoutASample() {
    var turns = SampleTurns()
    #expect(turns.finish() == true)
    #expect(turns.request() == false)
  }
}
