import Foundation
import TestSupport
import Testing

/// What only the compiler can tell of expansions.
@Suite(.compilesSources) struct CompilationTests {
  @Test func nothingInAnExpansionIsTakenForWhatAUserDeclares() throws {
    let result = try Compiler.check(
      Self.models + """
        struct ObservationTokens {}
        struct _ObservationPass {}
        final class _ObservationBinding {}
        protocol _ObservationTokensOwner {}
        struct _BindingPlace {}
        enum ObservationBridge {}
        struct ObservationTracking {}
        struct Source {}

        @CancellableObservation
        @MainActor final class Screen {
          struct ObservationTokens {}
          struct _ObservationPass {}
          struct Void {}
          let pass = Label()
          let model = Model()
          var tracking = "", line = 0
          @ObservationTracking func bind() {
            pass.text = model.title + tracking
            if model.isOn { pass.show(line) }
          }
        }

        @MainActor final class Card {
          struct ObservationTokens {}
          struct _ObservationPass {}
          let pass = Label(), pass2 = ""
          let model = Model()
          @ObservationTracking func bind() { pass.text = model.title + pass2 }
          @ObservationTracking func pass(_ text: String) { pass.text = model.title }
          func observePassText() {}
          func observePassText(in pass: _ObservationPass) {}
          var _observePassText = 0
        }

        extension Card {
          @ObservationTracking func bindMore() { pass.text = model.title }
        }
        """,
      "-parse-as-library"
    )
    #expect(result.output == "")
    #expect(result.isSuccess)
  }

  @Test func methodsThatBindOnePropertyGetDifferentNames() throws {
    let result = try Compiler.check(
      Self.models + """
        @MainActor class Card<Value> {
          let label = Label()
          let model = Model()
          @ObservationTracking func bind() { label.text = model.title }
          @ObservationTracking func bind(_ number: Int) { label.text = model.title }
          @ObservationTracking func bind(_ text: String) { label.text = model.title }
          @ObservationTracking func bind<T>(_ value: T) -> T { label.text = model.title; return value }
          @ObservationTracking func bind(at index: Int) async { label.text = model.title }
          @ObservationTracking func bind(value: Int) where Value == Int { label.text = model.title }
          @ObservationTracking func bind(value: Int) where Value == String { label.text = model.title }
          @ObservationTracking func bind(_ number: Int?) { label.text = model.title }
          @ObservationTracking func bind(_ numbers: [Int]) { label.text = model.title }
          @ObservationTracking func bind(_ numbers: Int...) { label.text = model.title }
          @ObservationTracking func bindInt() { label.text = model.title }
          @ObservationTracking func bind__Int() { label.text = model.title }
          @ObservationTracking func bind(with text: String) { label.text = model.title }
          @ObservationTracking func bind(with text: String?) { label.text = model.title }
          @ObservationTracking func bind(_ body: () -> Int) { label.text = model.title }
          @ObservationTracking func bind(_ nothing: ()) -> Int { label.text = model.title; return 0 }
          @ObservationTracking func `repeat`() { label.text = model.title }
          func run() { observeLabelText(bind: ()) }
        }

        extension Card {
          @ObservationTracking func bindMore() { label.text = model.title }
          @ObservationTracking func bindAgain() { label.text = model.title }
        }

        final class BigCard: Card<Int> {
          @ObservationTracking override func bind() {
            super.bind()
            label.text = model.title
          }
          /// By hand, where there is only one of the name.
          func run2() { observeLabelText() }
        }
        """,
      "-parse-as-library"
    )
    #expect(result.output == "")
    #expect(result.isSuccess)
  }

  @Test func anyNameOfAMethodMakesALabel() throws {
    let names = [
      "inout", "let", "var", "self", "Self", "Type", "init", "in", "isolated", "sending", "repeat", "func", "nil",
      "true",
      "by hand", "2nd try", "pass", "_", "größe",
    ]
    let methods = names.map { "  @ObservationTracking func `\($0)`() { label.text = model.title }\n" }
    let result = try Compiler.check(
      Self.models + """
        @MainActor final class Card {
          let label = Label()
          let model = Model()
        \(methods.joined())
        }
        """,
      "-parse-as-library"
    )
    #expect(result.output == "")
    #expect(result.isSuccess)
  }

  @Test func anObservableClassIsWarnedOfUnobservedReadsOfItself() throws {
    let result = try Compiler.check(
      Self.models + """
        @MainActor @Observable final class Form {
          var isEnabled = true
          var title = ""
          @ObservationIgnored let model = Model()
          @ObservationTracking func bind() {
            guard self.isEnabled else { return }
            title = model.title
          }
        }
        """,
      "-parse-as-library"
    )
    #expect(result.output.contains("misses later changes of 'self.isEnabled'"), "\(result.output)")
    #expect(result.isSuccess)
  }

