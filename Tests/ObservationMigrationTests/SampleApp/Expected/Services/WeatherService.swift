import Combine
import Foundation
import Observation

/// The weather at the start of a trail.
@Observable
final class WeatherService {
    private(set) var summary = "–"
    @ObservationIgnored private(set) var lastError: URLError?

    private let client: APIClient
    @ObservationIgnored private var request: AnyCancellable?

    init(client: APIClient) {
        self.client = client
    }

    func refresh(place: String) {
        request = client.weather(at: place)
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.lastError = error }
                },
                receiveValue: { [weak self] data in
                    self?.summary = String(decoding: data, as: UTF8.self)
                }
            )
    }
}
