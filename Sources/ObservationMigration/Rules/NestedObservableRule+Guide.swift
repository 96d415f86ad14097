extension NestedObservableRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Forwarding a nested object's objectWillChange is removed.",
      explanation: """
        Code that reads `parent.child.name` observes the child's property, so the parent doesn't have to forward its
        changes. A subscription that does nothing else is removed if the child's type converts as well. A child in an
        array is tracked in the same way.

        With `--subjects` the subscription stays if something subscribes to `objectWillChange` of the parent.
        """,
      outcome: .changed,
      before: """
        import Combine

        final class Profile: ObservableObject {
          @Published var name = ""
        }

        final class Session: ObservableObject {
          @Published var profile = Profile()
          private var cancellables = Set<AnyCancellable>()

          init() {
            profile.objectWillChange
              .sink { [weak self] _ in self?.objectWillChange.send() }
              .store(in: &cancellables)
          }
        }

        """,
      after: """
        import Observation

        @Observable
        final class Profile {
          var name = ""
        }

        @Observable
        final class Session {
          var profile = Profile()

          init() {
          }
        }

        """
    )
  ]
}
