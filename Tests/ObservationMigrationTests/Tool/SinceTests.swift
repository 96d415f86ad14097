import Foundation
import TestSupport
import Testing

/// Runs the built tool in repositories of git.
@Suite struct SinceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "App/Sources/Old.swift": "import Combine\n\nfinal class Old: ObservableObject {\n  @Published var value = 0\n}\n",
      "App/Sources/Base.swift": "import Combine\n\nclass Base: ObservableObject {\n  @Published var base = 0\n}\n",
      "App/Sources/Leaf.swift": "import Combine\n\nfinal class Leaf: Base {}\n",
    ])
    try git("init", "--quiet", "--initial-branch=main")
    // Nobody's own settings, but some that change what a diff looks like.
    let settings = [
      "user.name": "A", "user.email": "a@example.org", "commit.gpgsign": "false", "diff.noprefix": "true",
      "diff.mnemonicPrefix": "true", "diff.interHunkContext": "9", "diff.external": "false", "color.ui": "always",
      "core.quotePath": "true",
    ]
    for (name, value) in settings { try git("config", name, value) }
    try git("add", ".")
    try git("commit", "--quiet", "--message=First")
  }

  private func git(_ arguments: String...) throws {
    let git = try Subprocess(URL(filePath: "/usr/bin/env"), ["git"] + arguments, in: folder.path)
    try #require(git.status == 0, "\(git.errors)")
  }

  private func findings(_ arguments: String...) throws -> [String] {
    let run = try Subprocess(
      Subprocess.products.appending(path: "observation-migrate"),
      ["check", "--verbose"] + arguments,
      in: folder.path
    )
    #expect(run.errors.isEmpty)
    let places = run.output.split(separator: "\n").compactMap { line in
      line.firstRange(of: #/: (warning|note): /#).map { String(line[..<$0.lowerBound]) }
    }
    #expect(run.status == (places.isEmpty ? 0 : 1))
    return places
  }

  @Test func onlyTouchedLinesAreReported() throws {
    #expect(try findings("App").count > 5)
    #expect(try findings("App", "--since", "main").isEmpty)
    try git("checkout", "--quiet", "-b", "work")
    let old = try folder.text("App/Sources/Old.swift")
    try folder.write(
      old.replacing("value = 0\n", with: "value = 0\n  @Published var more = 1\n"),
      to: "App/Sources/Old.swift"
    )
    try git("commit", "--quiet", "--all", "--message=More")
    #expect(try findings("App", "--since", "main") == ["App/Sources/Old.swift:5:3"])
    // Neither committed nor known to git.
    try folder.write(
      folder.text("App/Sources/Leaf.swift").replacing("{}", with: "{\n  @Published var leaf = 1\n}"),
      to: "App/Sources/Leaf.swift"
    )
    try folder.write("class Néw: ObservableObject {}\n", to: "App/Sources/a b/Néw.swift")
    #expect(
      try findings("App", "--since=main") == [
        "App/Sources/Leaf.swift:3:13", "App/Sources/Leaf.swift:4:3", "App/Sources/Old.swift:5:3",
        "App/Sources/a b/Néw.swift:1:1", "App/Sources/a b/Néw.swift:1:7",
      ]
    )
    // The branch may have moved on meanwhile: what is new there was not touched here.
    try git("add", ".")
    try git("commit", "--quiet", "--message=All")
    try git("checkout", "--quiet", "main")
    try folder.write(old + "\n// The end.\nclass Other: ObservableObject {}\n", to: "App/Sources/Old.swift")
    try git("commit", "--quiet", "--all", "--message=Elsewhere")
    try git("checkout", "--quiet", "work")
    #expect(try findings("App/Sources/Old.swift", "--since", "main") == ["App/Sources/Old.swift:5:3"])
  }

  @Test func linesBetweenTouchedOnesAreNotTouched() throws {
    let text = "class A: ObservableObject {}\n\nclass B: ObservableObject {}\n\nclass C: ObservableObject {}\n"
    try folder.write(text, to: "App/Sources/Old.swift")
    try git("commit", "--quiet", "--all", "--message=Three")
    try folder.write(
      text.replacing("class A", with: "final class A").replacing("class C", with: "final class C"),
      to: "App/Sources/Old.swift"
    )
    let lines = try findings("App", "--since", "HEAD").map { $0.split(separator: ":")[1] }
    #expect(Set(lines) == ["1", "5"])
  }

  @Test func warningsOfGitStopNothing() throws {
    // More than a pipe holds.
    try folder.write("#!/bin/sh\nseq 100000 >&2\nPATH=${PATH#*:} exec git \"$@\"\n", to: "bin/git")
    let path = folder.url("bin/git").path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let tool = Subprocess.products.appending(path: "observation-migrate").path(percentEncoded: false)
    let search = "PATH=\(folder.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let run = try Subprocess.run("env", search, tool, "check", "App", "--since", "HEAD", in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aFileThatWasOnlyMovedIsNotTouched() throws {
    try git("mv", "App/Sources/Old.swift", "App/Sources/Moved.swift")
    #expect(try findings("App", "--since", "HEAD").isEmpty)
  }

  @Test func groupsThatWereTouchedAreConvertedAsAWhole() throws {
    try folder.write(
      folder.text("App/Sources/Leaf.swift").replacing("{}", with: "{\n  @Published var leaf = 1\n}"),
      to: "App/Sources/Leaf.swift"
    )
    let diff = try Subprocess.migrate("diff", "App", "--since", "HEAD", in: folder)
    #expect(diff.status == 1)
    #expect(
      diff.output.contains("+++ b/App/Sources/Leaf.swift") && diff.output.contains("+++ b/App/Sources/Base.swift")
    )
    #expect(!diff.output.contains("Old.swift"))
    let apply = try Subprocess.migrate("apply", "App", "--since", "HEAD", in: folder)
    #expect(apply.status == 0, "\(apply.errors)")
    #expect(try folder.text("App/Sources/Base.swift").contains("@Observable"))
    #expect(try folder.text("App/Sources/Leaf.swift").contains("@Observable"))
    #expect(try folder.text("App/Sources/Old.swift").contains("ObservableObject"))
  }

  @Test func anUnknownCommitIsNamed() throws {
    for reference in ["mian", "main:App", "main..HEAD"] {
      let run = try Subprocess.migrate("check", "App", "--since", reference, in: folder)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("observation-migrate: --since \(reference): git finds no such commit in /"))
      #expect(run.errors.hasSuffix("; write a branch, a tag or a hash, or fetch it first.\n"))
    }
  }

  @Test func aCommitWithoutCommonHistoryIsNamed() throws {
    try git("checkout", "--quiet", "--orphan", "other")
    try git("commit", "--quiet", "--message=Other")
    let run = try Subprocess.migrate("check", "App", "--since", "main", in: folder)
    #expect(run.status == 2)
    #expect(
      run.errors
        == "observation-migrate: --since main: it has no commit in common with HEAD; in a shallow clone, fetch "
        + "the history first.\n"
    )
  }

  @Test func aFolderThatIsInNoRepositoryIsNamed() throws {
    let plain = try TemporaryFolder(["Sources/A.swift": "class A {}\n"])
    let run = try Subprocess.migrate("check", "Sources", "--since", "main", in: plain)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("observation-migrate: --since: Sources isn't in a repository that git can read ("))
  }

  @Test func aMissingGitIsNamed() throws {
    let tool = Subprocess.products.appending(path: "observation-migrate").path(percentEncoded: false)
    let run = try Subprocess.run("env", "PATH=/nowhere", tool, "check", "App", "--since", "main", in: folder)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors
        == "observation-migrate: --since: git isn't in the search path; install it, or remove --since.\n"
    )
  }
}
