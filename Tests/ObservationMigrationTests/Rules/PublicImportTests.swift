import ObservationMigration
import TestSupport
import Testing

/// The compiler warns of a public import that no public declaration needs.
@Suite(.compilesSources) struct PublicImportTests {
  private static let model = "@Observable public final class Cart { public var count = 0; public init() {} }\n"

  /// The imports of a file after its migration, which has to compile without a warning.
  private func migrated(_ imports: String, _ rest: String = model) throws -> String {
    let file = SourceFile(path: "Cart.swift", text: imports + "\n\n" + rest)
    let options = MigrationOptions(models: true)
    let text = try #require(Migration(options: options).recorded([file]).first).migrated
    for arguments in [[], ["-enable-upcoming-feature", "InternalImportsByDefault"]] {
      let result = try Compiler.check(text, ["-parse-as-library"] + arguments)
      #expect(result.output == "", "\(text)")
    }
    let again = Migration(options: options).recorded([SourceFile(path: file.path, text: text)])
    #expect(again.flatMap(\.edits) == [])
    return String(text.prefix(upTo: try #require(text.firstRange(of: "\n\n")).lowerBound))
  }

  @Test func modelsTakeThePlaceOfObservation() throws {
    #expect(try migrated("public import Observation") == "public import ObservationModels")
    #expect(
      try migrated("import Foundation\npublic import Observation  // Its models.\nimport Synchronization")
        == "import Foundation\npublic import ObservationModels  // Its models.\nimport Synchronization"
    )
    #expect(
      try migrated("public import Observation; import Foundation")
        == "public import ObservationModels; import Foundation"
    )
  }

  @Test func importsStaySorted() throws {
    #expect(
      try migrated(
        "import Foundation\npublic import Observation\nimport ObservationBridge\nimport Synchronization"
      ) == "import Foundation\nimport ObservationBridge\npublic import ObservationModels\nimport Synchronization"
    )
  }

  @Test func modelsThatAreImportedAlreadyAreImportedPublicly() throws {
    #expect(try migrated("public import Observation\nimport ObservationModels") == "public import ObservationModels")
    #expect(
      try migrated("public import Observation\npublic import ObservationModels") == "public import ObservationModels"
    )
  }

  /// `ObservationModels` exports them.
  @Test func otherNamesOfObservationAreStillFound() throws {
    let rest =
      Self.model + """
        @Observable class Old { var count = 0 }
        public func show(_ model: any Observation.Observable) { withObservationTracking {} onChange: {} }

        """
    #expect(try migrated("public import Observation", rest) == "public import ObservationModels")
  }

  @Test func combineMakesWayBesides() throws {
    let file = SourceFile(
      path: "Cart.swift",
      text: """
        import Combine
        public import Observation
        import ObservationBridge
        public final class Cart: ObservableObject {}

        """
    )
    let text = try #require(Migration(options: MigrationOptions(models: true)).recorded([file]).first).migrated
    #expect(text.hasPrefix("public import ObservationModels\nimport ObservationBridge\n@ObservableModel\npublic"))
  }

  @Test func importsThatAreNotPublicStay() throws {
    let model = "@Observable final class Cart { var count = 0 }\n"
    #expect(try migrated("import Observation", model) == "import Observation\nimport ObservationModels")
    #expect(
      try migrated("internal import Observation", model) == "internal import Observation\nimport ObservationModels"
    )
  }

  @Test func exportedImportsStay() throws {
    #expect(
      try migrated("@_exported public import Observation")
        == "@_exported public import Observation\npublic import ObservationModels"
    )
  }
}
