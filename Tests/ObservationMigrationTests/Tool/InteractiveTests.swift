import Foundation
import TestSupport
import Testing

/// Runs the built tool on a terminal of its own, which `script` makes, and answers its questions.
@Suite struct InteractiveTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "Sources/A.swift": """
      import Combine

      class Base: ObservableObject { @Published var base = 0 }
      final class Other: ObservableObject { @Published var other = 0 }

      """,
      "Sources/B.swift": "import Combine\n\nfinal class Leaf: Base {}\nfinal class Last: ObservableObject {}\n",
    ])
  }

  private func apply(answers: String) throws -> (output: String, status: Int32, converted: [String]) {
    let tool = Subprocess.products.appending(path: "observation-migrate").path(percentEncoded: false)
    let run = try Subprocess.run(
      "env",
      "NO_COLOR=1",
      "script",
      "-qec",
      "'\(tool)' apply --interactive Sources",
      "/dev/null",
      in: folder,
      input: answers
    )
    let text = try folder.text("Sources/A.swift") + folder.text("Sources/B.swift")
    let converted = text.matches(of: /@Observable\n(?:final )?class (\w+)/).map { String($0.1) }
    return (run.output.replacing("\r\n", with: "\n"), run.status, converted)
  }

  @Test func eachGroupIsShownAndAskedFor() throws {
    let (output, status, converted) = try apply(answers: "y\nn\ny\n")
    #expect(output.contains("(1/3) Convert Base, Leaf [y,n,a,q,?]? "))
    #expect(output.contains("(2/3) Convert Other [y,n,a,q,?]? ") && output.contains("(3/3) Convert Last [y,n,a,q,?]? "))
    // The patch of a group comes before its question, on top of what was accepted before.
    let parts = output.split(separator: "[y,n,a,q,?]? ").map(String.init)
    #expect(parts[0].contains("+++ b/Sources/A.swift") && parts[0].contains("+++ b/Sources/B.swift"))
    #expect(parts[1].contains("-final class Other: ObservableObject") && !parts[1].contains("class Base: Obs"))
    #expect(parts[2].contains("-final class Last: ObservableObject") && !parts[2].contains("Other"))
    #expect(converted == ["Base", "Leaf", "Last"])
    // What was declined is left.
    #expect(status == 1 && output.contains(" converted (2 files written). 1 group of types declined."))
    #expect(try folder.text("Sources/A.swift").hasPrefix("import Combine\nimport Observation\n"))
  }

  @Test(
    arguments: [
      ("a\n", ["Base", "Other", "Leaf", "Last"]), ("n\nall\n", ["Other", "Last"]), ("y\nq\n", ["Base", "Leaf"]),
      ("q\n", []), ("what\nn\n?\nyes\nq\n", ["Other"]), ("", []),
    ] as [(String, [String])]
  ) func answersDecide(answers: String, expected: [String]) throws {
    let (_, status, converted) = try apply(answers: answers)
    #expect(converted == expected)
    #expect(status == (expected.count == 4 ? 0 : 1))
  }

  @Test func otherAnswersAreExplained() throws {
    #expect(try apply(answers: "what\nq\n").output.contains("y: convert these types\n"))
  }

  @Test func withoutATerminalItIsRefused() throws {
    let run = try Subprocess.migrate("apply", "--interactive", "Sources", in: folder)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors
        == "observation-migrate: --interactive asks on a terminal, and standard input or output isn't one; run it "
        + "in a terminal, or remove --interactive.\n"
    )
    #expect(try folder.text("Sources/B.swift").contains("ObservableObject"))
  }
}
