import Combine
import Foundation

/// All trails, and which of them are shown.
///
/// One for the whole app.
@MainActor
final class TrailStore: ObservableObject {
    // MARK: State

    /// In the order of the server.
    @Published private(set) var trails: [Trail] = []
    @Published var filter = Filter() {
        didSet { lastFilterChange = .now }
    }
    @Published var selection: Trail.ID?  // nil: the list

    var lastFilterChange: Date?
    private var isLoading = false

    // MARK: What does not change

    let client: APIClient
    private lazy var formatter = NumberFormatter()

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
        objectWillChange.send()
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