  @Test func formerSpellingsOfTheIsolationCompileWithAWarning() throws {
    let result = try Compiler.check(
      Self.models + """
        @MainActor final class Row {
          let label = Label()
          let model = Model()
          @ObservationTracking(isolation: .actor) func bind() { label.text = model.title }
          @ObservationTracking(isolation: .none) func bindAtOnce() { label.text = model.title }
          @ObservationTracking(isolation: .some(.mainActor)) func bindThere() { label.text = model.title }
          @ObservationTracking(isolation: nil) func bindAnywhere() { label.text = model.title }
        }
        """,
      "-parse-as-library"
    )
    #expect(result.isSuccess, "\(result.output)")
    let warnings = result.output.split(separator: "\n").compactMap { line in
      line.contains(": warning: ")
        ? line.firstMatch(of: /'[a-z]+' is deprecated: [^\[]+[^\[ ]/).map { String($0.0) } : nil
    }
    #expect(
      warnings == [
        "'actor' is deprecated: renamed to 'task'", "'none' is deprecated: renamed to 'synchronous'",
        "'some' is deprecated: Write the case itself.",
      ]
    )
  }

  @Test func whereNothingCanBeObservedTheErrorSaysWhatToWrite() throws {
    let result = try Compiler.check(
      Self.models + """
        @MainActor let model = Model(), label = Label()

        struct Row {
          @MainActor @ObservationTracking func bind() { label.text = model.title }
        }
        extension Row {
          @MainActor @ObservationTracking func bindMore() { label.text = model.title }
          @ObservationTracking(isolation: .task) func bindNumber() { print(self) }
          @ObservationTracking(isolation: .synchronous) func bindAtOnce() { print(self) }
        }

        @MainActor protocol Showing {}
        extension Showing {
          @ObservationTracking func bind() { label.text = model.title }
          @ObservationTracking func bindObject() where Self: AnyObject & Sendable { label.text = model.title }
        }
        """,
      "-parse-as-library"
    )
    let inAStruct = result.errors.filter { $0.contains("not to methods of a struct") }
    let inAnExtension = result.errors.filter {
      $0.contains("write the method in a class or an actor.")
        && $0.contains("write 'where Self: AnyObject & Sendable' after the method's signature")
    }
    #expect(inAStruct.count == 1)
    #expect(inAnExtension.count == 4)
    #expect(result.errors.count == 5, "\(result.output)")
  }

  /// Closures that are assigned or passed, as they compile without the macro.
  @Test(arguments: LanguageMode.allCases) func closuresHaveTheTypeOfWhatTheyAreAssignedTo(mode: LanguageMode) throws {
    let statements = [
      "button.plain = { [name = model.title] in print(name) }",
      "button.onMainActor = { [name = model.title] in print(name) }",
      "button.sendable = { [name = model.title] in print(name) }",
      "button.optional = { [name = model.title] in print(name) }",
      "button.optionalOnMainActor = { [name = model.title] in print(name) }",
      "button.optionalSendable = { [name = model.title] in print(name) }",
      "button.async = { [name = model.title] in print(name); await Task.yield() }",
      "button.asyncSendable = { [name = model.title] in print(name); await Task.yield() }",
      "button.throwing = { [name = model.title] in if name.isEmpty { throw CancellationError() } }",
      "button.withArgument = { [name = model.title] in print(name, $0) }",
      "button.withArgument = { [name = model.title] text in print(name, text) }",
      "button.withArgument = { [name = model.title] (text: String) -> Void in print(name, text) }",
      "button.withResult = { [name = model.title] in name.count + $0 }",
      "button.onMainActor = { @MainActor @Sendable [name = model.title] in print(name) }",
      "button.onMainActor = { [weak self, name = model.title] in self?.show(name) }",
      "button.onMainActor = { [self, name = model.title, isOn = model.isOn] in if isOn { show(name) } }",
      "button.onMainActor = { [unowned model, label, name = model.title] in print(model, label, name) }",
      "button.onMainActor = ({ [name = model.title] in print(name) })",
      "maybe?.onMainActor = { [name = model.title] in print(name) }",
      "maybe?.optionalOnMainActor = { [name = model.title] in print(name) }",
      "buttons[0].onMainActor = { [name = model.title] in print(name) }",
      "log = { [name = model.title] in print(name) }",
      "self.log = { [name = model.title] in print(name) }",
      "button.several = [{ [name = model.title] in print(name) }]",
      "button.several += [{ [name = model.title] in print(name) }]",
      "button.optional = model.isOn ? { [name = model.title] in print(name) } : nil",
      "button.optional = button.optional ?? { [name = model.title] in print(name) }",
      "if model.isOn { button.onMainActor = { [name = model.title] in print(name) } }",
      "button.onPress { [name = model.title] in print(name) }",
      "button.onPress(Self.handler(of: model.title))",
    ]
    let result = try Compiler.check(
      Self.models + """
        @MainActor final class Button {
          var plain: () -> Void = {}
          var onMainActor: @MainActor () -> Void = {}
          var sendable: @Sendable () -> Void = {}
          var optional: (() -> Void)?
          var optionalOnMainActor: (@MainActor () -> Void)?
          var optionalSendable: (@Sendable () -> Void)?
          var async: (@MainActor () async -> Void)?
          var asyncSendable: @Sendable () async -> Void = {}
          var throwing: @MainActor () throws -> Void = {}
          var withArgument: (@MainActor @Sendable (String) -> Void)?
          var withResult: (@MainActor (Int) -> Int)?
          var several: [@MainActor () -> Void] = []
          func onPress(_ action: @escaping @MainActor @Sendable () -> Void) {}
        }

        @MainActor final class Screen {
          let button = Button(), model = Model(), label = Label(), buttons = [Button()]
          var maybe: Button?
          var log: @MainActor () -> Void = {}
          func show(_ text: String) {}
          static func handler(of text: String) -> @MainActor @Sendable () -> Void { {} }

        """ + statements.enumerated().map { "  @ObservationTracking func bind\($0)() { \($1) }\n" }.joined() + "}\n",
      ["-parse-as-library"] + mode.arguments
    )
    #expect(result.output == "")
    #expect(result.isSuccess)
  }

  /// One program, compiled in each kind of target.
  @Test(arguments: LanguageMode.allCases) func aProgramThatBindsClosuresUpdatesThemOnce(mode: LanguageMode) throws {
    let folder = try Compiler.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program =
      Self.models + """
        @MainActor final class Button {
          private(set) var count = 0
          var action: (@MainActor () -> Void)? { didSet { count += 1 } }
          var log: @Sendable () -> Void = {} { didSet { count += 1 } }
        }

        @MainActor final class Screen {
          let button = Button(), model = Model()
          var log: @MainActor () -> Void = {}
          @ObservationTracking func bind() {
            button.action = { [title = model.title] in print("action", title) }
            button.log = { [title = model.title, isOn = model.isOn] in print("log", title, isOn) }
          }
        }

        @main struct Program {
          @MainActor static func main() async {
            let screen = Screen()
            screen.model.title = "first"
            screen.bind()
            screen.model.title = "second"
            screen.model.isOn = true
            while screen.button.count < 4 { await Task.yield() }
            for _ in 0..<10 { await Task.yield() }
            screen.button.action?()
            screen.button.log()
            print(screen.button.count)
          }
        }
        """
    try Data(program.utf8).write(to: folder.appending(path: "Program.swift"))
    let objects = Compiler.objects(of: "ObservationTracking", "ObservationBridge", "CObservationRuntime")
    let built = try Compiler.compile(
      ["-parse-as-library", "-o", "program", "Program.swift"] + mode.arguments + objects,
      in: folder
    )
    try #require(built.isSuccess, "\(built.output)")
    let output = try Compiler.run([folder.appending(path: "program").path]).output
    #expect(output == "action second\nlog second true\n4\n")
  }

  #if os(Linux)
    /// Swift 6.4's module `Observation` has a public type of the name of this module and its macro.
    @Test func theStandardLibrarysTypeOfThatNameCausesNoConflict() throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let standIn = Compiler.folder("Tests/StandardObservation")
      let sources = try FileManager.default.contentsOfDirectory(at: standIn, includingPropertiesForKeys: nil)
      let built = try Compiler.compile(
        ["-module-name", "StandardObservation", "-parse-as-library", "-emit-module"] + sources.map(\.path),
        in: folder
      )
      try #require(built.isSuccess, "\(built.output)")
      let client = folder.appending(path: "Client.swift")
      try Data(
        ("import StandardObservation\n" + Self.models + """
          @CancellableObservation
          @MainActor final class Screen {
            let label = Label()
            let model = Model()
            @ObservationTracking(isolation: .mainActor) func bind() { label.text = model.title }
          }

          @MainActor final class Card {
            let label = Label()
            let model = Model()
            @ObservationTracking func bind() { label.text = model.title }
          }

          extension Card {
            @ObservationTracking func show() { if model.isOn { label.show(1) } }
          }

          @MainActor func track(_ model: Model, _ options: ObservationTracking.Options) {
            withObservationTracking(options: options) {
              _ = model.title
            } onChange: { event in
              let kind: ObservationTracking.Event.Kind = event.kind
              _ = kind == .willSet
            }
          }
          """).utf8
      ).write(to: client)
      let result = try Compiler.compile(["-parse-as-library", "-emit-sil", "-o", "/dev/null", client.path], in: folder)
      #expect(result.output == "")
      #expect(result.isSuccess)
    }
  #endif

  private static let models = """
    import Observation
    import ObservationTracking

    @MainActor @Observable final class Model {
      var title = ""
      var isOn = false
    }

    @MainActor final class Label {
      var text: String?
      func show(_ number: Int) {}
    }


    """
}
