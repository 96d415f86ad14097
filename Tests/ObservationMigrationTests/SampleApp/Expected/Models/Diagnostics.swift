import Combine
import Observation

/// What developers look at. It sends its own changes, rarely.
@Observable
final class Diagnostics {
    var lines: [String] = []
}

// observation-migrate:ignore
final class LegacyLog: ObservableObject {
    @Published var entries: [String] = []
}
