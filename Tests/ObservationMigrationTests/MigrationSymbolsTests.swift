#if os(Linux)
  import TestSupport
  import Testing

  @Suite struct MigrationSymbolsTests {
    @Test func everythingPublicIsDocumented() throws {
      let symbols = try PublicSymbols(of: "ObservationMigration")
      #expect(symbols.count > 100)
      #expect(symbols.undocumented == [])
    }
  }
#endif
