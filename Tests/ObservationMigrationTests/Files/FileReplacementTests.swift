import Foundation
import TestSupport
import Testing

@testable import ObservationMigration

@Suite struct FileReplacementTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["A.swift": "a", "B.swift": "b", "C.swift": "c"])
  }

  private func change(_ name: String, from old: String, to new: String) -> FileReplacement.Change {
    FileReplacement.Change(path: folder.url(name).path(percentEncoded: false), old: old, new: new)
  }

  private var all: FileReplacement {
    FileReplacement([
      change("A.swift", from: "a", to: "a2"), change("B.swift", from: "b", to: "b2"),
      change("C.swift", from: "c", to: "c2"),
    ])
  }

  private func contents() throws -> [String] {
    try ["A.swift", "B.swift", "C.swift"].map { try folder.text($0) }
  }

  @Test func allFilesAreWrittenAndNothingElseIsLeft() throws {
    try all.write()
    #expect(try contents() == ["a2", "b2", "c2"])
    #expect(try folder.names() == ["A.swift", "B.swift", "C.swift"])
  }

  @Test(arguments: [0o644, 0o755, 0o600, 0o666]) func permissionsAreKept(permissions: Int) throws {
    let path = folder.url("A.swift").path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    try all.write()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == permissions)
  }

  @Test func aReaderSeesTheOldOrTheNewFileAsAWhole() throws {
    // A file that is open keeps what it held: the new text is another file that takes its name.
    let handle = try FileHandle(forReadingFrom: folder.url("A.swift"))
    try all.write()
    #expect(try handle.readToEnd() == Data("a".utf8))
  }

  @Test func aFileThatChangedSinceItWasReadStopsAll() throws {
    try folder.write("edited", to: "C.swift")
    #expect { try all.write() } throws: { ($0 as? FileProblem)?.reason == .changedMeanwhile }
    #expect(try contents() == ["a", "b", "edited"])
    #expect(try folder.names() == ["A.swift", "B.swift", "C.swift"])
  }

  @Test func aFileThatIsGoneStopsAll() throws {
    try FileManager.default.removeItem(at: folder.url("C.swift"))
    #expect { try all.write() } throws: { ($0 as? FileProblem)?.reason == .changedMeanwhile }
    #expect(try folder.names() == ["A.swift", "B.swift"])
    #expect(try folder.text("A.swift") == "a")
  }

  @Test func aReadOnlyFileStopsAll() throws {
    let path = folder.url("B.swift").path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect { try all.write() } throws: { ($0 as? FileProblem)?.reason == .readOnly }
    #expect(try contents() == ["a", "b", "c"])
  }

  @Test func aSymbolicLinkIsNotReplaced() throws {
    try FileManager.default.removeItem(at: folder.url("B.swift"))
    try folder.write("b", to: "real/B.swift")
    try folder.link("B.swift", to: "real/B.swift")
    #expect { try all.write() } throws: { ($0 as? FileProblem)?.reason == .symbolicLink(destination: "real/B.swift") }
    #expect(try contents() == ["a", "b", "c"])
    #expect(try folder.names() == ["A.swift", "B.swift", "C.swift", "real", "real/B.swift"])
  }

  @Test func whatWasReplacedIsPutBackWhenALaterFileFails() throws {
    let last = folder.url("C.swift").path(percentEncoded: false)
    var seen: [String] = []
    #expect {
      try all.write { path in
        guard path == last else { return }
        seen = (try? contents()) ?? []
        try? folder.write("edited", to: "C.swift")
      }
    } throws: {
      ($0 as? FileProblem)?.path == last && ($0 as? FileProblem)?.reason == .changedMeanwhile
    }
    #expect(seen == ["a2", "b2", "c"])
    #expect(try contents() == ["a", "b", "edited"])
    #expect(try folder.names() == ["A.swift", "B.swift", "C.swift"])
  }

  @Test func fileThatCanNotBePutBackKeepsNoOtherFromIt() throws {
    let paths = ["A.swift", "B.swift", "C.swift"].map { folder.url($0).path(percentEncoded: false) }
    var problem: FileProblem?
    do throws(FileProblem) {
      try all.write { path in
        guard path == paths[2] else { return }
        // Somebody else edits two files in between.
        try? folder.write("mine", to: "B.swift")
        try? folder.write("edited", to: "C.swift")
      }
    } catch {
      problem = error
    }
    #expect(try contents() == ["a", "mine", "edited"])
    #expect(problem?.path == paths[2])
    #expect(problem?.unrestored.map(\.path) == [paths[1]])
    #expect(
      problem?.description == """
        \(paths[2]): error: the file changed while it was being migrated, and not every file could be restored; run again
        \(paths[1]): error: the file was migrated and couldn't be restored (it has changed since); restore it from version control
        """
    )
    #expect(try folder.names() == ["A.swift", "B.swift", "C.swift"])
  }
}
