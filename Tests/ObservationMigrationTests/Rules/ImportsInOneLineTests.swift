import ObservationMigration
import Testing

/// Imports that share their line with other statements.
@Suite struct ImportsInOneLineTests {
  private func migrated(_ text: String) throws -> String {
    let options = MigrationOptions(models: true)
    let result = try #require(Migration(options: options).recorded([SourceFile(path: "File.swift", text: text)]).first)
    #expect(!result.findings.contains { $0.state == .refused })
    return result.migrated
  }

  @Test func anImportIsAddedAmongStatements() throws {
    #expect(
      try migrated("@testable import Foo; import Observation; @Observable final class A { var a = 1 }\n")
        == "@testable import Foo; import Observation; import ObservationModels; @ObservableModel final class A { var a = 1 }\n"
    )
    #expect(
      try migrated("import Observation; @Observable final class A { var a = 1 }")
        == "import Observation; import ObservationModels; @ObservableModel final class A { var a = 1 }"
    )
    #expect(
      try migrated("import Observation;@Observable final class A { var a = 1 }")
        == "import Observation;import ObservationModels; @ObservableModel final class A { var a = 1 }"
    )
  }

  @Test func anImportIsAddedBehindTheLine() throws {
    #expect(
      try migrated("import Foundation; import Observation\n@Observable final class A { var a = 1 }\n")
        == "import Foundation; import Observation\nimport ObservationModels\n@ObservableModel final class A { var a = 1 }\n"
    )
    #expect(
      try migrated("import Observation;  // Its models.\n@Observable final class A { var a = 1 }\n")
        == "import Observation;  // Its models.\nimport ObservationModels\n@ObservableModel final class A { var a = 1 }\n"
    )
    #expect(
      try migrated("import Observation;\n@Observable final class A { var a = 1 }\n")
        == "import Observation;\nimport ObservationModels\n@ObservableModel final class A { var a = 1 }\n"
    )
  }

  @Test func anImportIsAddedInFrontOfTheLine() throws {
    #expect(
      try migrated("import Photos; import UIKit; @Observable final class A { var a = 1 }\n")
        == "import ObservationModels\nimport Photos; import UIKit; @ObservableModel final class A { var a = 1 }\n"
    )
  }

  @Test func anImportTakesThePlaceOfCombine() throws {
    #expect(
      try migrated("import Combine; final class A: ObservableObject { @Published var a = 1 }\n")
        == "import ObservationModels; @ObservableModel final class A { var a = 1 }\n"
    )
  }
}
