import Combine
import Observation

/// The form with which somebody signs up.
@Observable
final class FormModel {
    @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
    var name = "" {
        willSet { nameSubject.send(newValue) }
    }
    @ObservationIgnored private lazy var nameSubject = CurrentValueSubject<String, Never>(_name)
    var email = "" {
        willSet { emailSubject.send(newValue) }
    }
    @ObservationIgnored private lazy var emailSubject = CurrentValueSubject<String, Never>(_email)
    private(set) var isValid = false {
        willSet { isValidSubject.send(newValue) }
    }
    @ObservationIgnored private(set) lazy var isValidSubject = CurrentValueSubject<Bool, Never>(_isValid)

    init() {
        nameSubject.combineLatest(emailSubject)
            .map { name, email in !name.isEmpty && email.contains("@") }
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &subscriptions)
    }
}
