import Foundation
import Observation

/// All trails, and which of them are shown.
///
/// One for the whole app.
@Observable
@MainActor
final class TrailStore {
    // MARK: State

    /// In the order of the server.
    private(set) var trails: [Trail] = []
    var filter = Filter() {
        didSet { lastFilterChange = .now }
    }
    var selection: Trail.ID?  // nil: the list

    @ObservationIgnored var lastFilterChange: Date?
    @ObservationIgnored private var isLoading = false

    // MARK: What does not change

    let client: APIClient
    @ObservationIgnored private lazy var formatter = NumberFormatter()

    static var shared: TrailStore?

    init(client: APIClient) {
        self.client = client
    }

    var visibleTrails: [Trail] {
        trails.filter { filter.matches($0) }
    }

    func load() async throws {
        guard !isLoading else { return }
        isLoading = true
        defer { isLoading = false }
        trails = try await client.trails()
    }

    func toggleFavourite(_ id: Trail.ID) {
        guard let index = trails.firstIndex(where: { $0.id == id }) else { return }
        trails[index].isFavourite.toggle()
    }

    func length(of trail: Trail) -> String {
        "\(formatter.string(from: trail.kilometres as NSNumber) ?? "–") km"
    }
}

extension TrailStore {
    /// What the list shows.
    struct Filter: Equatable {
        var text = ""
        var difficulties: Set<Trail.Difficulty> = []

        func matches(_ trail: Trail) -> Bool {
            (text.isEmpty || trail.name.localizedCaseInsensitiveContains(text))
                && (difficulties.isEmpty || difficulties.contains(trail.difficulty))
        }
    }
}
