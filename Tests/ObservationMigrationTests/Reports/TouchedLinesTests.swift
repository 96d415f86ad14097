import ObservationMigration
import Testing

@Suite struct TouchedLinesTests {
  private func touched(_ diff: String, _ file: String = "/root/Sources/A.swift") -> [Int] {
    var lines = TouchedLines()
    lines.add(diff: diff.utf8, root: "/root")
    return (1...20).filter { line in
      lines.contains(Finding(state: .changed, rule: "published", file: file, line: line, column: 1, message: ""))
    }
  }

  @Test func linesThatWereAddedOrChangedAreTouched() {
    let diff = """
      diff --git a/Sources/A.swift b/Sources/A.swift
      index 1..2 100644
      --- a/Sources/A.swift
      +++ b/Sources/A.swift
      @@ -2 +2,3 @@ class A {
      -old
      +new
      +new
      +new
      @@ -9,2 +11,0 @@ class A {
      -removed
      -removed
      @@ -15,0 +16 @@
      +added
      \\ No newline at end of file

      """
    #expect(touched(diff) == [2, 3, 4, 16])
    #expect(touched(diff, "/root/Sources/B.swift").isEmpty)
    #expect(touched(diff, "/root/Sources/../Sources/A.swift") == [2, 3, 4, 16])
  }

  @Test func linesThatLookLikeHeadersAreText() {
    let diff = """
      --- a/Sources/A.swift
      +++ b/Sources/A.swift
      @@ -1,2 +1,3 @@
      --- a/Sources/C.swift
      -@@ -1 +9 @@
      +++ b/Sources/B.swift
      +@@ -1 +9 @@
      +diff --git
      @@ -7,0 +8 @@
      +x
      --- /dev/null
      +++ b/Sources/B.swift
      @@ -0,0 +1,2 @@
      +y
      +z
      --- a/Sources/A.swift
      +++ /dev/null
      @@ -1,9 +0,0 @@

      """
    #expect(touched(diff) == [1, 2, 3, 8])
    #expect(touched(diff, "/root/Sources/B.swift") == [1, 2])
  }

  @Test func aHunkWithContextIsTouchedAsAWhole() {
    let diff = "+++ b/Sources/A.swift\n@@ -1,4 +1,4 @@\n a\n-b\n+c\n d\n e\n@@ -9,0 +10 @@\n+f\n"
    #expect(touched(diff) == [1, 2, 3, 4, 10])
  }

  @Test(arguments: [
    ("b/Sources/a b.swift\t", "/root/Sources/a b.swift"),
    ("\"b/Sources/a\\tb\\\".swift\"", "/root/Sources/a\tb\".swift"),
    ("\"b/Sources/\\303\\251.swift\"", "/root/Sources/é.swift"), ("b/Sources/é.swift", "/root/Sources/é.swift"),
  ]) func namesAreReadAsGitWritesThem(name: String, path: String) {
    #expect(touched("+++ \(name)\n@@ -0,0 +5 @@\n+x\n", path) == [5])
  }

  @Test func aNewFileIsTouchedAsAWhole() {
    var lines = TouchedLines()
    lines.add(file: "/root/A.swift")
    let finding = Finding(state: .changed, rule: "published", file: "/root/A.swift", line: 99, column: 1, message: "")
    #expect(lines.contains(finding))
  }
}
