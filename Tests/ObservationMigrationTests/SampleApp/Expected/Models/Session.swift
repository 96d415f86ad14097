import Foundation
import Observation

protocol Named {
    var name: String { get }
}

/// What can be shown in a title.
typealias NamedModel = AnyObject & Observable & Named

/// Who is signed in.
@Observable
class Account: NamedModel, Identifiable {
    let id: UUID
    var name: String

    init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    var greeting: String { "Hello, \(name)" }
}

/// Somebody who pays.
@Observable
final class MemberAccount: Account {
    var renewal: Date?
    @ObservationIgnored private(set) var invoices: [URL] = []

    override var greeting: String { "Welcome back, \(name)" }
}

@Observable
@MainActor
final class Session {
    private(set) var account: Account?
    var isSigningIn = false

    func signIn(name: String, isMember: Bool) {
        account = isMember ? MemberAccount(id: UUID(), name: name) : Account(id: UUID(), name: name)
        isSigningIn = false
    }

    func signOut() {
        account = nil
    }
}
