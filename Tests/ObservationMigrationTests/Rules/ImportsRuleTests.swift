import ObservationMigration
import Testing

@Suite struct ImportsRuleTests {
  private func imports(after head: String, _ members: String = "") throws -> String {
    let text = head + "\nfinal class Model: ObservableObject {\(members)}\n"
    let result = try #require(Migration().recorded([SourceFile(path: "File.swift", text: text)]).first)
    return String(
      result.migrated.prefix(upTo: try #require(result.migrated.firstRange(of: "\n@Observable")).lowerBound)
    )
  }

  @Test func observationComesWhereCombineWas() throws {
    #expect(try imports(after: "import Combine") == "import Observation")
    #expect(try imports(after: "import Combine\nimport Foundation") == "import Foundation\nimport Observation")
  }

  @Test func observationComesWhereADeclarationOfCombineWas() throws {
    #expect(try imports(after: "import class Combine.AnyCancellable") == "import Observation")
    #expect(
      try imports(after: "import UIKit\nimport class Combine.AnyCancellable") == "import UIKit\nimport Observation"
    )
  }

  @Test func viewsExportObservation() throws {
    #expect(try imports(after: "import Combine\nimport SwiftUI") == "import SwiftUI")
  }

  @Test func sortedImportsStaySorted() throws {
    #expect(try imports(after: "import Photos\nimport UIKit") == "import Observation\nimport Photos\nimport UIKit")
    #expect(try imports(after: "import UIKit\nimport Photos") == "import UIKit\nimport Photos\nimport Observation")
  }

  @Test func importsOfAFileThatIsCompiledConditionallyStayInside() throws {
    func migrated(_ imports: String) throws -> String {
      let text = "#if os(iOS)\n\(imports)final class Model: ObservableObject {}\n#endif\n"
      return try #require(Migration().recorded([SourceFile(path: "File.swift", text: text)]).first).migrated
    }
    let model = "@Observable\nfinal class Model {}\n#endif\n"
    #expect(try migrated("import Combine\n") == "#if os(iOS)\nimport Observation\n" + model)
    #expect(try migrated("import UIKit\n\n") == "#if os(iOS)\nimport UIKit\nimport Observation\n\n" + model)
    #expect(try migrated("") == "#if os(iOS)\nimport Observation\n\n" + model)
    #expect(try migrated("/// Of it.\n") == "#if os(iOS)\nimport Observation\n\n/// Of it.\n" + model)
  }

  @Test func combineStaysForWhatIsLeftOfIt() throws {
    let subject = " let subject = PassthroughSubject<Int, Never>() "
    #expect(try imports(after: "import Combine", subject) == "import Combine\nimport Observation")
    #expect(try imports(after: "@_exported import Combine") == "@_exported import Combine\nimport Observation")
  }
}
