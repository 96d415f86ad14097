import Combine

/// What developers look at. It sends its own changes, rarely.
final class Diagnostics: ObservableObject {
    let objectWillChange = PassthroughSubject<Void, Never>()

    var lines: [String] = [] {
        willSet {
            if newValue.count % 100 == 0 { objectWillChange.send() }
        }
    }
}

// observation-migrate:ignore
final class LegacyLog: ObservableObject {
    @Published var entries: [String] = []
}
