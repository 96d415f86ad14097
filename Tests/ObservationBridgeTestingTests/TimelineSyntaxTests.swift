import ObservationBridgeTesting
import Testing

@Suite struct TimelineSyntaxTests {
  @Test(arguments: [
    ("a[bc", 1, "isn't closed"),
    ("ab]", 2, "No group is open"),
    ("a[]", 1, "empty"),
    ("a[ ]", 1, "empty"),
    ("[a[b]]", 2, "can't contain"),
    ("[a-]", 2, "leave out"),
    ("a|b", 2, "has ended"),
    ("a!|", 2, "has ended"),
    ("[|a]", 2, "has ended"),
    ("axx", 2, "already cancelled"),
    ("a'b", 1, "Not a symbol"),
    ("", 0, "no step"),
    (" ", 1, "no step"),
  ])
  func misuseIsRefused(_ text: String, _ offset: Int, _ problem: String) throws {
    let error = try #require(throws: Timeline.SyntaxError.self) { try Timeline(text) }
    #expect(error.text == text)
    #expect(error.offset == offset)
    #expect(error.problem.contains(problem))
  }

  @Test(arguments: ["-", "a|--x-", "[ab|]", "[ax]b|", "a!", "é7|", "a b\n- |"])
  func properTimelinesAreAccepted(_ text: String) throws {
    _ = try Timeline(text)
  }

  @Test func errorPointsToThePlace() throws {
    let error = try #require(throws: Timeline.SyntaxError.self) { try Timeline("ab-c\n--|d--\n-") }
    #expect("\(error)" == "--|d--\n   ^ The input has ended before this: only \"-\" and \"x\" may follow.")
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func stepWithoutLengthIsRefused() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try Timeline("a", step: .zero)
      }
      #expect(message(of: result).contains("The step of a timeline is"))
    }
  #endif
}
