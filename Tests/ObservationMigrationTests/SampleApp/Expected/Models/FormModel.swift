import Combine

/// The form with which somebody signs up.
final class FormModel: ObservableObject {
    @Published var name = ""
    @Published var email = ""
    @Published private(set) var isValid = false

    init() {
        $name.combineLatest($email)
            .map { name, email in !name.isEmpty && email.contains("@") }
            .assign(to: &$isValid)
    }
}
