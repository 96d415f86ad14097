import Foundation
import TestSupport
import Testing

/// Runs the built tool with files of known findings.
@Suite struct BaselineToolTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "Sources/Counter.swift":
        "import Combine\n\nfinal class Counter: ObservableObject {\n  @Published var value = 0\n}\n"
    ])
  }

  @Test func onlyNewFindingsCount() throws {
    let write = try Subprocess.migrate("check", "Sources", "--write-baseline", "known.json", in: folder)
    #expect(write.status == 0 && write.output.hasPrefix("1 of 1 class can be converted ("))
    #expect(write.errors == "known.json: written, with 3 findings\n")

    let known = try Subprocess.migrate("check", "Sources", "--baseline", "known.json", in: folder)
    #expect(known.status == 0 && known.output == "Nothing to migrate in 1 file.\n")

    try folder.write("// Header\n\n" + folder.text("Sources/Counter.swift"), to: "Sources/Counter.swift")
    #expect(try Subprocess.migrate("check", "Sources", "--baseline", "known.json", in: folder).status == 0)

    try folder.write("class More: ObservableObject {}\n", to: "Sources/More.swift")
    let more = try Subprocess.migrate("check", "Sources", "--baseline", "known.json", "--verbose", in: folder)
    #expect(more.status == 1)
    #expect(more.output.contains("Sources/More.swift:1:7: ") && !more.output.contains("Counter"))
    #expect(more.output.contains("Other changes (2)\n"))
  }

  @Test func aBaselineOfTheSameSourcesIsTheSameBytes() throws {
    for name in ["a.json", "b.json"] {
      #expect(try Subprocess.migrate("check", ".", "--write-baseline=" + name, in: folder).status == 0)
    }
    #expect(try folder.text("a.json") == folder.text("b.json"))
    let absolute = try Subprocess.migrate("check", folder.path, "--write-baseline=c.json", in: folder)
    #expect(absolute.status == 0)
    #expect(try folder.text("c.json") == folder.text("a.json"))
  }

  @Test func aBaselineThatCannotBeReadIsNamed() throws {
    let missing = try Subprocess.migrate("check", "Sources", "--baseline", "none.json", in: folder)
    #expect(missing.status == 2 && missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("observation-migrate: --baseline none.json: it can't be read ("))
    #expect(missing.errors.hasSuffix("; write it first, with check --write-baseline none.json.\n"))
    try folder.write("[]", to: "odd.json")
    let odd = try Subprocess.migrate("check", "Sources", "--baseline", "odd.json", in: folder)
    #expect(odd.status == 2)
    #expect(
      odd.errors
        == "observation-migrate: --baseline odd.json: it isn't a baseline; write one with check --write-baseline.\n"
    )
  }

  @Test func aBaselineThatCannotBeWrittenIsNamed() throws {
    let run = try Subprocess.migrate("check", "Sources", "--write-baseline", "none/known.json", in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("--write-baseline none/known.json: it can't be written ("))
  }
}
