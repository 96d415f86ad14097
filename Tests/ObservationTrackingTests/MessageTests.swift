import Foundation
import TestSupport
import Testing

/// What the compiler says of mistakes in bindings, and where.
@Suite(.compilesSources) struct MessageTests {
  /// Statements that don't compile.
  private static let mistakes = #"""
    label.isHidden = person.age
    label.alpha = person.age
    label.isHidden = person.nickname
    label.title = person.nickname
    label.title = person.age
    label.tag = person.name
    label.text = person.nam
    label.txt = person.name
    lable.text = person.name
    label.text = persn.name
    label.color = person.isOn ? .rot : .gray
    label.color = .blue
    label.rows = person.name
    label.tag = person.count()
    label.tag = person.count("a")
    label.tag = person.count(n: 1)
    maybe.text = person.name
    maybe?.isHidden = person.age
    label.sub?.alpha = person.age
    label.title = person.best.name
    label.id = person.age
    label.tag += person.name
    label.tag = person.age + "1"
    label.title = "\(person.nam)"
    label.rows = person.tags.map { $0.size }
    label.rows = person.tags.map { $0.count }
    label.action = { [name = person.nam] in print(name) }
    label.action = { [name = person.name] in print(nam) }
    label.handler = { [name = person.name] in print(name) }
    label.show(person.name)
    label.shw(person.age)
    if person.age { label.show(1) }
    if person.isOn { label.text = person.age }
    if person.isOn { label.isHidden = person.age }
    switch person.age { case "a": label.show(1) default: label.show(2) }
    label.tag = person.age as String
    label.tag = (person.age, 1)
    label.isHidden = !person.age
    label.title = person.tags[0].count
    label.title = person.tags["a"]
    """#.split(separator: "\n")

  @Test(arguments: LanguageMode.allCases)
  func aMistakeInABindingHasItsUsualMessageAndLine(mode: LanguageMode) throws {
    let bindings = Self.screen(Self.mistakes)
    let plain = try Compiler.check(
      bindings.replacing("@ObservationTracking ", with: ""),
      ["-parse-as-library"] + mode.arguments
    )
    let found = try Compiler.check(bindings, ["-parse-as-library"] + mode.arguments)
    let expected = Self.errors(plain)
    // Each is one.
    #expect(Set(expected.map { $0.prefix { $0 != ":" } }).count == Self.mistakes.count, "\(plain.output)")
    #expect(Self.errors(found) == expected, "\(found.output)")
  }

  /// An optional target, a chain that ends in an optional, and `nil` go through a parameter of the target's type; calls that throw or
  /// wait, through an autoclosure.
  @Test(arguments: [
    ("label.text = person.age", "cannot convert value of type 'Int' to expected argument type 'String?'"),
    ("label.title = person.best?.name", "cannot assign value of type 'String?' to type 'String'"),
    ("label.tag = nil", "'nil' is not compatible with expected argument type 'Int'"),
    (
      "label.text = person.load()",
      "call can throw, but it is not marked with 'try' and it is executed in a non-throwing autoclosure"
    ),
    ("label.text = person.wait()", "'async' call in an autoclosure that does not support concurrency"),
  ])
  func aDifferentlyWordedMessageInABindingIsAtItsLine(statement: String, message: String) throws {
    let result = try Compiler.check(Self.screen([statement[...]]), "-parse-as-library")
    #expect(Self.errors(result) == ["\(Self.firstLine): \(message)"], "\(result.output)")
  }

  @Test func whatRunsLaterIsWarnedOf() throws {
    let result = try Compiler.check(
      Self.screen([
        "Task { label.text = person.name }", "Task { [name = person.name] in label.text = name }",
        "DispatchQueue.main.async { self.label.text = self.person.name }",
        "DispatchQueue.main.async { [name = person.name] in self.label.text = name }",
      ]),
      "-parse-as-library"
    )
    #expect(
      Self.messages(result, "warning") == [
        """
        \(Self.firstLine): The closure runs after the binding, which misses later changes of 'person.name'; capture it, as in \
        'Task { [name = person.name] in … }', or write 'do { … }' around the statement to run it once on purpose
        """,
        """
        \(Self.firstLine + 6): The closure runs after the binding, which misses later changes of 'person.name'; capture it, as \
        in 'DispatchQueue.main.async { [name = person.name] in … }', or write 'do { … }' around the statement to run it once on \
        purpose
        """.replacing("of 'person.name'", with: "of 'self.person.name'"),
      ],
      "\(result.output)"
    )
    #expect(result.isSuccess)
  }

  /// Nothing else is said of these.
  @Test(arguments: [
    (
      "@ObservationTracking @ObservationTracking func bind() { label.text = person.name }", "",
      "The method is already marked with @ObservationTracking; remove one of the attributes"
    ),
    (
      "@ObservationTracking func bind() { label.text = person.name }", "@CancellableObservation(screen: true)",
      "@CancellableObservation(screen: true) overrides methods of a view controller, and this class has no superclass"
    ),
    (
      "func stop() { stopObservations() }", "",
      """
      'stopObservations()' is unavailable: The class has no bindings that can be stopped together; mark it with \
      @CancellableObservation.
      """
    ),
  ])
  func aMisuseHasOneMessage(member: String, attribute: String, message: String) throws {
    let result = try Compiler.check(
      Self.models + "\(attribute) @MainActor class Screen { let label = Label(), person = Person(); \(member) }",
      "-parse-as-library"
    )
    #expect(Self.errors(result).map { $0.drop { $0 != " " }.dropFirst() } == [message[...]], "\(result.output)")
  }

  @Test func startingInASubclassOfAnUnmarkedClassSaysWhatToMark() throws {
    let result = try Compiler.check(
      Self.models + """
        @MainActor class Base { func appear() {} }
        @MainActor class Screen: Base {
          @StartObservations override func appear() { super.appear() }
        }
        """,
      "-parse-as-library"
    )
    #expect(
      result.errors == [
        """
        'startObservationsIfNeeded()' is unavailable: The class has no bindings that can be started together; mark it with \
        @CancellableObservation.
        """
      ],
      "\(result.output)"
    )
  }

  private static func errors(_ result: Compiler.Result) -> [String] { messages(result, "error") }

  /// The line and the text of each, without the name of the macro.
  private static func messages(_ result: Compiler.Result, _ kind: String) -> [String] {
    let found = result.output.matches(of: #/(?m)^(.*Source\.swift|.*__swiftmacro.*):(\d+):\d+: (error|warning): (.*)$/#)
    let own = found.filter { $0.3 == kind }.map { match -> (line: Int, text: String) in
      let text = match.4.replacing(#/ \(from macro '.*'\)$/#, with: "")
      // What is said of an expansion has no line of the user's.
      return (match.1.hasSuffix("Source.swift") ? Int(match.2) ?? 0 : 0, String(text))
    }
    return own.sorted { $0.line < $1.line }.map { "\($0.line): \($0.text)" }
  }

  private static let models = """
    import Foundation
    import Observation
    import ObservationTracking

    @MainActor @Observable final class Person {
      var name = "Ada"
      var age = 1
      var nickname: String?
      var isOn = true
      var best: Person?
      var tags = ["a"]
      func load() throws -> String { "" }
      func wait() async -> String { "" }
      func count(_ number: Int) -> Int { number }
    }

    enum Color { case red, gray }

    @MainActor final class Label {
      var text: String?
      var title = ""
      var isHidden = false
      var alpha = 1.0
      var tag = 0
      var color = Color.red
      var rows: [String] = []
      var sub: Label?
      var action: @MainActor () -> Void = {}
      var handler: ((String) -> Void)?
      let id = 1
      func show(_ number: Int) {}
    }


    """

  /// Each statement in a method of its own, on a line of its own.
  private static func screen(_ statements: [Substring]) -> String {
    models + "@MainActor final class Screen {\n  let label = Label(), person = Person()\n  var maybe: Label?\n"
      + statements.enumerated().map { "  @ObservationTracking func bind\($0)() {\n    \($1)\n  }\n" }.joined() + "}\n"
  }

  /// The line of the first statement.
  private static let firstLine = models.count(where: \.isNewline) + 5
}
