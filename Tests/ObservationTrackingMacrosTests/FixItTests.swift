import TestSupport
import Testing

/// The source compiles after each fix-it.
@Suite(.compilesSources) struct FixItTests {
  /// Declares the members that a parameter's fix-it refers to.
  private static let start = """
    import Foundation
    import Observation
    import ObservationTracking

    @MainActor @Observable final class Person {
      var name = "Ada"
      var age = 1
      var best: Person?
      func text() throws -> String { "" }
    }

    @MainActor final class Label {
      var text: String?
      var alpha = 1.0
      var action: (@MainActor () -> Void)?
      func show(_ text: String?) {}
    }

    @MainActor final class Screen {
      let label = Label(), person = Person(), model = Person(), rows = [Label()]
      var task: Task<Void, Never>?
      func load(_ name: String) async {}


    """

  @Test(
    arguments: [
      "func bind(model: Person) { label.text = model.name }",
      "func bind(model: Person) { label.action = { [model, name = person.name] in model.name = name } }",
      #"func bind() { let prefix = "a"; label.text = prefix + person.name }"#,
      "func bind() { let name = person.name.uppercased(); label.text = name }",
      "func bind() { let name = person\n      .best?\n      .name; label.show(name?.uppercased()); label.show(name ?? name!) }",
      "func bind() { let best = person.best; if best?.age == 1 { label.text = person.name } }",
      #"func bind() { let name = person.best?.name ?? "none"; label.text = name.uppercased() + "\(name)" }"#,
      "func bind() { let alpha: Double = 1; label.alpha = alpha * Double(person.age) }",
      "func bind() { let name = person.name; label.action = { [name, age = person.age] in print(name, age) } }",
      "func bind() throws { if person.age == 1 { label.text = person.name; try person.text() } }",
      "func bind() { Task { label.text = person.name } }",
      "func bind() { Task { [weak self] in self?.label.text = self?.person.name } }",
      "func bind() { task = Task {\n      await load(self.person.name)\n      label.text = self.person.name\n    } }",
      "func bind() { Task.detached { await self.load(self.person.name) } }",
      "func bind() { DispatchQueue.main.async { self.label.text = self.person.name } }",
      "func bind() { rows.forEach { row in Task { row.text = person.name } } }",
      "func bind() {}",
      "static func bind() { label.text = person.name }",
    ],
    LanguageMode.allCases
  )
  func aFixCompiles(method: String, mode: LanguageMode) throws {
    let expansion = Expansion(Self.start + "  @ObservationTracking \(method)\n}\n")
    let fixed = try #require(expansion.fixed, "\(expansion.diagnostics)")
    let result = try Compiler.check(fixed, ["-parse-as-library"] + mode.arguments)
    #expect(result.errors == [], "\(fixed)\n\(result.output)")
  }

  /// The form named by a message without a fix-it.
  @Test(
    arguments: [
      "if let best = person.best { label.text = best.name }",
      "rows.forEach { row in row.text = person.name }",
      "Task { @MainActor [name = person.name] in label.text = name }",
      "Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { [name = person.name] timer in print(name) }",
    ],
    LanguageMode.allCases
  )
  func aFormThatAMessageNamesCompiles(statement: String, mode: LanguageMode) throws {
    let source = Self.start + "  @ObservationTracking func bind() { \(statement) }\n}\n"
    #expect(Expansion(source).diagnostics == [])
    let result = try Compiler.check(source, ["-parse-as-library"] + mode.arguments)
    #expect(result.errors == [], "\(result.output)")
  }
}
