import Foundation
import ObservationMigration
import TestSupport
import Testing

@Suite struct SourceSearchTests {
  @Test func foldersAreSearchedRecursivelyAndInOrder() throws {
    let folder = try TemporaryFolder([
      "b/Z.swift": "z", "b/A.swift": "a", "a/deep/er/C.swift": "c", "B.swift": "b", "README.md": "", "swift": "",
    ])
    let search = SourceSearch(of: [folder.path])
    #expect(
      search.files.map(\.path)
        == ["B.swift", "a/deep/er/C.swift", "b/A.swift", "b/Z.swift"].map { "\(folder.path)/\($0)" }
    )
    #expect(search.files.map(\.text) == ["b", "c", "a", "z"])
    #expect(search.problems.isEmpty)
  }

  @Test func codeOfOthersIsLeftOutUnlessItIsGiven() throws {
    let folder = try TemporaryFolder(["Kept.swift": "", ".hidden/Kept.swift": ""])
    for name in [".build", ".git", "Pods", "Carthage", "DerivedData", "checkouts"] {
      try folder.write("", to: "\(name)/Left.swift")
      try folder.write("", to: "sub/\(name)/Left.swift")
    }
    let found = SourceSearch(of: [folder.path]).files.map { $0.path.dropFirst(folder.path.count + 1) }
    #expect(found == [".hidden/Kept.swift", "Kept.swift"])
    #expect(SourceSearch(of: [folder.path + "/Pods"]).files.count == 1)
  }

  private static func project(_ files: String..., isa: String = "PBXGroup") -> String {
    "isa = \(isa);\n" + files.map { "AA00 /* \($0) in Sources */ = {isa = PBXBuildFile; };\n" }.joined()
  }

  /// Xcode doesn't compile a file that is left over from an earlier version.
  @Test func filesInNoTargetOfTheirProjectAreLeftOutUnlessTheyAreGiven() throws {
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": Self.project("A.swift", "Main.swift"),
      "App/A.swift": "", "App/Old.swift": "", "App/deep/er/Main.swift": "", "App/deep/er/Old2.swift": "",
      "Kit/Package.swift": "", "Kit/Sources/Kit/Kit.swift": "",
    ])
    let path = folder.path
    func names(_ search: SourceSearch) -> [String?] { search.files.map { URL(filePath: $0.path).lastPathComponent } }
    let search = SourceSearch(of: [path])
    #expect(names(search) == ["A.swift", "Main.swift", "Package.swift", "Kit.swift"])
    let text = "this file is in no target of App.xcodeproj, and was left out; give the file itself to migrate it"
    #expect(
      search.problems.map(\.description)
        == ["Old.swift", "deep/er/Old2.swift"].map { "\(path)/App/\($0): warning: \(text)" }
    )
    // The project is above the folder.
    #expect(names(SourceSearch(of: [path + "/App/deep"])) == ["Main.swift"])
    let given = SourceSearch(of: [path + "/App", path + "/App/deep/../Old.swift"])
    #expect(names(given) == ["A.swift", "Old.swift", "Main.swift"])
    // Another project may compile the file.
    try folder.write(Self.project("Old.swift"), to: "App/deep/Other.xcodeproj/project.pbxproj")
    #expect(names(SourceSearch(of: [path + "/App"])) == ["A.swift", "Old.swift", "Main.swift"])
  }

  /// Another system may compile the files, and a project may name them in other ways.
  @Test(
    arguments: [
      ("App/App.podspec", ""), ("App/BUILD.bazel", ""), ("project.yml", ""),
      ("Pods/Pods.xcodeproj/project.pbxproj", "b.swift"),
      ("B.xcodeproj/project.pbxproj", "path = \"App/B.swift\";"), ("B.xcodeproj/project.pbxproj", "objects = {}"),
      ("B.xcodeproj/project.pbxproj", "/* B.swift in Compile Sources */"),
    ]
  )
  func fileThatMayBeCompiledIsKept(_ path: String, _ text: String) throws {
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": Self.project("A.swift"), "App/A.swift": "", "App/B.swift": "", path: "\n" + text,
    ])
    let search = SourceSearch(of: [folder.path])
    #expect(search.files.count == 2 && search.problems.isEmpty)
  }

  /// The files of such a folder belong to a target by themselves. Other projects may be written by hand, without names.
  @Test(arguments: [Self.project("A.swift", isa: "PBXFileSystemSynchronizedRootGroup"), "", "objects = {}"])
  func projectThatDoesNotListAllFilesSaysNothing(_ project: String) throws {
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": project, "App/A.swift": "", "App/B.swift": "",
    ])
    let search = SourceSearch(of: [folder.path])
    #expect(search.files.count == 2 && search.problems.isEmpty)
  }

  @Test func aFileIsReadOnce() throws {
    let folder = try TemporaryFolder(["a/A.swift": ""])
    let path = folder.path
    let search = SourceSearch(of: [path + "/a/A.swift", path, path + "/a/", path + "/a/../a/./A.swift"])
    #expect(search.files.map(\.path) == [path + "/a/A.swift"])
  }

  @Test func bytesAreKept() throws {
    let text = "\u{FEFF}let a = 1\r\nlet b = \"\u{0}e\u{301}\"\rlet c = 2"
    let folder = try TemporaryFolder(["A.swift": text])
    let file = try #require(SourceSearch(of: [folder.path]).files.first)
    #expect(Array(file.text.utf8) == Array(text.utf8))
  }

  @Test func symbolicLinksAreReportedAndNotFollowed() throws {
    let folder = try TemporaryFolder(["real/A.swift": "", "real/notes.txt": ""])
    try folder.link("B.swift", to: "real/A.swift")
    try folder.link("loop", to: ".")
    try folder.link("dangling.swift", to: "nowhere")
    try folder.link("notes", to: "real/notes.txt")
    let search = SourceSearch(of: [folder.path])
    #expect(search.files.map(\.path) == [folder.path + "/real/A.swift"])
    #expect(
      search.problems.map(\.description) == [
        "\(folder.path)/B.swift: warning: symbolic links aren't followed; give the path itself to migrate it: real/A.swift",
        "\(folder.path)/dangling.swift: warning: symbolic links aren't followed; give the path itself to migrate it: nowhere",
        "\(folder.path)/loop: warning: symbolic links aren't followed; give the path itself to migrate it: .",
      ]
    )
    #expect(!search.problems.contains { $0.isError })
  }

  @Test(arguments: ["loop", "loop/"]) func aLinkThatIsGivenIsAnError(name: String) throws {
    let folder = try TemporaryFolder(["A.swift": ""])
    try folder.link("loop", to: ".")
    let search = SourceSearch(of: ["\(folder.path)/\(name)"])
    #expect(search.files.isEmpty)
    #expect(search.problems.map(\.reason) == [.symbolicLink(destination: ".")])
    #expect(search.problems.map(\.isError) == [true])
  }

  @Test func whatCannotBeReadIsNamedWithTheNextStep() throws {
    let folder = try TemporaryFolder(["A.swift": "", "notes.txt": ""])
    let path = folder.path
    let search = SourceSearch(of: ["\(path)/B.swift", "\(path)/notes.txt", "\(path)/A.swift/C.swift"])
    #expect(
      search.problems.map(\.description) == [
        "\(path)/B.swift: error: there is no such file or folder; check the spelling and the folder you are in",
        "\(path)/notes.txt: error: this is neither a folder nor a Swift file; give folders, or files whose names end in .swift",
        "\(path)/A.swift/C.swift: error: it can't be read (Not a directory); check its permissions",
      ]
    )
  }

  @Test func whatIsNoRegularFileIsReported() throws {
    let folder = try TemporaryFolder()
    #expect(try Subprocess.run("mkfifo", "Pipe.swift", in: folder).status == 0)
    let search = SourceSearch(of: [folder.path])
    #expect(search.files.isEmpty)
    #expect(search.problems.map(\.reason) == [.notARegularFile])
  }

  @Test(arguments: [
    ([0x61, 0x0A, 0xC3, 0xA9, 0x62, 0xFF] as [UInt8], 2, 4),
    ([0xFE, 0xFF, 0x00, 0x61] as [UInt8], 1, 1),
    ([0x61, 0xE2, 0x82] as [UInt8], 1, 2),
  ]) func aByteThatIsNotUTF8IsNamed(bytes: [UInt8], line: Int, column: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(bytes), to: "A.swift")
    let search = SourceSearch(of: [folder.path])
    #expect(search.files.isEmpty)
    #expect(
      search.problems.map(\.description) == [
        "\(folder.path)/A.swift:\(line):\(column): error: this byte isn't UTF-8, and the file was left as it is; convert it to UTF-8 first"
      ]
    )
  }
}
