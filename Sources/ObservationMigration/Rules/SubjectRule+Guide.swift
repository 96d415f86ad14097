extension SubjectRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "On request, a pipeline that stays is fed by a subject, to which the property sends its values.",
      explanation: """
        With `--subjects`, a property whose publisher is used gets a subject beside it, which replaces `$name`: the
        pipelines stay as they are. Together with `--pipelines`, this concerns only those that can't be rewritten. The
        subject starts with the value that the property has when it's first needed. It's as visible as its uses require:
        private, `fileprivate`, or like the property.

        At run time, each value is sent in `didSet`, after the property has changed; `@Published` sends it before the
        change. If the pipeline calls something that reads the property, that now finds the new value instead of the old
        one. Equal values are sent as well, as by `@Published`. If a closure of the pipeline reads the property by name,
        it may compare the two values; then the value is sent in `willSet`, as before.

        Subscriptions to `objectWillChange` of a model stay as well. The class declares that publisher itself, and each
        property that was published sends to it in `willSet`, before the change, as before. A class's own publisher in
        its place stays.

        It declines if the owner of `$name` can't be found, and if a publisher is passed on and something in the files
        requires a `Published<…>.Publisher`. An object to whose `objectWillChange` something subscribes directly needs a
        decision: the publisher announces changes that the registrar doesn't notice otherwise.
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
