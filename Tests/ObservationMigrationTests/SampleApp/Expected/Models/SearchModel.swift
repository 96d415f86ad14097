// swift-format-ignore-file

import Combine
import Foundation

/// Looks for trails while people type.
@MainActor
final class SearchModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var results: [Trail] = []

    private let client: APIClient
    private var cancellables: Set<AnyCancellable> = []

    init(client: APIClient) {
        self.client = client
        $query
            .dropFirst()
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .sink { [weak self] query in
                self?.search(query)
            }
            .store(in: &cancellables)
    }

    private func search(_ query: String) {
        Task { results = try await client.trails(matching: query) }
    }
}
