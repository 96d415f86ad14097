import Foundation
import ObservationTracking
import TestSupport
import Testing

/// The code of a binding has the lines of the user's source, for breakpoints and stack traces.
@Suite(.compilesSources) struct SourceLineTests {
  @Test(arguments: LanguageMode.allCases) func eachLineOfABindingCanHaveABreakpoint(mode: LanguageMode) throws {
    // Further down than any line of an expansion.
    let start = 1000
    let lines = #"""
      @ObservationTracking
      func bind() {
        prepare(1)  // code
        label.text = "\(person.name)"  // code
        show(person.name)  // code
        label.text =
          person.name  // code
          + person.name  // code
        label.isHidden = if person.age == 1 {  // code
          isEmpty  // code
        } else {
          !isEmpty  // code
        }
        label.action = { [self, name = person.name] in  // code
          show(name)  // code
        }
        if person.age == 1 {  // code
          show("one")  // code
        }
        switch person.age {  // code
        case 1:
          show("one")  // code
        default:
          show("many")  // code
        }
        do {
          show("once")  // code
        }
        if isEmpty { return }  // code
      }

      @StartObservations
      func appear() {
        let update = { [label] in  // code
          label.text = "update"  // code
        }
        update()  // code
        if isEmpty { return }  // code
        show("appeared")  // code
        return
      }
      """#.split(separator: "\n", omittingEmptySubsequences: false)
    let models = """
      import Observation
      import ObservationTracking

      @MainActor @Observable final class Person { var name = "Ada", age = 1 }
      @MainActor final class Label { var text: String?, isHidden = false, action: (@MainActor () -> Void)? }
      @CancellableObservation @MainActor final class Screen {
        let label = Label(), person = Person(), isEmpty = false
        func show(_ text: String) {}
        func prepare(_ number: Int) {}

      """.replacing("var name = \"Ada\", age = 1", with: "var name = \"Ada\"; var age = 1")
    let source =
      models + String(repeating: "\n", count: start - models.count(where: \.isNewline) - 1)
      + lines.joined(separator: "\n") + "\n}\n"

    let folder = try Compiler.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(source.utf8).write(to: folder.appending(path: "Source.swift"))
    let result = try Compiler.compile(
      ["-g", "-parse-as-library", "-emit-ir", "-o", "Source.ll", "Source.swift"] + mode.arguments,
      in: folder
    )
    try #require(result.isSuccess, "\(result.output)")
    let code = try String(contentsOf: folder.appending(path: "Source.ll"), encoding: .utf8)
    let found = Set(code.matches(of: #/!DILocation\(line: (\d+), /#).compactMap { Int($0.1) })
    let missing = lines.enumerated().filter { $1.hasSuffix("// code") && !found.contains(start + $0) }.map(\.element)
    #expect(missing == [])
    #expect(lines.count { $0.hasSuffix("// code") } == 22)
  }

  @Test func aLiteralThatIsWrittenInABindingIsItsLine() async throws {
    let screen = await Screen()
    await screen.bind()
    let line = await Screen.firstLine
    await #expect(screen.lines == [line, line + 1, line + 3, line + 6, line + 8])
  }

  @MainActor final class Screen {
    static let firstLine = #line + 7
    let label = Label()
    let profile = Profile()
    var lines: [Int] = []

    @ObservationTracking
    func bind() {
      note(profile.age, #line)
      note(profile.age, #line)
      if profile.isShown {
        note(1, #line)
      }
      // Stays.
      do { note(1, #line) }
      lines.append(
        #line
      )
    }

    private func note(_ age: Int, _ line: Int) {
      lines.append(line)
    }
  }

  @Test func aDefaultArgumentOfACallIsThePlaceOfTheMarkedMethod() async {
    let screen = await ScreenWithLog()
    await screen.bind()
    let line = await ScreenWithLog.firstLine
    let places = await screen.places
    #expect(places == ["\(line) observeNoteprofileName(bind:)", "\(line + 2) bind()", "\(line) bind()"])
  }

  @MainActor final class ScreenWithLog {
    static let firstLine = #line + 5
    let profile = Profile()
    var places: [String] = []

    @ObservationTracking
    func bind() {
      note(profile.name)
      note(profile.age, #line, #function)
      do { note(1) }
    }

    private func note(_ value: some Any, _ line: Int = #line, _ function: String = #function) {
      places.append("\(line) \(function)")
    }
  }
}
