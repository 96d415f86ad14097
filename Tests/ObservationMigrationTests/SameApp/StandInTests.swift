import Foundation
import TestSupport
import Testing

/// The stand-in of SwiftUI evaluates a body for the causes for which SwiftUI does, and for no other: a view that it updated more
/// often would hide what a migration has broken.
@Suite(.enabled(if: Toolchain.isAvailable, "needs swiftc")) struct StandInTests {
  @Test func bodiesAreEvaluatedForTheirCausesOnly() throws {
    let folder = try TemporaryFolder()
    let standIns = try StandIns.folder.get()
    let source = Compiler.folder("Tests/ObservationMigrationTests/SameApp/StandIns/Evaluations/main.swift").path
    let compiler = try Compiler.compile(
      ["-suppress-warnings", "-Onone", "-I", standIns.path, source]
        + StandIns.modules.map { standIns.appending(path: "\($0).o").path } + ["-o", "evaluations"],
      in: URL(filePath: folder.path)
    )
    try #require(compiler.isSuccess, "\(compiler.output)")
    let process = try Subprocess(folder.url("evaluations"), [], in: folder.path)
    let expected = """
      start: Root, Observer, Holder, Inner, Reader, Editor, Rows, Counter, Constant 1, Constant 0, Holder, Step, row 0, row 1
      nothing: 
      published: Observer, Counter, Constant 1
      published, twice in a turn: Observer, Counter, Constant 3
      published, the same value: Observer, Counter
      not published: 
      published in a part: 
      own object: Inner
      tracked: Reader
      tracked, twice in a turn: Reader
      tracked, only bound: 
      ignored: 
      tracked in a row: row 1
      state: Step
      state, the same value: 

      """
    #expect(process.output == expected)
  }
}
