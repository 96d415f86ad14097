import Combine
import Foundation

/// The server. Combine is what it speaks.
final class APIClient: Sendable {
    static let live = APIClient(base: URL(string: "https://trails.example")!)

    let base: URL

    init(base: URL) {
        self.base = base
    }

    func trails(matching query: String = "") async throws -> [Trail] {
        var url = base.appending(path: "trails")
        if !query.isEmpty { url.append(queryItems: [URLQueryItem(name: "q", value: query)]) }
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode([Trail].self, from: data)
    }

    func weather(at place: String) -> AnyPublisher<Data, URLError> {
        URLSession.shared.dataTaskPublisher(for: base.appending(path: "weather/\(place)"))
            .map(\.data)
            .eraseToAnyPublisher()
    }
}
