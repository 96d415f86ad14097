import Combine
import Foundation

/// Maps for places without a network.
final class TileCache: ObservableObject {
    @Published private(set) var count = 0
    @Published private(set) var bytes = 0

    private let queue = DispatchQueue(label: "tiles")

    func insert(_ data: Data) {
        queue.async {
            self.count += 1
            self.bytes += data.count
        }
    }
}
