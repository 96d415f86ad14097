import TestSupport
import Testing

/// A property that is marked for the standard library's macro.
@Suite(.compilesSources) struct TrackedPropertyTests {
  @Test func theErrorSaysWhatToRemove() throws {
    let result = try Compiler.check(
      "import ObservationModels\n@ObservableModel final class A { @ObservationTracked var x = 1 }",
      "-parse-as-library"
    )
    #expect(result.errors.contains { $0.hasPrefix("@ObservableModel already observes 'x'") }, "\(result.output)")
  }
}
