import ObservationMigration
import TestSupport
import Testing

@Suite struct UnifiedDiffTests {
  @Test func equalTextsHaveNoDiff() {
    let diff = UnifiedDiff(from: "a\nb\n", to: "a\nb\n")
    #expect(diff.isEmpty)
    #expect(diff.text(path: "A.swift") == "")
  }

  @Test func threeLinesStandAroundAChange() {
    let old = (1...12).map { "\($0)\n" }.joined()
    let new = old.replacing("6\n", with: "six\n")
    #expect(
      UnifiedDiff(from: old, to: new).text(path: "A.swift") == """
        diff --git a/A.swift b/A.swift
        --- a/A.swift
        +++ b/A.swift
        @@ -3,7 +3,7 @@
         3
         4
         5
        -6
        +six
         7
         8
         9

        """
    )
  }

  @Test func changesApartMakeHunksAndChangesNearShareOne() {
    let old = (1...30).map { "\($0)\n" }.joined()
    let new = old.replacing("5\n", with: "", maxReplacements: 1).replacing("\n8\n", with: "\n8\n8½\n")
      .replacing("\n28\n", with: "\n")
    let headers = UnifiedDiff(from: old, to: new).text(path: "A.swift").split(separator: "\n")
      .filter { $0.hasPrefix("@@") }
    #expect(headers == ["@@ -2,10 +2,10 @@", "@@ -25,6 +25,5 @@"])
  }

  @Test func sidesWithoutALineNameTheLineBefore() {
    #expect(UnifiedDiff(from: "", to: "a\n").text(path: "A").hasSuffix("@@ -0,0 +1,1 @@\n+a\n"))
    #expect(UnifiedDiff(from: "a\n", to: "").text(path: "A").hasSuffix("@@ -1,1 +0,0 @@\n-a\n"))
  }

  @Test func missingNewlineAtTheEndIsMarked() {
    #expect(
      UnifiedDiff(from: "a\nb", to: "a\nb\n").text(path: "A").hasSuffix(
        """
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +b

        """
      )
    )
  }

  @Test func lineEndingsAndEquivalentCharactersAreChanges() {
    #expect(UnifiedDiff(from: "a\r\n", to: "a\n").text(path: "A").hasSuffix("-a\r\n+a\n"))
    #expect(!UnifiedDiff(from: "caf\u{E9}\n", to: "cafe\u{301}\n").isEmpty)
  }

  @Test func coloursAreForTerminals() {
    let text = UnifiedDiff(from: "a\n", to: "b\n").text(path: "A", style: .colour)
    #expect(text.contains("\u{1B}[31m-a\u{1B}[0m\n\u{1B}[32m+b\u{1B}[0m\n"))
  }

  /// Texts of few different lines, so that there are many ways to align them, with all kinds of ends.
  @Test func gitAppliesWhatIsPrinted() throws {
    var generator = SeededGenerator(seed: 6)
    func text() -> String {
      let lines = [
        "a\n", "b\n", "\n", "\r\n", "c\r\n", " \t\n", "é\n", "--- a\n", "+++ b\n", "@@ -1,1 +1,1 @@\n", "\\ n\n",
      ]
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in lines.randomElement(using: &generator)! }
        .joined()
      return Bool.random(using: &generator) ? text + "end" : text
    }
    func edited(_ text: String) -> String {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0...lines.count, using: &generator)
        if Bool.random(using: &generator), index < lines.count {
          lines.remove(at: index)
        } else {
          lines.insert("new", at: index)
        }
      }
      return lines.joined(separator: "\n")
    }

    let names = ["A.swift", "With space/B.swift", "Ünï/C.swift", "D \"quoted\".swift", "E\\back.swift", "F\ttab.swift"]
    var patch = ""
    var expected: [String: String] = [:]
    let folder = try TemporaryFolder()
    for index in 0..<200 {
      let name = "\(index)/\(names[index % names.count])"
      let old = text()
      let new = index.isMultiple(of: 2) ? text() : edited(old)
      // A patch that empties a file or fills an empty one is, to git, one that deletes or creates it.
      guard !old.isEmpty, !new.isEmpty else { continue }
      try folder.write(old, to: name)
      expected[name] = new
      patch += UnifiedDiff(from: old, to: new).text(path: name)
    }
    let git = try Subprocess.run("git", "apply", "--whitespace=nowarn", "-", in: folder, input: patch)
    #expect(git.status == 0, "\(git.errors)")
    #expect(expected.count > 150)
    for (name, text) in expected { #expect(Array(try folder.text(name).utf8) == Array(text.utf8), "\(name)") }
  }
}
