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

  @Test func methodsThatBindTheSameThingGetNamesOfTheirOwn() throws {
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

  @Test func anObservableClassIsToldWhatItMissesOfItself() throws {
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
          @ObservationTracking(isolation: .none) func bindAtOnce() { print(self) }
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

  #if os(Linux)
    /// Swift 6.4's module `Observation` has a public type of the name of this module and its macro.
    @Test func theStandardLibrarysTypeOfTheSameNameStandsInTheWayOfNothing() throws {
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
