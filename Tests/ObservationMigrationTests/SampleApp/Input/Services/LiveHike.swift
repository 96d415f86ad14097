import Combine

/// What the lock screen shows.
@available(iOS 16.1, *)
final class LiveHike: ObservableObject {
    @Published var metres = 0.0
}
