import Testing

/// Each misuse, its diagnostics with their locations, and the source after the fix-it.
@Suite struct MisuseTests {
  struct Misuse: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: String
    let messages: [String]
    /// Nil where no fix is offered.
    let fixed: String?
  }

  @Test(arguments: misuses) func misuseIsReportedAtItsToken(misuse: Misuse) {
    let expansion = Expansion(misuse.source)
    #expect(expansion.diagnostics == misuse.messages)
    #expect(expansion.fixed == misuse.fixed)
    #expect(expansion.syntaxErrors == [])
  }

  /// After a fix-it, the macro accepts the code. The new code may deserve a warning, such as for an unused constant.
  @Test(arguments: misuses.filter { $0.fixed != nil }) func theFixIsNoMisuseItself(misuse: Misuse) throws {
    #expect(Expansion(try #require(misuse.fixed)).errors == [])
  }

  @Test func overrideMayUseItsOwnMethodThatIsNamedLikeTheGeneratedOne() {
    let expansion = Expansion(
      #"""
      @ObservableModel
      final class A: B {
        override var total: Int { derived(\.total) { super.total } }

        private func derived<Value>(_ keyPath: KeyPath<A, Value>, _ compute: () -> Value) -> Value { compute() }
      }
      """#
    )
    #expect(expansion.diagnostics == [])
  }
}

private let misuses = misusesOfPlace + misusesOfBody + misusesOfCancellation + misusesOfModels
