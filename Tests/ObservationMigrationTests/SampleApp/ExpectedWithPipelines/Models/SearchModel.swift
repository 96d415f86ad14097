// swift-format-ignore-file

import Foundation
import Observation
import ObservationBridge

/// Looks for trails while people type.
@Observable
@MainActor
final class SearchModel {
    var query = ""
    private(set) var results: [Trail] = []

    private let client: APIClient
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    init(client: APIClient) {
        self.client = client
        let queryValues = ObservationBridge(
            of: self,
            options: .rateLimit(.debounce(ObservationDebounce(interval: .milliseconds(300))))
        ) { $0.query }.removeDuplicates().dropFirst()
        tasks.append(Task { [weak self] in
            for await query in queryValues where !Task.isCancelled {
                self?.search(query)
            }
        })
    }

    private func search(_ query: String) {
        Task { results = try await client.trails(matching: query) }
    }

    deinit {
        for task in tasks { task.cancel() }
    }
}
