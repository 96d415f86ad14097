import TestSupport
import Testing

#if os(Linux)
  /// Which code compiles without anything `Sendable`, and which the compiler refuses.
  @Suite(.compilesSources) struct PlainModelCompilationTests {
    private static let start = """
      import Observation
      import ObservationBridge

      @Observable final class Model {
        var title = ""
        var note = Note()
      }
      final class Note { var text = "" }
      final class Label { var text = "" }
      @MainActor @Observable final class Profile {
        var name = ""
        var note = Note()
      }
      @Observable final class Sensor: Sendable {
        var level: Int { 1 }
      }
      @globalActor actor Studio { static let shared = Studio() }
      """

    // MARK: Accepted

    /// Written once for all kinds of isolated types.
    private static let isolatedMembers = """
        let model = Model()
        let label = Label()
        let scope = ObservationScope()
        var tokens: [PortableObservationToken] = []

        func closuresAlone() {
          tokens.append(withPortableContinuousObservation { event in self.label.text = self.model.title })
          tokens.append(withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in self.show() })
          scope.observe { _ in self.label.text = self.model.note.text }
          scope.observe(options: []) { [model, label] _ in label.text = model.title }
        }

        func models() {
          scope.observe(model) { _, model in self.label.text = model.note.text }
          scope.observe(model) { model in self.label.text = model.note.text }
          scope.observe(model) { self.label.text = $0.title }
          scope.observe(model) { self.label.text = $1.title }
          scope.observe(model) { _ in self.show() }
          scope.observe(model) { _, _ in self.show() }
          scope.observe(model, options: .immediate) { [label] model in label.text = model.title }
          scope.observe(model, options: [.willSet]) { [label] event, model in label.text = model.title }
          let local = Model()
          let text = Label()
          scope.observe(local) { _, model in text.text = model.title }
          local.title = text.text
        }

        func keyPaths() {
          scope.observe(model, \\.title) { self.label.text = $0.new }
          scope.observe(model, \\.note) { [label] change in label.text = change.old.text + change.new.text }
          tokens.append(withPropertyObservation(of: model, \\.note.text) { self.label.text = $0.new })
        }

        func streams() async {
          for await title in ObservationBridge({ self.model.title }) { label.text = title }
          for await note in ObservationBridge({ self.model.note }) { label.text = note.text }
          for await note in ObservationBridge(of: model, { $0.note }) { label.text = note.text }
          for await note in makeObservationBridgeStream({ self.model.note }) { label.text = note.text }
          let notes = ObservationBridge.untilFinished { [weak model] in
            if let model { .next(model.note) } else { .finish }
          }
          for await note in notes { label.text = note.text }
          let titles = ObservationBridge(of: model) { $0.title }
          Task.detached { for await title in titles { _ = title } }
        }

        func recorders() async {
          let token = withPortableContinuousObservation { _ in self.show() }
          _ = await token.values { self.label.text }
          _ = await scope.observe(model) { _, _ in }.values { [model] in model.title }
        }

        func show() { label.text = model.title }
      """

    static let accepted = [
      Snippet("a class of the main actor", "@MainActor final class Screen {\n\(isolatedMembers)\n}"),
      Snippet("an actor", "actor Screen {\n\(isolatedMembers)\n}"),
      Snippet("a class of another global actor", "@Studio final class Screen {\n\(isolatedMembers)\n}"),
      Snippet(
        "a weakly captured owner",
        """
        @MainActor final class Screen {
          let scope = ObservationScope()
          var text = ""
          func use(_ model: Model) {
            scope.observe { [weak self] _ in self?.text = model.title }
            scope.observe(model) { [weak self] event, model in
              guard let self else { return event.cancel() }
              text = model.title
            }
            scope.observe(model, \\.title) { [weak self] in self?.text = $0.new }
          }
        }
        """
      ),
      Snippet(
        "locals of the main actor that are used again",
        """
        @MainActor static func use() -> PortableObservationToken {
          let (model, label) = (Model(), Label())
          defer { model.title = label.text }
          return withPortableContinuousObservation { _ in label.text = model.title }
        }
        @MainActor static func iterate() async {
          let model = Model()
          let notes = ObservationBridge { model.note }
          model.note = Note()
          for await note in notes { note.text = model.title }
        }
        """
      ),
      Snippet(
        "a function on an actor of the caller's",
        """
        static func use(_ model: Model, _ scope: ObservationScope, on actor: isolated any Actor) {
          scope.observe(model) { _, model in model.note.text = model.title }
          scope.observe(model, \\.note) { model.title = $0.new.text }
        }
        """
      ),
      Snippet(
        "nonisolated code with what nobody else uses",
        """
        static func use() -> PortableObservationToken {
          let (model, label) = (Model(), Label())
          return withPortableContinuousObservation { _ in label.text = model.title }
        }
        static func iterate() async {
          let model = Model()
          for await note in ObservationBridge({ model.note }) { note.text = "" }
        }
        static func iterateElsewhere() {
          let model = Model()
          let notes = ObservationBridge { model.note }
          Task.detached { for await note in notes { note.text = "" } }
        }
        """
      ),
      Snippet(
        "nonisolated code with models that are Sendable",
        """
        static func use(_ sensor: Sensor, _ scope: ObservationScope) async {
          scope.observe(sendable: sensor) { _, sensor in print(sensor.level) }
          scope.observe(sendable: sensor) { sensor in print(sensor.level) }
          scope.observe(sendable: sensor) { print($0.level) }
          scope.observe(sendable: sensor, \\.level) { print($0.new) }
          let token = withPropertyObservation(ofSendable: sensor, \\.level) { print($0.new) }
          _ = withPortableContinuousObservation { _ in print(sensor.level) }
          for await level in ObservationBridge(ofSendable: sensor, { $0.level }) { print(level, token.isActive) }
        }
        """
      ),
      Snippet(
        "closures of the main actor from nonisolated code",
        """
        static func use(_ profile: Profile, _ sensor: Sensor, _ scope: ObservationScope) async {
          _ = withPortableContinuousObservation { @MainActor _ in print(profile.name) }
          scope.observe { @MainActor _ in print(profile.name) }
          scope.observe(sendable: profile) { @MainActor _, profile in print(profile.note.text) }
          scope.observe(sendable: profile) { @MainActor profile in print(profile.note.text) }
          scope.observe(sendable: sensor, \\.level) { @MainActor in profile.name = "\\($0.new)" }
          for await name in ObservationBridge({ @MainActor in profile.name }) { print(name) }
          for await name in ObservationBridge(ofSendable: profile, { @MainActor in $0.name }) { print(name) }
          let names = ObservationBridge.untilFinished { @MainActor [weak profile] in
            if let profile { .next(profile.name) } else { .finish }
          }
          for await name in names { print(name) }
          let token = withPropertyObservation(ofSendable: sensor, \\.level) { @MainActor _ in }
          _ = await token.values { @MainActor in profile.name }
        }
        """
      ),
      Snippet(
        "closures of another actor with what they alone use",
        """
        @MainActor static func use(_ sensor: Sensor) -> PortableObservationToken {
          let label = Label()
          return withPortableContinuousObservation { @Studio _ in label.text = "\\(sensor.level)" }
        }
        """
      ),
      Snippet(
        "functions as closures",
        """
        static func use(_ apply: @escaping @isolated(any) @Sendable (borrowing ObservationEvent) -> Void) {
          _ = withPortableContinuousObservation(apply: apply)
        }
        @MainActor static func useHere(_ apply: @escaping (borrowing ObservationEvent) -> Void) {
          _ = withPortableContinuousObservation(apply: apply)
        }
        static func useThere(_ apply: @escaping @MainActor (borrowing ObservationEvent) -> Void) {
          _ = withPortableContinuousObservation(apply: apply)
        }
        """
      ),
      Snippet(
        "what names its actor",
        """
        actor Editor {
          let model = Model()
          func use(_ scope: ObservationScope) async {
            scope.observe(model, isolation: self) { _, model in print(model.title) }
            scope.observe(model, options: .willSet, isolation: self) { _, model in print(model.title) }
            for await note in ObservationBridge(on: self, { self.model.note }) { print(note.text) }
            let notes = ObservationBridge<Note>.untilFinished(on: self) { .next(self.model.note) }
            for await note in notes { print(note.text) }
            let local = Model()
            for await note in ObservationBridge(on: self, { local.note }) { local.title = note.text }
          }
        }
        @MainActor static func use(_ model: Model, _ scope: ObservationScope) {
          scope.observe(model, isolation: MainActor.shared) { _, model in print(model.title) }
        }
        """
      ),
      Snippet(
        "tokens in collections",
        """
        @MainActor static func use(_ model: Model) {
          var set: Set<PortableObservationToken> = []
          var array: [PortableObservationToken] = []
          withPortableContinuousObservation { _ in print(model.title) }.store(in: &set)
          withPropertyObservation(of: model, \\.title) { print($0.new) }.store(in: &array)
          withPortableContinuousObservation(options: .immediate) { _ in print(model.title) }.store(in: &array)
        }
        """
      ),
      Snippet(
        "streams that are handed out",
        """
        @MainActor static func titles(_ model: Model) -> some AsyncSequence<String, Never> & Sendable {
          ObservationBridge(options: .debounce(.milliseconds(300))) { model.title }
        }
        static func levels(_ sensor: Sensor) -> some AsyncSequence<Int, Never> & Sendable {
          ObservationBridge.untilFinished(options: .throttle(.seconds(1))) {
            sensor.level > 9 ? .last(sensor.level) : .next(sensor.level)
          }
        }
        static func sharedLevels(_ sensor: Sensor) -> some AsyncSequence<Int, Never> & Sendable {
          ObservationBridge(ofSendable: sensor) { $0.level }.removeDuplicates()
        }
        """
      ),
      Snippet(
        "kinds are printed",
        """
        static func use(_ event: borrowing ObservationEvent) -> String { event.kind.description }
        """
      ),
    ]

    private static let compiledInSwift6 = Result {
      try CompiledSnippets(accepted, after: start, "-warnings-as-errors", "-strict-memory-safety")
    }

    @Test(arguments: accepted) func compiles(snippet: Snippet) throws {
      let compiled = try Self.compiledInSwift6.get()
      #expect(compiled.diagnostics(of: snippet) == [])
      #expect(compiled.otherDiagnostics == [])
    }

    private static let compiledInSwift5 = Result { try CompiledSnippets(accepted, after: start, "-swift-version", "5") }

    @Test(arguments: accepted) func compilesInSwift5(snippet: Snippet) throws {
      let compiled = try Self.compiledInSwift5.get()
      #expect(compiled.diagnostics(of: snippet) == [])
      #expect(compiled.otherDiagnostics == [])
    }

    /// As new applications are set up.
    private static let compiledOnTheMainActor = Result {
      try CompiledSnippets(
        [
          Snippet("a class", "final class Screen {\n\(isolatedMembers)\n}"),
          Snippet("an actor", "actor Screen {\n\(isolatedMembers)\n}"),
        ],
        after: start.replacing("@Observable final class Model {", with: "@Observable nonisolated final class Model {")
          .replacing("final class Note {", with: "nonisolated final class Note {")
          .replacing("final class Label {", with: "nonisolated final class Label {"),
        "-default-isolation",
        "MainActor",
        "-enable-upcoming-feature",
        "NonisolatedNonsendingByDefault",
        "-enable-upcoming-feature",
        "InferIsolatedConformances"
      )
    }

    @Test(arguments: ["a class", "an actor"])
    func compilesInAModuleOnTheMainActorByDefault(description: String) throws {
      let compiled = try Self.compiledOnTheMainActor.get()
      #expect(compiled.diagnostics(of: Snippet(description, "")) == [])
      #expect(compiled.otherDiagnostics == [])
    }

    // MARK: Refused

    /// What the documentation of the calls quotes.
    private static let noActor = "in a synchronous nonisolated context"

    static let refusedByType = [
      Snippet(
        "a model in nonisolated code",
        error: "call to actor-isolated instance method 'observe(_:options:isolation:_:)' \(noActor)",
        "static func use(_ model: Model, _ scope: ObservationScope) { scope.observe(model) { _, _ in } }"
      ),
      Snippet(
        "a property in nonisolated code",
        error: "call to actor-isolated instance method 'observe(_:_:isolation:_:)' \(noActor)",
        "static func use(_ model: Model, _ scope: ObservationScope) { scope.observe(model, \\.title) { _ in } }"
      ),
      Snippet(
        "a property in nonisolated code, without a scope",
        error: "call to actor-isolated global function 'withPropertyObservation(of:_:isolation:_:)' \(noActor)",
        "static func use(_ model: Model) { _ = withPropertyObservation(of: model, \\.title) { _ in } }"
      ),
      Snippet(
        "a stream of a model in nonisolated code",
        error: "call to actor-isolated initializer 'init(of:options:clock:isolation:_:)' \(noActor)",
        "static func use(_ model: Model) { _ = ObservationBridge(of: model) { $0.title } }"
      ),
      Snippet(
        "a model in nonisolated code, with a closure without the event",
        error: "call to actor-isolated instance method 'observe(_:options:isolation:_:)' \(noActor)",
        "static func use(_ model: Model, _ scope: ObservationScope) { scope.observe(model) { _ in } }"
      ),
      Snippet(
        "a stream of a model in a nonisolated asynchronous function",
        error:
          "actor-isolated initializer 'init(of:options:clock:isolation:_:)' cannot be called from outside of the actor",
        "static func use(_ model: Model) async { _ = ObservationBridge(of: model) { $0.title } }"
      ),
      Snippet(
        "a model that isn't Sendable, with the label for those that are",
        error: "type 'Model' does not conform to the 'Sendable' protocol",
        "static func use(_ model: Model, _ scope: ObservationScope) { scope.observe(sendable: model) { _, _ in } }"
      ),
      Snippet(
        "a shared model's property that belongs to the main actor",
        error: "type 'KeyPath<Profile, String>' does not conform to the 'Sendable' protocol",
        """
        @MainActor static func use(_ profile: Profile, _ scope: ObservationScope) {
          scope.observe(sendable: profile, \\.name) { @Studio _ in }
        }
        """
      ),
    ]

    static let refusedByRegion = [
      Snippet(
        "nonisolated code uses what it has captured",
        error: "risks causing data races",
        """
        static func use() -> PortableObservationToken {
          let model = Model()
          defer { model.title = "" }
          return withPortableContinuousObservation { _ in print(model.title) }
        }
        """
      ),
      Snippet(
        "nonisolated code captures what its caller has",
        error: "risks causing data races",
        """
        static func use(_ model: Model, _ scope: ObservationScope) {
          scope.observe { _ in print(model.title) }
        }
        """
      ),
      Snippet(
        "nonisolated code uses what a stream reads",
        error: "risks causing data races",
        """
        static func use() async {
          let model = Model()
          for await title in ObservationBridge({ model.title }) { model.title = title + "a" }
        }
        """
      ),
      Snippet(
        "an actor's own state goes to a closure of the main actor",
        error: "risks causing data races",
        """
        actor Editor {
          let model = Model()
          func use(_ scope: ObservationScope) {
            let model = model
            scope.observe { @MainActor _ in print(model.title) }
          }
        }
        """
      ),
      Snippet(
        "the main actor's state goes to a stream on another actor",
        error: "risks causing data races",
        """
        @MainActor static func use(_ model: Model) {
          let label = Label()
          let titles = ObservationBridge { @Studio in label.text }
          label.text = model.title
          _ = titles
        }
        """
      ),
      Snippet(
        "values that aren't Sendable leave the main actor",
        error: "risks causing data races",
        """
        @MainActor static func use(_ model: Model) {
          let notes = ObservationBridge { model.note }
          Task.detached { for await note in notes { print(note.text) } }
        }
        """
      ),
      Snippet(
        "values that aren't Sendable leave their actor",
        error: "risks causing data races",
        """
        actor Editor {
          let model = Model()
          func use() {
            let notes = ObservationBridge(of: model) { $0.note }
            Task.detached { for await note in notes { print(note.text) } }
          }
        }
        """
      ),
      Snippet(
        "an actor's local object is captured by a closure alone, and used again",
        error: "sending 'label' risks causing data races",
        """
        actor Editor {
          func use(_ scope: ObservationScope) {
            let label = Label()
            scope.observe { _ in label.text = "" }
            label.text = "again"
          }
        }
        """
      ),
    ]

    // MARK: Mistakes in closures of a scope

    private static let use =
      "@MainActor static func use(_ model: Profile, _ label: Label, _ text: Note, _ scope: ObservationScope)"

    /// Each gets one error. Where the closure is one expression that misspells a property of the model, the compiler prefers the method whose
    /// closure has the other number of parameters.
    static let mistakes = [
      Snippet(
        "a misspelt property",
        error: "value of type 'Profile' has no member 'nam'",
        "\(use) { scope.observe(model) { model in text.text = model.nam } }"
      ),
      Snippet(
        "a misspelt property, without a name for the model",
        error: "value of type 'Profile' has no member 'nam'",
        "\(use) { scope.observe(model) { text.text = $0.nam } }"
      ),
      Snippet(
        "a misspelt property in one of several statements",
        error: "value of type 'Profile' has no member 'nam'",
        "\(use) { scope.observe(model) { event, model in\nif event.kind == .initial { return }\ntext.text = model.nam } }"
      ),
      Snippet(
        "a misspelt property in the only expression of a closure with the event",
        error: "contextual closure type '(Profile) -> Void' expects 1 argument, but 2 were used in closure body",
        "\(use) { scope.observe(model) { _, model in text.text = model.nam } }"
      ),
      Snippet(
        "a value of another type",
        error: "cannot assign value of type 'Note' to type 'String'",
        "\(use) { scope.observe(model) { model in text.text = model.note } }"
      ),
      Snippet(
        "a value of another type, in a closure with the event",
        error: "cannot assign value of type 'Note' to type 'String'",
        "\(use) { scope.observe(model) { _, model in text.text = model.note } }"
      ),
      Snippet(
        "a closure without parameters",
        error: "contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored",
        "\(use) { scope.observe(model) { text.text = model.name } }"
      ),
      Snippet(
        "a closure with too many parameters",
        error:
          "contextual closure type '(borrowing ObservationEvent, Profile) -> Void' expects 2 arguments, but 3 were used",
        "\(use) { scope.observe(model) { event, model, other in text.text = model.name } }"
      ),
      Snippet(
        "the model instead of the event",
        error:
          "contextual closure type '(borrowing ObservationEvent, Profile) -> Void' expects 2 arguments, but 1 was used",
        "\(use) { scope.observe(model) { event in if event.matches(\\Profile.name) { text.text = model.name } } }"
      ),
      Snippet(
        "the event instead of the model",
        error: "value of type 'ObservationEvent' has no member 'name'",
        "\(use) { scope.observe { model in text.text = model.name } }"
      ),
      Snippet(
        "a model that can't be observed",
        error: "instance method 'observe(_:options:isolation:_:)' requires that 'Label' conform to 'Observable'",
        "\(use) { scope.observe(label) { label in text.text = label.text } }"
      ),
      Snippet(
        "a misspelt option",
        error: "type 'ObservationOptions' has no member 'immediat'",
        "\(use) { scope.observe(model, options: .immediat) { model in text.text = model.name } }"
      ),
      Snippet(
        "a closure that awaits",
        error: "cannot pass function of type '(Profile) async -> ()' to parameter expecting synchronous function type",
        "\(use) { scope.observe(model) { model in await Task.yield() } }"
      ),
    ]

    private static let compiledMistakes = Result { try CompiledSnippets(mistakes, after: start) }

    @Test(arguments: mistakes) func aMistakeGetsOneError(snippet: Snippet) throws {
      let diagnostics = try Self.compiledMistakes.get().diagnostics(of: snippet)
      #expect(diagnostics.count == 1, "\(diagnostics)")
      #expect(diagnostics.first?.contains(snippet.error ?? "") == true, "\(diagnostics)")
    }

    // The compiler looks at regions only where all types are right.
    private static let compiledWithWrongTypes = Result { try CompiledSnippets(refusedByType, after: start) }
    private static let compiledWithWrongRegions = Result { try CompiledSnippets(refusedByRegion, after: start) }

    @Test(arguments: refusedByType) func isRefused(snippet: Snippet) throws {
      let diagnostics = try Self.compiledWithWrongTypes.get().diagnostics(of: snippet)
      #expect(diagnostics.contains { $0.contains(snippet.error ?? "") }, "\(diagnostics)")
    }

    @Test(arguments: refusedByRegion) func isRefusedByRegion(snippet: Snippet) throws {
      let diagnostics = try Self.compiledWithWrongRegions.get().diagnostics(of: snippet)
      #expect(diagnostics.contains { $0.contains(snippet.error ?? "") }, "\(diagnostics)")
    }

    // MARK: Former names

    @Test func formerNamesOfferTheNewOnes() throws {
      let result = try Compiler.check(
        Self.start + """

          @MainActor func use(_ model: Model) {
            let debounce: ObservationDebounceMode = .immediateFirst
            let throttle: ObservationThrottleMode = .latest
            let backend: ObservationBackend = .legacy
            print(debounce, throttle, backend)
            _ = ObservationBridge(options: .legacyBackend) { model.title }
          }
          """,
        "-diagnostic-style=llvm"
      )
      #expect(result.isSuccess)
      // A fix-it stands below the line that it changes.
      let lines = result.output.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
      let names = [
        "ObservationDebounce.Mode", "ObservationThrottle.Mode", "ObservationStreamOptions.Backend", "public",
        "publicBackend",
      ]
      for name in names {
        #expect(lines.contains { $0 == name }, "\(result.output)")
      }
    }

    /// Code for the replaced package, in the forms that are accepted.
    private static let formerCode =
      start + """

        @MainActor final class Screen {
          var token: PortableObservationTracking.Token?
          let options: PortableObservationTracking.Options = [.didSet]
          var kind: PortableObservationTracking.Event.Kind = .initial
          let scope = ObservationScope()
          let profile = Profile()
          func render(_ event: borrowing PortableObservationTracking.Event) {}
          func start() {
            token = withPortableContinuousObservation(options: options) { [weak self] event in self?.render(event) }
            scope.observe(profile, options: .didSet, { _, profile in print(profile.name) }, isolation: MainActor.shared)
            scope.observe(profile, { _, profile in print(profile.name) }, isolation: #isolation)
            scope.observe(profile, isolation: MainActor.shared) { _, profile in print(profile.name) }
            token = withPortableContinuousObservation(apply: { _ in }, isolation: MainActor.shared)
          }
          func record(_ delivery: ObservationDelivery) async {
            _ = await delivery.values(isolation: MainActor.shared) { _ in 1 }
          }
        }
        actor Desk {
          let model = Model()
          let scope = ObservationScope()
          var title = ""
          func start() {
            scope.observe(model, { _, model in self.title = model.title }, isolation: self)
            scope.observe(model, isolation: self) { _, model in self.title = model.title }
          }
          func record(_ token: PortableObservationToken) async {
            _ = await token.values(isolation: self) { desk in desk.title }
          }
        }
        func use(_ scope: ObservationScope, _ sensor: Sensor, _ token: PortableObservationToken, _ desk: Desk) async {
          scope.observe(sensor, { _, sensor in print(sensor.level) }, isolation: nil)
          scope.observe(sensor, isolation: nil) { _, sensor in print(sensor.level) }
          _ = await token.values(isolation: desk) { $0.title }
        }
        """

    @Test(arguments: ["5", "6"]) func codeForTheReplacedPackageCompilesWithWarnings(version: String) throws {
      let result = try Compiler.check(Self.formerCode, "-diagnostic-style=llvm", "-swift-version", version)
      #expect(result.isSuccess, "\(result.output)")
      func count(_ warning: String) -> Int {
        result.output.split(separator: "\n").count { $0.contains("is deprecated: \(warning)") }
      }
      #expect(count("Write 'PortableObservationToken'.") == 1, "\(result.output)")
      #expect(count("Write 'ObservationOptions'.") == 1)
      #expect(count("Write 'ObservationEvent'.") == 2)
      #expect(count("Leave out 'isolation:'.") == 4)
      #expect(count("Write 'observe(sendable: …)' and leave out 'isolation:'.") == 2)
      #expect(count("Leave out 'isolation:' and the closure's parameter.") == 3)
    }
  }
#endif
