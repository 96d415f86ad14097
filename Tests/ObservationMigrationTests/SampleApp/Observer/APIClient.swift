import Foundation

/// A server that knows one trail; that of the app speaks Combine.
final class APIClient: Sendable {
    func trails() async throws -> [Trail] {
        [Trail(id: UUID(), name: "Ridge", kilometres: 12, difficulty: .hard)]
    }
}
