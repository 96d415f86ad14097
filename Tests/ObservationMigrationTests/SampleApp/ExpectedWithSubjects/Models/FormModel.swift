import Combine
import Observation

/// The form with which somebody signs up.
@Observable
final class FormModel {
    @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
    var name = "" {
        didSet { nameSubject.send(name) }
    }
    @ObservationIgnored private lazy var nameSubject = CurrentValueSubject<String, Never>(name)
    var email = "" {
        didSet { emailSubject.send(email) }
    }
    @ObservationIgnored private lazy var emailSubject = CurrentValueSubject<String, Never>(email)
    private(set) var isValid = false {
        didSet { isValidSubject.send(isValid) }
    }
    @ObservationIgnored private(set) lazy var isValidSubject = CurrentValueSubject<Bool, Never>(isValid)

    init() {
        nameSubject.combineLatest(emailSubject)
            .map { name, email in !name.isEmpty && email.contains("@") }
            .sink { [weak self] in self?.isValid = $0 }
            .store(in: &subscriptions)
    }
}
