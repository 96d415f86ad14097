extension SubjectRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A pipeline that stays is fed by a subject, to which the property sends its values, on request.",
      explanation: """
        With `--subjects`, a property whose publisher is used gets a subject beside it, and `$name` becomes that: the pipelines
        stay as they are written. Together with `--pipelines`, this concerns only those that can't be rewritten. The subject
        starts with the value that the property has when it's first needed. It's as visible as its uses ask for: private, in
        the file, or as the property is.

        At run time, each value is sent in `didSet`, after the property has changed; `@Published` sends it before the change. If
        the pipeline calls something that reads the property, that now finds the new value instead of the old one. Equal values
        are sent as well, as by `@Published`. Where a closure of the pipeline reads the property by name, it may compare the two
        values: there the value is sent in `willSet`, as before.

        What subscribes to `objectWillChange` of a model stays as well. The class declares that publisher itself, and each property
        that was published sends to it in `willSet`, before the change, as before. A publisher of one's own in its place stays.

        It declines where nothing tells whose publisher `$name` is, and where a publisher is handed on and something among the
        files asks for a `Published<…>.Publisher`. Something that is subscribed to `objectWillChange` of an object needs a decision: it announces
        changes that nothing else tells the registrar.
        """,
      outcome: .changed,
      exampleOptions: MigrationOptions(subjects: true),
      before: """
        import Combine

        final class Form: ObservableObject {
          @Published var name = ""
          @Published var email = "" {
            didSet { save() }
          }
          @Published private(set) var isValid = false
          private var cancellables = Set<AnyCancellable>()

          init() {
            $name
              .combineLatest($email)
              .map { !$0.isEmpty && !$1.isEmpty }
              .sink { [weak self] in self?.isValid = $0 }
              .store(in: &cancellables)
          }

          func save() {}
        }

        """,
      after: """
        import Combine
        import Observation

        @Observable
        final class Form {
          var name = "" {
            didSet { nameSubject.send(name) }
          }
          @ObservationIgnored private lazy var nameSubject = CurrentValueSubject<String, Never>(name)
          var email = "" {
            didSet { emailSubject.send(email); save() }
          }
          @ObservationIgnored private lazy var emailSubject = CurrentValueSubject<String, Never>(email)
          private(set) var isValid = false
          @ObservationIgnored private var cancellables = Set<AnyCancellable>()

          init() {
            nameSubject
              .combineLatest(emailSubject)
              .map { !$0.isEmpty && !$1.isEmpty }
              .sink { [weak self] in self?.isValid = $0 }
              .store(in: &cancellables)
          }

          func save() {}
        }

        """
    )
  ]
}
