import Combine

/// What developers look at. It sends its own changes, rarely, with how many lines there are.
final class Diagnostics: ObservableObject {
    let objectWillChange = PassthroughSubject<Int, Never>()

    var lines: [String] = [] {
        willSet {
            if newValue.count % 100 == 0 { objectWillChange.send(newValue.count) }
        }
    }
}

// observation-migrate:ignore
final class LegacyLog: ObservableObject {
    @Published var entries: [String] = []
}
