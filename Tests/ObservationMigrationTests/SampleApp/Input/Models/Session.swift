import Foundation
import Combine

protocol Named {
    var name: String { get }
}

/// What can be shown in a title.
typealias NamedModel = ObservableObject & Named

/// Who is signed in.
class Account: NamedModel, Identifiable {
    let id: UUID
    @Published var name: String

    init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    var greeting: String { "Hello, \(name)" }
}

/// Somebody who pays.
final class MemberAccount: Account {
    @Published var renewal: Date?
    private(set) var invoices: [URL] = []

    override var greeting: String { "Welcome back, \(name)" }
}

@MainActor
final class Session: ObservableObject {
    @Published private(set) var account: Account?
    @Published var isSigningIn = false

    private var cancellables = Set<AnyCancellable>()

    func signIn(name: String, isMember: Bool) {
        account = isMember ? MemberAccount(id: UUID(), name: name) : Account(id: UUID(), name: name)
        isSigningIn = false
    }

    func signOut() {
        objectWillChange.send()
        account = nil
    }
}
