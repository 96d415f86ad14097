import TestSupport
import Testing

#if os(Linux)
  /// What the compiler is there to find: objects that leave their isolation.
  @Suite(.serialized, .compilesSources) struct MisuseTests {
    struct Misuse: CustomTestStringConvertible {
      let testDescription: String
      let source: String
      let error: String
    }

    private static let start = """
      import Observation
      import SwiftObserver

      @MainActor class Sky: @MainActor ObservableObject { let messenger = Messenger<String>() }
      @MainActor class Listener: @MainActor Observer { let receiver = Receiver() }
      class FreeListener: Observer { let receiver = Receiver() }
      @Observable final class Model { var title = "" }


      """

    static let misuses = [
      Misuse(
        testDescription: "a messenger is used by two tasks",
        source: """
          func use() {
            let messenger = Messenger<Int>()
            Task.detached { messenger.send(1) }
            messenger.send(2)
          }
          """,
        error: "risks causing data races"
      ),
      Misuse(
        testDescription: "a variable is passed to an actor and used here",
        source: """
          actor Place { func keep(_ variable: Var<Int>) {} }
          @MainActor func use(_ place: Place, _ variable: Var<Int>) async {
            await place.keep(variable)
            variable <- 1
          }
          """,
        error: "sending 'variable' risks causing data races"
      ),
      Misuse(
        testDescription: "a messenger is taken for Sendable",
        source: """
          func need(_ value: some Sendable) {}
          func use() { need(Messenger<Int>()) }
          """,
        error: "type 'Messenger<Int>' does not conform to the 'Sendable' protocol"
      ),
      Misuse(
        testDescription: "an object of the main actor sends elsewhere",
        source: """
          func use(_ sky: Sky) { sky.send("green") }
          """,
        error: "main actor-isolated conformance of 'Sky' to 'ObservableObject' cannot be used in nonisolated context"
      ),
      Misuse(
        testDescription: "an observer of the main actor observes elsewhere",
        source: """
          func use(_ messenger: Messenger<Int>, _ listener: Listener) { listener.observe(messenger) { _ in } }
          """,
        error: "main actor-isolated conformance of 'Listener' to 'Observer' cannot be used in nonisolated context"
      ),
      Misuse(
        testDescription: "a class of the main actor conforms everywhere",
        source: """
          @MainActor class Sun: ObservableObject { let messenger = Messenger<Int>() }
          """,
        error: "crosses into main actor-isolated code"
      ),
      Misuse(
        testDescription: "a handler is shared between isolations",
        source: """
          @MainActor var count = 0
          func use(_ messenger: Messenger<Int>, _ listener: FreeListener) {
            listener.observe(messenger) { count += $0 }
          }
          """,
        error: "main actor-isolated var 'count' can not be"
      ),
      Misuse(
        testDescription: "messages that are not Sendable leave",
        source: """
          class Note {}
          func use(_ messenger: Messenger<Note>) {
            let notes = messenger.messages()
            Task.detached { for await _ in notes {} }
          }
          """,
        error: "risks causing data races"
      ),
      Misuse(
        testDescription: "a property is observed on no actor",
        source: """
          func use(_ listener: FreeListener, _ model: Model) { listener.observe(model, \\.title).new { _ in } }
          """,
        error: "call to actor-isolated instance method"
      ),
      Misuse(
        testDescription: "a messenger is fed on no actor",
        source: """
          func use(_ messenger: Messenger<Int>, _ numbers: AsyncStream<Int>) { messenger.send(from: numbers) }
          """,
        error: "call to actor-isolated instance method"
      ),
      Misuse(
        testDescription: "a variable's values cannot be compared",
        source: """
          struct Opaque {}
          func use() { _ = Var(Opaque()) }
          """,
        error: "requires that 'Opaque' conform to 'Equatable'"
      ),
    ]

    @Test(arguments: misuses) func doesNotCompile(misuse: Misuse) throws {
      let result = try Compiler.check(Self.start + misuse.source)
      #expect(!result.isSuccess)
      #expect(result.errors.contains { $0.contains(misuse.error) }, "\(result.output)")
    }

    #if compiler(<6.4)
      /// The compiler looks at the conformance of the observer, and then no further; documented. Where it finds these, they
      /// belong to the misuses above.
      @Test func theCompilerOverlooksThatAnObjectOfTheMainActorIsObservedElsewhere() throws {
        let result = try Compiler.check(
          Self.start + """
            func use(_ sky: Sky, _ listener: FreeListener) {
              listener.observe(sky) { _ in }
              _ = listener.observe(sky).map { $0 }
              listener.stopObserving(sky)
              _ = listener.isObserving(sky)
            }
            """
        )
        #expect(result.isSuccess, "\(result.output)")
      }
    #endif

    @Test func whatTheMisusesBeginWithCompiles() throws {
      let result = try Compiler.check(Self.start, "-warnings-as-errors", "-strict-memory-safety")
      #expect(result.isSuccess, "\(result.output)")
    }

    @Test(arguments: ["5", "6"]) func useCompilesWithoutWarnings(version: String) throws {
      let use = """
        @MainActor func use(_ sky: Sky, _ listener: Listener, _ model: Model) {
          listener.observe(sky) { print($0) }
          listener.observe(sky).filter { $0 == "blue" }.receive { print($0, $1) }
          listener.observe(model, \\.title).new { print($0) }
          sky.send("blue")
          Task { for await color in sky.messages() { print(color) } }
        }
        actor Place {
          private let number = Var(1)
          private let listener = FreeListener()
          func use() {
            listener.observe(number).new { self.show($0) }
            number <- 2
          }
          func show(_ number: Int) {}
        }
        func use(_ text: Var<String>, _ listener: FreeListener) {
          listener.observe(text).new().map { $0.count }.receive { print($0) }
          text <- "new"
        }
        """
      let result = try Compiler.check(
        Self.start + use,
        "-warnings-as-errors",
        "-strict-memory-safety",
        "-swift-version",
        version
      )
      #expect(result.isSuccess, "\(result.output)")
    }
  }
#endif
