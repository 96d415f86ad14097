#if os(Linux)
  import TestSupport
  import Testing

  /// Everything public has a doc comment. `MigrationSymbolsTests` shows the same of the migration.
  @Suite struct PublicSymbolsTests {
    @Test(arguments: [
      "ObservationBridge", "ObservationBridgeTesting", "ObservationTracking", "ObservationModels", "SwiftObserver",
    ])
    func everythingPublicIsDocumented(module: String) throws {
      let symbols = try PublicSymbols(of: module)
      #expect(symbols.count > 0)
      #expect(symbols.undocumented == [])
    }
  }
#endif
